/* What can be done to the file behind standard input, and is told by a line for each: how it was
 * tried, and whether it worked. With an argument, only whether it is where it should be read from.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

static int try_open(int flags)
{
	int fd = open("/proc/self/fd/0", flags);
	return fd < 0 ? -1 : close(fd);
}

int main(void)
{
	static const struct timespec times[2] = { { 1, 0 }, { 1, 0 } };
#define TRY(what) printf("%s: %s\n", #what, (what) == 0 ? "done" : strerror(errno))
	TRY(fchmod(0, 0777));
	TRY(chmod("/proc/self/fd/0", 0777));
	TRY(futimens(0, times));
	TRY(fsetxattr(0, "user.planted", "x", 1, 0));
	TRY(fchown(0, (uid_t)-1, getgid()));
	TRY(ftruncate(0, 0));
	TRY(truncate("/proc/self/fd/0", 0));
	TRY(try_open(O_RDONLY | O_TRUNC));
	TRY(try_open(O_WRONLY));
	return 0;
}
