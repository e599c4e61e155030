/* What can be done to a file that was opened for reading only and is passed as standard input
 * (L38): prints the word of each change that succeeds. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

static const char self[] = "/proc/self/fd/0";

static int opens(int flags)
{
	int fd = open(self, flags | O_CLOEXEC);
	return fd < 0 ? -1 : close(fd);
}

int main(void)
{
	const struct {
		const char *word;
		int result;
	} tried[] = {
		{ "chmod", fchmod(0, 0640) },
		{ "times", futimens(0, NULL) },
		{ "attribute", fsetxattr(0, "user.claudebox", "1", 1, 0) },
		{ "opened-for-writing", opens(O_WRONLY) },
		{ "emptied", opens(O_RDONLY | O_TRUNC) },
	};
	for (size_t i = 0; i < sizeof tried / sizeof tried[0]; i++)
		if (tried[i].result == 0)
			puts(tried[i].word);
	return 0;
}
