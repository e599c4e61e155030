/* Removes state directories that are proved to be gone, each behind its lock. */
#include "commands/gc/act.h"

#include "act/remove.h"
#include "commands/gc/facts.h"
#include "host/read.h"

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

int cb_gc_begin(const struct cb_gc *gc, struct cb_error *err)
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
	int error = cb_remove_below(dir);
	if (unlinkat(gc->dir, name, AT_REMOVEDIR) < 0)
		return refuse(i, error ? error : errno, err);
	return 0;
}

int cb_gc_remove(const struct cb_gc *gc, struct cb_instance *i, struct cb_error *err)
{
	int lock = -1, result = 0, dir = cb_open_directory(gc->dir, i->name, RESOLVE_NO_XDEV);
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
