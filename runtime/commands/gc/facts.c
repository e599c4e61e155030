/* Reads the state directories and the ways to their projects: a handful of system calls each, so
 * that ten thousand take no time. Writes nothing. */
#include "commands/gc/gc.h"

#include "base/memory.h"
#include "host/read.h"
#include "vocab/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* Finds the nearest part of the root's path that exists. Returns what root_error becomes: ENOENT
 * when the absence of the rest was really seen. */
static int look_above(const struct cb_gc *gc, struct cb_instance *i, char *path)
{
	struct stat st;
	i->above = 1;
	for (char *end = path;; *end = '/') {
		bool last = !*(end = strchrnul(end + 1, '/'));
		*end = '\0';
		if (stat(path, &st) < 0)
			break;
		i->above = (size_t)(end - path);
		if (last)
			return 0; /* it came back meanwhile */
	}
	if (errno != ENOENT)
		return errno;
	i->is_dangling = lstat(path, &st) == 0;
	path[i->above] = '\0';
	i->above_filesystem = cb_filesystem_name(path, gc->device);
	int error = list(path, &i->above_empty);
	return error ? error : ENOENT;
}

void cb_gc_look(const struct cb_gc *gc, struct cb_instance *i)
{
	struct stat st;
	i->root_error = stat(i->root, &st) < 0 ? errno : 0;
	if (i->root_error == ENOENT)
		i->root_error = look_above(gc, i, cb_strdup(i->root));
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

/* A small text; NULL: there is none, or it cannot be read, or it has a NUL in it. */
static char *read_text(int dir, const char *name)
{
	size_t size;
	char *block = cb_file_read_at(dir, name, PATH_MAX, false, &size);
	char *text = block && strlen(block) == size ? cb_strdup(block) : NULL;
	free(block);
	return text;
}

static void read_instance(const struct cb_gc *gc, struct cb_instance *i)
{
	struct stat st;
	int fd = cb_open_directory(gc->dir, i->name, RESOLVE_NO_XDEV);
	if (fd < 0)
		return;
	i->is_own = fstat(fd, &st) == 0 && st.st_uid == gc->uid;
	i->root = read_text(fd, "project-root");
	if (i->root && i->root[0] != '/')
		i->root = NULL;
	if (i->root)
		cb_gc_look(gc, i);
	if (!i->root || i->root_error) {
		i->filesystem = read_text(fd, CB_STATE_FILESYSTEM);
		i->is_held = is_held(fd);
	}
	close(fd);
}

/* 0, or an error. */
static int read_entries(struct cb_gc *gc)
{
	struct cb_directory entries = { .fd = gc->dir };
	const char *name;
	size_t rests = 0;
	while ((name = cb_directory_next(&entries))) {
		struct cb_instance i = { .name = cb_strdup(name) };
		read_instance(gc, &i);
		i.reason = cb_gc_decide(&i);
		/* Rests come first: the name they take is needed when the same is gone again. */
		gc->items = cb_grow(gc->items, gc->len, &gc->cap, sizeof *gc->items);
		gc->items[gc->len++] = i;
		if (i.reason == CB_GC_REST) {
			gc->items[gc->len - 1] = gc->items[rests];
			gc->items[rests++] = i;
		}
	}
	return entries.error;
}

static int refuse_home(struct cb_error *err, const char *home, const char *why)
{
	cb_fail(err, CB_EXIT_REFUSED, "cannot look at %s/" CB_STATE_HOME "/projects (%s)", home,
		why);
	return cb_hint(err, "it must be a directory of your own; nothing was changed");
}

int cb_gc_read(const char *home, uid_t uid, struct cb_gc *ret, struct cb_error *err)
{
	struct stat st;
	const char *path = cb_format("%s/" CB_STATE_HOME "/projects", home);
	*ret = (struct cb_gc) { .dir = cb_open_directory(AT_FDCWD, path, 0), .uid = uid };
	if (ret->dir < 0)
		return errno == ENOENT ? 0 : refuse_home(err, home, strerror(errno));
	if (fstat(ret->dir, &st) < 0 || st.st_uid != uid)
		return refuse_home(err, home, "it belongs to another user");
	ret->device = st.st_dev;
	int error = read_entries(ret);
	return error ? refuse_home(err, home, strerror(error)) : 0;
}
