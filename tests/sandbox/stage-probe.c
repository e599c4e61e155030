/* Tries to uncover mount points from a user and mount namespace of its own, one an argument. */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>

/* What is mounted there can be taken away or made writable. */
static int is_open(const char *path)
{
	return umount2(path, MNT_DETACH) == 0 ||
	       mount(NULL, path, NULL, MS_REMOUNT | MS_BIND, NULL) == 0 ||
	       rename(path, "moved") == 0;
}

int main(int argc, char **argv)
{
	int result = unshare(CLONE_NEWUSER | CLONE_NEWNS);
	printf("namespace: %s\n", strerror(result < 0 ? errno : 0));
	for (int i = 1; i < argc; i++)
		printf("%s: %s\n", argv[i], is_open(argv[i]) ? "laid open" : "still there");
	return 0;
}
