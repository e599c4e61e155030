/* Removes trees that agents wrote: of any depth, with names of any bytes and directories without
 * permissions. No path is ever followed, only one name in one open directory; no link is followed
 * and no mount point entered. */
#include "act/remove.h"

#include "base/number.h"
#include "host/read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <linux/openat2.h>

/* A tree on its way out. */
struct tree {
	int top;
	uint64_t next; /* name for the next directory that is moved up */
	int error;     /* the first that stands in the way; 0: none */
};

/* Emptying or moving a directory needs all rights in it. By descriptor: a chmod() of the name
 * would follow a link. */
static void allow(int dir, const char *name)
{
	char path[CB_FD_PATH_SIZE];
	int fd = openat(dir, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return;
	(void)chmod(cb_fd_path(path, fd), 0700);
	close(fd);
}

static void empty(struct tree *t, int dir);

/* A directory that holds something. In the top it is emptied; below, it is moved up to the top, to
 * be emptied from there. So two open directories are enough for any depth. */
static int remove_directory(struct tree *t, int dir, const char *name)
{
	char number[CB_NUMBER_SIZE];
	int result;
	allow(dir, name);
	if (dir == t->top) {
		int fd = cb_open_directory(dir, name, RESOLVE_NO_XDEV);
		if (fd < 0)
			return -1;
		empty(t, fd);
		close(fd);
		return unlinkat(dir, name, AT_REMOVEDIR);
	}
	do
		result = renameat(dir, name, t->top, cb_number(number, t->next++, 16, 1));
	while (result < 0 && (errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR));
	return result;
}

static int remove_entry(struct tree *t, int dir, const char *name)
{
	if (unlinkat(dir, name, 0) == 0)
		return 0;
	if (errno != EISDIR)
		return -1;
	if (unlinkat(dir, name, AT_REMOVEDIR) == 0)
		return 0;
	return errno == ENOTEMPTY || errno == EEXIST ? remove_directory(t, dir, name) : -1;
}

/* Goes over `dir` until nothing is left, or until nothing more can be removed: entries that move
 * while it is read may be passed over the first time. */
static void empty(struct tree *t, int dir)
{
	bool left, progress;
	do {
		struct cb_directory entries = { .fd = dir };
		const char *name;
		left = progress = false;
		lseek(dir, 0, SEEK_SET);
		while ((name = cb_directory_next(&entries))) {
			left = true;
			if (remove_entry(t, dir, name) == 0)
				progress = true;
			else if (!t->error)
				t->error = errno;
		}
		if (entries.error && !t->error)
			t->error = entries.error;
	} while (left && progress);
}

int cb_remove_below(int dir)
{
	char path[CB_FD_PATH_SIZE];
	struct tree t = { .top = dir };
	(void)chmod(cb_fd_path(path, dir), 0700);
	empty(&t, dir);
	return t.error;
}
