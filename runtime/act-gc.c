/* Removes state directories. What lies in them was written by agents: trees of any depth, names of
 * any bytes, directories without permissions. No path is ever followed, only one name in one open
 * directory; no link is followed and no mount point entered. */
#include "act-gc.h"

#include "facts-gc.h"
#include "look.h"
#include "number.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/fs.h>
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
	(void)chmod(cb_look_fd_path(path, fd), 0700);
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
		int fd = cb_gc_open(dir, name, RESOLVE_NO_XDEV);
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
		struct cb_entries entries = { .fd = dir };
		const char *name;
		left = progress = false;
		lseek(dir, 0, SEEK_SET);
		while ((name = cb_look_next(&entries))) {
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

int cb_act_gc_begin(const struct cb_gc *gc, struct cb_error *err)
{
	/* Any other failure is a file system that cannot lock directories (NFS). */
	if (flock(gc->dir, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
		return 0;
	cb_fail(err, CB_EXIT_REFUSED, "not started (another --gc is running)");
	return cb_hint(err, "wait for it; nothing was changed");
}

static int refuse(const struct cb_instance *i, int error, struct cb_error *err)
{
	cb_fail(err, CB_EXIT_REFUSED, "cannot remove the state %s (%s)", i->name, strerror(error));
	return cb_hint(err, error == EXDEV || error == EBUSY
				? "something is mounted in it: unmount that first"
				: "the rest of it is kept");
}

/* Nobody can start a sandbox with this state while the lock is held. True: locked, or there is no
 * lock because no launch came that far. */
static bool lock_instance(int instance, int *ret_lock)
{
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	*ret_lock = cb_gc_open_lock(instance);
	if (*ret_lock < 0)
		return errno == ENOENT;
	return fcntl(*ret_lock, F_OFD_SETLK, &lock) == 0;
}

/* Takes it out of the launches' sight; from here on the next --gc finishes what this one began. */
static int set_aside(const struct cb_gc *gc, const struct cb_instance *i, char *ret_name)
{
	bool rest = i->reason == CB_GC_REST;
	stpcpy(stpcpy(ret_name, rest ? "" : CB_GC_PREFIX), i->name);
	return rest ? 0
		    : (int)syscall(SYS_renameat2, gc->dir, i->name, gc->dir, ret_name,
				   RENAME_NOREPLACE);
}

static int remove_locked(const struct cb_gc *gc, struct cb_instance *i, int dir,
			 struct cb_error *err)
{
	char name[sizeof CB_GC_PREFIX + 64];
	if (i->reason != CB_GC_REST) {
		cb_gc_look(i);
		i->reason = cb_gc_decide(gc, i);
	}
	if (cb_gc_verdict(i->reason) != CB_GC_GONE)
		return 0;
	if (set_aside(gc, i, name) < 0)
		return refuse(i, errno, err);
	struct tree t = { .top = dir };
	allow(gc->dir, name);
	empty(&t, dir);
	if (unlinkat(gc->dir, name, AT_REMOVEDIR) < 0)
		return refuse(i, t.error ? t.error : errno, err);
	return 0;
}

int cb_act_gc_remove(const struct cb_gc *gc, struct cb_instance *i, struct cb_error *err)
{
	int lock = -1, result = 0, dir = cb_gc_open(gc->dir, i->name, RESOLVE_NO_XDEV);
	if (dir < 0)
		return refuse(i, errno, err);
	if (lock_instance(dir, &lock))
		result = remove_locked(gc, i, dir, err);
	else
		i->reason = CB_GC_RUNNING;
	if (lock >= 0)
		close(lock);
	close(dir);
	return result;
}
