/* Removes state directories that are proved to be gone, each behind its lock. */
#include "commands/gc/gc.h"

#include "act/remove.h"
#include "base/memory.h"
#include "host/read.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
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

static int refuse_instance(const struct cb_instance *i, int error, struct cb_error *err)
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

/* Looks again, renames it so that no launch finds it, and empties it. */
static int remove_locked(const struct cb_gc *gc, struct cb_instance *i, int dir,
			 struct cb_error *err)
{
	const char *name = i->name;
	if (i->reason != CB_GC_REST) {
		cb_gc_look(gc, i);
		i->reason = cb_gc_decide(i);
		if (cb_gc_verdict(i->reason) != CB_GC_GONE)
			return 0;
		name = cb_format(CB_GC_PREFIX "%s", i->name);
		if (syscall(SYS_renameat2, gc->dir, i->name, gc->dir, name, RENAME_NOREPLACE) < 0)
			return refuse_instance(i, errno, err);
	}
	int error = cb_remove_below(dir);
	if (unlinkat(gc->dir, name, AT_REMOVEDIR) < 0)
		return refuse_instance(i, error ? error : errno, err);
	return 0;
}

int cb_gc_remove(const struct cb_gc *gc, struct cb_instance *i, struct cb_error *err)
{
	int lock = -1, result = 0, dir = cb_open_directory(gc->dir, i->name, RESOLVE_NO_XDEV);
	if (dir < 0)
		return refuse_instance(i, errno, err);
	if (lock_instance(dir, &lock))
		result = remove_locked(gc, i, dir, err);
	else
		i->reason = CB_GC_RUNNING;
	if (lock >= 0)
		close(lock);
	close(dir);
	return result;
}
