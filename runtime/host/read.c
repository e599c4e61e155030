/* The system calls that the readers of the host are made of. */
#include "host/read.h"

#include "base/io.h"
#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <linux/openat2.h>

char *cb_fd_path(char buffer[CB_FD_PATH_SIZE], int fd)
{
	snprintf(buffer, CB_FD_PATH_SIZE, "/proc/self/fd/%d", fd);
	return buffer;
}

char *cb_real_path(const char *path)
{
	int fd = openat(AT_FDCWD, path, O_PATH | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	char link[CB_FD_PATH_SIZE], *real = cb_read_link(cb_fd_path(link, fd));
	cb_close(fd);
	if (!real || real[0] == '/')
		return real;
	errno = ENOENT;
	return NULL;
}

char *cb_read_link(const char *path)
{
	char target[PATH_MAX];
	ssize_t len = readlink(path, target, sizeof target - 1);
	return len < 0 ? NULL : cb_strndup(target, (size_t)len);
}

char *cb_file_read_fd(int fd, size_t limit, size_t *ret_size)
{
	struct stat st;
	if (fstat(fd, &st) < 0)
		return NULL;
	if (!S_ISREG(st.st_mode) || st.st_size < 0 || (size_t)st.st_size > limit) {
		errno = EFBIG;
		return NULL;
	}
	/* st_size is only a hint: it is 0 in /proc and /sys, and a file may grow meanwhile. */
	size_t size = 0, cap = st.st_size < 4096 ? 4096 : (size_t)st.st_size + 2;
	char *data = cb_alloc(cap, 1);
	while (size < limit) {
		data = cb_grow(data, size + 1, &cap, 1);
		size_t room = (cap - 1 < limit ? cap - 1 : limit) - size;
		ssize_t n = read(fd, data + size, room);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			int saved = errno;
			free(data);
			errno = saved;
			return NULL;
		}
		size += (size_t)n;
		if (n == 0 || size == (size_t)st.st_size)
			break;
	}
	data[size] = '\0';
	*ret_size = size;
	return data;
}

struct cb_contents cb_contents_read(const char *path, size_t limit)
{
	struct cb_contents c = { 0 };
	c.text = cb_file_read(path, limit, false, &c.size);
	c.error = c.text ? 0 : errno;
	return c;
}

char *cb_file_read(const char *path, size_t limit, bool follow, size_t *ret_size)
{
	return cb_file_read_at(AT_FDCWD, path, limit, follow, ret_size);
}

char *cb_file_read_at(int dir, const char *path, size_t limit, bool follow, size_t *ret_size)
{
	/* O_NONBLOCK: a FIFO in place of a file must not block the launch. */
	int fd = openat(dir, path,
			O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (follow ? 0 : O_NOFOLLOW));
	if (fd < 0)
		return NULL;
	char *data = cb_file_read_fd(fd, limit, ret_size);
	cb_close(fd);
	return data;
}

const char *cb_directory_next(struct cb_directory *e)
{
	for (;;) {
		if (e->at == e->len) {
			long len = syscall(SYS_getdents64, e->fd, e->buffer, sizeof e->buffer);
			e->error = len < 0 ? errno : 0;
			e->at = 0;
			e->len = len < 0 ? 0 : (size_t)len;
		}
		if (e->len == 0)
			return NULL;
		const struct dirent *entry = (const void *)(e->buffer + e->at);
		const char *name = entry->d_name;
		e->type = entry->d_type;
		e->at += entry->d_reclen;
		if (name[0] != '.' || (name[1] && (name[1] != '.' || name[2])))
			return name;
	}
}

int cb_open(int dir, const char *path, int flags, uint64_t resolve)
{
	const struct open_how how = { .flags = (unsigned)flags | O_CLOEXEC,
				      .resolve = RESOLVE_NO_SYMLINKS | resolve };
	return (int)syscall(SYS_openat2, dir, path, &how, sizeof how);
}

int cb_open_plain(int dir, const char *path)
{
	return cb_open(dir, path, O_PATH, 0);
}

int cb_open_directory(int dir, const char *name, uint64_t resolve)
{
	return cb_open(dir, name, O_RDONLY | O_DIRECTORY, resolve);
}

bool cb_is_directory_of(const char *path, uid_t uid)
{
	struct stat st;
	return path && path[0] == '/' && stat(path, &st) == 0 && S_ISDIR(st.st_mode) &&
	       st.st_uid == uid;
}

bool cb_is_program(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

char *cb_filesystem_name(const char *path, dev_t home_device)
{
	struct stat st;
	struct statfs fs;
	struct utsname host;
	if (stat(path, &st) < 0 || statfs(path, &fs) < 0 || uname(&host) < 0)
		return cb_strdup("");
	if (st.st_dev == home_device)
		return cb_strdup("home");
	const unsigned *id = (const unsigned *)fs.f_fsid.__val;
	return id[0] | id[1] ? cb_format("%08x%08x %s", id[0], id[1], host.nodename)
			     : cb_strdup("");
}
