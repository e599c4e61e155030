/* Reads the state directories and the ways to their projects: a handful of system calls each, so
 * that ten thousand take no time. Writes nothing. */
#include "commands/gc/facts.h"

#include "host/read.h"
#include "plan/instance.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/magic.h>
#include <linux/openat2.h>

int cb_gc_open_lock(int instance)
{
	return openat(instance, "lock", O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

/* 0 with *ret_empty, or the error of listing it. */
static int list(const char *path, bool *ret_empty)
{
	struct cb_directory entries = { .fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) };
	if (entries.fd < 0)
		return errno;
	*ret_empty = !cb_directory_next(&entries);
	close(entries.fd);
	return entries.error;
}

/* The nearest part of the root's path that exists, and what stands behind it. Returns what
 * root_error becomes: ENOENT when the absence of the rest was really seen. */
static int look_above(struct cb_instance *i, char *path)
{
	struct stat st;
	i->above = 1;
	i->above_empty = true;
	for (char *end = path;; *end = '/') {
		bool last = !*(end = strchrnul(end + 1, '/'));
		*end = '\0';
		if (stat(path, &st) < 0)
			break;
		i->above = (size_t)(end - path);
		i->above_dev = st.st_dev;
		if (last)
			return 0; /* it came back meanwhile */
	}
	if (errno != ENOENT)
		return errno;
	i->is_dangling = lstat(path, &st) == 0;
	path[i->above] = '\0';
	int error = list(path, &i->above_empty);
	return error ? error : ENOENT;
}

void cb_gc_look(struct cb_instance *i)
{
	struct stat st;
	i->root_error = stat(i->root, &st) < 0 ? errno : 0;
	if (i->root_error != ENOENT)
		return;
	char *path = strdup(i->root);
	i->root_error = path ? look_above(i, path) : ENOMEM;
	free(path);
}

/* bwrap holds a read lock while its sandbox runs. */
static bool is_held(int instance)
{
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	int fd = cb_gc_open_lock(instance);
	if (fd < 0)
		return errno != ENOENT;
	bool held = fcntl(fd, F_OFD_GETLK, &lock) < 0 || lock.l_type != F_UNLCK;
	close(fd);
	return held;
}

static void read_instance(const struct cb_gc *gc, struct cb_instance *i)
{
	struct stat st;
	int fd = cb_open_directory(gc->dir, i->name, RESOLVE_NO_XDEV);
	if (fd < 0)
		return;
	i->is_own = fstat(fd, &st) == 0 && st.st_uid == gc->uid;
	size_t size;
	char *text = cb_file_read_at(fd, "project-root", PATH_MAX, false, &size);
	if (text && text[0] == '/' && strlen(text) == size)
		i->root = strdup(text);
	free(text);
	if (i->root)
		cb_gc_look(i);
	if (!i->root || i->root_error)
		i->is_held = is_held(fd);
	close(fd);
}

/* 0, or an error. */
static int read_entries(struct cb_gc *gc)
{
	struct cb_directory entries = { .fd = gc->dir };
	const char *name;
	size_t rests = 0;
	while ((name = cb_directory_next(&entries))) {
		if (gc->len == gc->cap) {
			size_t cap = gc->cap ? gc->cap * 2 : 64;
			struct cb_instance *items = reallocarray(gc->items, cap, sizeof *items);
			if (!items)
				return ENOMEM;
			gc->items = items;
			gc->cap = cap;
		}
		struct cb_instance i = { .name = strdup(name) };
		if (!i.name)
			return ENOMEM;
		read_instance(gc, &i);
		i.reason = cb_gc_decide(gc, &i);
		/* Rests come first: the name they take is needed when the same is gone again. */
		gc->items[gc->len++] = i;
		if (i.reason == CB_GC_REST) {
			gc->items[gc->len - 1] = gc->items[rests];
			gc->items[rests++] = i;
		}
	}
	return entries.error;
}

/* On a home that several machines share, the local disks of another one look like gone. */
static bool is_shared(int fd)
{
	struct statfs fs;
	if (fstatfs(fd, &fs) < 0)
		return true;
	switch ((uint32_t)fs.f_type) {
	case NFS_SUPER_MAGIC:
	case SMB_SUPER_MAGIC:
	case CIFS_SUPER_MAGIC:
	case SMB2_SUPER_MAGIC:
	case CEPH_SUPER_MAGIC:
	case AFS_SUPER_MAGIC:
	case V9FS_MAGIC:
	case FUSE_SUPER_MAGIC:
		return true;
	default:
		return false;
	}
}

static void add_known(struct cb_gc *gc, dev_t dev)
{
	if (gc->known_count < CB_GC_DEVICES)
		gc->known[gc->known_count++] = dev;
}

/* A place of fstab: its file system, or that there is none now. */
static bool read_place(struct cb_gc *gc, const char *place)
{
	struct stat st, up;
	char *parent = cb_concat(place, "/..", NULL);
	if (!parent)
		return false;
	if (stat(place, &st) == 0 && stat(parent, &up) == 0 &&
	    (st.st_dev != up.st_dev || st.st_ino == up.st_ino))
		add_known(gc, st.st_dev);
	else
		cb_strv_push(&gc->unmounted, place);
	free(parent);
	return !gc->unmounted.failed;
}

#define FSTAB_LIMIT ((size_t)65536)

/* Without it only the home's own file system is known. */
static int read_fstab(struct cb_gc *gc, struct cb_error *err)
{
	cleanup_strv struct cb_strv places = { 0 };
	size_t size;
	char *text = cb_file_read("/etc/fstab", FSTAB_LIMIT, true, &size);
	if (!text)
		return 0;
	cb_gc_places(text, &places);
	free(text);
	bool ok = !places.failed;
	for (size_t i = 0; ok && i < places.len; i++)
		ok = read_place(gc, places.items[i]);
	return ok ? 0 : cb_fail_memory(err);
}

static int refuse(struct cb_error *err, const char *home, const char *why)
{
	cb_fail(err, CB_EXIT_REFUSED, "cannot look at %s/" CB_STATE_HOME "/projects (%s)", home,
		why);
	return cb_hint(err, "it must be a directory of your own; nothing was changed");
}

static int read_all(struct cb_gc *gc, const char *home, struct cb_error *err)
{
	struct stat st;
	char *path = cb_concat(home, "/" CB_STATE_HOME "/projects", NULL);
	if (!path)
		return cb_fail_memory(err);
	gc->dir = cb_open_directory(AT_FDCWD, path, 0);
	free(path);
	if (gc->dir < 0)
		return errno == ENOENT ? 0 : refuse(err, home, strerror(errno));
	if (fstat(gc->dir, &st) < 0 || st.st_uid != gc->uid)
		return refuse(err, home, "it belongs to another user");
	if (!is_shared(gc->dir) && read_fstab(gc, err) < 0)
		return -1;
	add_known(gc, st.st_dev);
	int error = read_entries(gc);
	return error ? refuse(err, home, strerror(error)) : 0;
}

int cb_gc_read(const char *home, uid_t uid, struct cb_gc *ret, struct cb_error *err)
{
	struct cb_gc gc = { .dir = -1, .uid = uid };
	if (read_all(&gc, home, err) < 0) {
		cb_gc_clear(&gc);
		return -1;
	}
	*ret = gc;
	return 0;
}

void cb_gc_clear(struct cb_gc *gc)
{
	for (size_t i = 0; i < gc->len; i++) {
		free(gc->items[i].name);
		free(gc->items[i].root);
	}
	free(gc->items);
	cb_strv_clear(&gc->unmounted);
	if (gc->dir >= 0)
		close(gc->dir);
	*gc = (struct cb_gc) { .dir = -1 };
}
