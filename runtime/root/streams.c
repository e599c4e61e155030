/* A file passed for reading, as by `< file`, belongs to the user, and the agent is that user:
 * fchmod(0), fsetxattr(0) and others change it without a descriptor for writing (L38). They fail on
 * a read-only mount, so the file is opened again by way of one. */
#include "root/streams.h"

#include "base/io.h"
#include "host/read.h"
#include "root/mount.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file without a name, as in memory or of a here-document, has nothing left to be changed. */
static bool is_for_reading(int fd, struct stat *st)
{
	return fstat(fd, st) == 0 && S_ISREG(st->st_mode) && st->st_nlink > 0 &&
	       (fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDONLY;
}

/* The same file by its path in this mount namespace; -1: it is not there. */
static int open_by_path(int fd, const struct stat *want)
{
	char link[CB_FD_PATH_SIZE], path[PATH_MAX];
	ssize_t len = readlink(cb_fd_path(link, fd), path, sizeof path - 1);
	if (len < 0)
		return -1;
	path[len] = '\0';
	struct stat st;
	int found = cb_open_plain(AT_FDCWD, path);
	if (found < 0 ||
	    (fstat(found, &st) == 0 && st.st_dev == want->st_dev && st.st_ino == want->st_ino))
		return found;
	close(found);
	errno = ENOENT;
	return -1;
}

static int reopen(int fd, const struct stat *st)
{
	char path[CB_FD_PATH_SIZE];
	off_t at = lseek(fd, 0, SEEK_CUR);
	int file = open_by_path(fd, st);
	int mount =
	    file < 0 ? -1 : cb_mount_clone(file, false, CB_MOUNT_READ_ONLY | CB_MOUNT_LIKE_BWRAP);
	int new = mount < 0 ? -1 : open(cb_fd_path(path, mount), O_RDONLY | O_CLOEXEC | O_NOCTTY);
	int result =
	    new < 0 || at < 0 || lseek(new, at, SEEK_SET) != at || dup2(new, fd) < 0 ? -1 : 0;
	cb_close(new);
	cb_close(mount);
	cb_close(file);
	return result;
}

int cb_streams_make_read_only(struct cb_error *err)
{
	static const char *const names[] = { "standard input", "standard output",
					     "standard error" };
	for (int fd = 0; fd <= 2; fd++) {
		struct stat st;
		if (!is_for_reading(fd, &st) || reopen(fd, &st) == 0)
			continue;
		cb_fail(err, CB_EXIT_REFUSED, "cannot pass the file that is %s read-only (%s)",
			names[fd], strerror(errno));
		return cb_hint(err, "pass it by a pipe: cat FILE | claudebox ...");
	}
	return 0;
}
