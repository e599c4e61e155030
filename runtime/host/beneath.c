/* Opens files beneath the shown directories by openat2(), which resolves no link. */
#include "host/beneath.h"

#include "base/io.h"
#include "base/path.h"
#include "host/read.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <linux/openat2.h>

void cb_beneath_push(struct cb_beneath *b, const char *path)
{
	b->roots = cb_grow(b->roots, b->count, &b->cap, sizeof *b->roots);
	b->roots[b->count++] =
	    (struct cb_beneath_root) { cb_strdup(path),
				       openat(AT_FDCWD, path, O_PATH | O_DIRECTORY | O_CLOEXEC) };
}

void cb_beneath_close(struct cb_beneath *b)
{
	for (size_t i = 0; i < b->count; i++)
		cb_close(b->roots[i].fd);
	*b = (struct cb_beneath) { 0 };
}

const struct cb_beneath_root *cb_beneath_root(const struct cb_beneath *b, const char *path)
{
	const struct cb_beneath_root *best = NULL;
	for (size_t i = 0; i < b->count; i++)
		if (cb_path_is_within(path, b->roots[i].path) &&
		    (!best || strlen(b->roots[i].path) > strlen(best->path)))
			best = &b->roots[i];
	return best;
}

int cb_beneath_open(const struct cb_beneath *b, const char *path, int flags)
{
	const struct cb_beneath_root *root = cb_beneath_root(b, path);
	if (!root) {
		errno = ENOENT;
		return -1;
	}
	const char *rest = path + strlen(root->path);
	return cb_open(root->fd, *rest ? rest + 1 : ".", flags, RESOLVE_BENEATH);
}

int cb_beneath_stat(const struct cb_beneath *b, const char *path, struct stat *ret)
{
	int fd = cb_beneath_open(b, path, O_PATH);
	if (fd < 0)
		return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
	int result = fstat(fd, ret);
	close(fd);
	return result < 0 ? -1 : 1;
}

int cb_beneath_list(const struct cb_beneath *b, const char *path, struct cb_strv *ret)
{
	int fd = cb_beneath_open(b, path, O_RDONLY | O_DIRECTORY);
	if (fd < 0)
		return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
	struct cb_directory entries = { .fd = fd };
	for (const char *name; (name = cb_directory_next(&entries));)
		cb_strv_take(ret, cb_path_join(path, name));
	close(fd);
	errno = entries.error;
	return errno ? -1 : 0;
}

char *cb_beneath_read(const struct cb_beneath *b, const char *path, size_t limit, size_t *ret_size)
{
	int fd = cb_beneath_open(b, path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
	char *text = fd < 0 ? NULL : cb_file_read_fd(fd, limit, ret_size);
	cb_close(fd);
	return text;
}
