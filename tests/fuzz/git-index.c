/* git's index: what is tracked makes the directory above tracked. */
#include "fuzz.h"

#include "formats/git-index.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_copy(data, size);
	MUST(cb_git_index_has(text, size, "dir/b") != CB_TRACKED_YES ||
	     cb_git_index_has(text, size, "dir") == CB_TRACKED_YES);
	free(text);
	return 0;
}
