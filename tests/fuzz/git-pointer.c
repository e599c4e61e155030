/* Git's pointer files: all three readers on the same bytes, which end where they end. */
#include "fuzz.h"

#include "formats/git-pointer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	typedef char *reader(const char *text, size_t size);
	static reader *const readers[] = { cb_git_pointer_read, cb_git_pointer_line,
					   cb_git_pointer_worktree };
	char *text = fuzz_copy(data, size);
	for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++) {
		char *line = readers[i](text, size);
		MUST(!line || (*line && strlen(line) <= size && !strchr(line, '\n')));
		free(line);
	}
	free(text);
	return 0;
}
