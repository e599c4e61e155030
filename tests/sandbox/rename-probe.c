/* In each directory given: a file and a directory are renamed, and a file is linked, from one
 * directory to another. Not `mv`, which copies where it cannot rename. Prints what failed. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void report(const char *dir, const char *what, int result)
{
	if (result < 0)
		printf("%s: %s: %s\n", dir, what, strerror(errno));
}

static void try(const char *dir)
{
	if (chdir(dir) < 0 || mkdir("probe", 0700) < 0 || chdir("probe") < 0) {
		report(dir, "beginning", -1);
		return;
	}
	report(dir, "making", mkdir("a", 0700) | mkdir("b", 0700) | mkdir("a/directory", 0700));
	close(open("a/file", O_WRONLY | O_CREAT, 0600));
	report(dir, "renaming a file", rename("a/file", "b/file"));
	report(dir, "renaming a directory", rename("a/directory", "b/directory"));
	report(dir, "linking a file", link("b/file", "a/link"));
	report(dir, "renaming a file upwards", rename("b/file", "../probe-file"));
	report(dir, "renaming a file downwards", rename("../probe-file", "b/directory/file"));
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		try(argv[i]);
	puts("done");
	return argc < 2;
}
