/* Depth first from directory descriptors: a name that becomes a link meanwhile is removed as a
 * link, never entered. */
#include "act-remove.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int cb_remove_tree(int dir, const char *name)
{
	if (unlinkat(dir, name, 0) == 0)
		return 0;
	if (errno != EISDIR && errno != EPERM)
		return -1;
	int fd = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return -1;
	fchmod(fd, 0700); /* a directory the agent has closed to its owner is still to be emptied */
	DIR *entries = fdopendir(fd);
	if (!entries) {
		close(fd);
		return -1;
	}
	int result = 0;
	for (const struct dirent *d; (d = readdir(entries));)
		if (strcmp(d->d_name, ".") != 0 && strcmp(d->d_name, "..") != 0 &&
		    cb_remove_tree(fd, d->d_name) < 0)
			result = -1;
	closedir(entries);
	return unlinkat(dir, name, AT_REMOVEDIR) < 0 ? -1 : result;
}
