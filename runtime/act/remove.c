/* Removes trees that agents wrote: of any depth, with names of any bytes and directories without
 * permissions. It opens one name in one open directory at a time; it follows no link and enters no
 * mount point. */
#include "act/remove.h"

#include "host/read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <linux/openat2.h>

/* A tree that is being removed. */
struct removal {
	int top;
	unsigned long next; /* name for the next directory that is moved up to `top` */
	int error;          /* the first that stands in the way; 0: none */
};

/* Emptying or moving a directory needs all rights in it. By descriptor: a chmod() of the name
 * would follow a link. */
static void gain_access(int dir, const char *name)
{
	char path[CB_FD_PATH_SIZE];
	int fd = openat(dir, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return;
	(void)chmod(cb_fd_path(path, fd), 0700);
	close(fd);
}

static void empty_directory(struct removal *r, int dir);

/* A directory that is not empty. In `top` it is emptied; below, it is moved up to `top` under a
 * number, to be emptied from there. So two open directories are enough for any depth. */
static int remove_full_directory(struct removal *r, int dir, const char *name)
{
	char number[24];
	int result;
	gain_access(dir, name);
	if (dir == r->top) {
		int fd = cb_open_directory(dir, name, RESOLVE_NO_XDEV);
		if (fd < 0)
			return -1;
		empty_directory(r, fd);
		close(fd);
		return unlinkat(dir, name, AT_REMOVEDIR);
	}
	do {
		snprintf(number, sizeof number, "%lx", r->next++);
		result = renameat(dir, name, r->top, number);
	} while (result < 0 && (errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR));
	return result;
}

static int remove_entry(struct removal *r, int dir, const char *name)
{
	if (unlinkat(dir, name, 0) == 0)
		return 0;
	if (errno != EISDIR)
		return -1;
	if (unlinkat(dir, name, AT_REMOVEDIR) == 0)
		return 0;
	return errno == ENOTEMPTY || errno == EEXIST ? remove_full_directory(r, dir, name) : -1;
}

/* Reads `dir` again until it is empty or nothing more can be removed: a reading may miss entries
 * that are moved meanwhile. */
static void empty_directory(struct removal *r, int dir)
{
	bool left, progress;
	do {
		struct cb_directory entries = { .fd = dir };
		const char *name;
		left = progress = false;
		lseek(dir, 0, SEEK_SET);
		while ((name = cb_directory_next(&entries))) {
			left = true;
			if (remove_entry(r, dir, name) == 0)
				progress = true;
			else if (!r->error)
				r->error = errno;
		}
		if (entries.error && !r->error)
			r->error = entries.error;
	} while (left && progress);
}

int cb_remove_below(int dir)
{
	char path[CB_FD_PATH_SIZE];
	struct removal r = { .top = dir };
	(void)chmod(cb_fd_path(path, dir), 0700);
	empty_directory(&r, dir);
	return r.error;
}
