/* What an attack on the project's git needs beside a shell, which has neither renameat2() nor
 * mounts:
 *   exchange A B                            A and B change places
 *   [namespace] uncover PATH… -- COMMAND…   takes away what is mounted on each PATH, or makes it
 *                                           writable, then runs COMMAND; first in a user and mount
 *                                           namespace of its own where that is asked for
 * Says what failed, and goes on. */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/fs.h>

static int report(const char *what, long result)
{
	printf("%s: %s\n", what, result < 0 ? strerror(errno) : "done");
	return result < 0;
}

static void uncover(const char *path)
{
	if (report(path, umount2(path, MNT_DETACH)))
		report(path, mount(NULL, path, NULL, MS_REMOUNT | MS_BIND, NULL));
}

int main(int argc, char **argv)
{
	char **word = argv + 1;
	if (argc == 4 && strcmp(*word, "exchange") == 0)
		return report("exchange", syscall(SYS_renameat2, AT_FDCWD, argv[2], AT_FDCWD,
						  argv[3], RENAME_EXCHANGE));
	if (*word && strcmp(*word, "namespace") == 0) {
		report(*word, unshare(CLONE_NEWUSER | CLONE_NEWNS));
		word++;
	}
	if (!*word || strcmp(*word++, "uncover") != 0)
		return 2;
	for (; *word && strcmp(*word, "--") != 0; word++)
		uncover(*word);
	fflush(stdout);
	if (*word && word[1])
		execvp(word[1], word + 1);
	return 2;
}
