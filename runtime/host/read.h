/* Primitives for reading the host. Nothing is written, no program is run. */
#ifndef CB_HOST_READ_H
#define CB_HOST_READ_H

#include "host/facts.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The real path of `path`; NULL with errno. Three system calls, where realpath() needs one for each
 * component. */
char *cb_real_path(const char *path);

/* The target of the symbolic link `path`; NULL: it is no link. */
char *cb_read_link(const char *path);

/* The contents of a regular file of at most `limit` bytes, NUL-terminated. NULL with errno: EFBIG
 * where it is larger or no regular file. With `follow` the last component may be a link. */
char *cb_file_read(const char *path, size_t limit, bool follow, size_t *ret_size);
char *cb_file_read_at(int dir, const char *path, size_t limit, bool follow, size_t *ret_size);
char *cb_file_read_fd(int fd, size_t limit, size_t *ret_size);

/* The same without following a link, where a missing file and an unreadable one are told apart. */
struct cb_contents cb_contents_read(const char *path, size_t limit);

/* Opens `path` without following any symbolic link; `resolve` adds flags of openat2(). -1 with
 * errno, ELOOP for a link. cb_open_plain() opens with O_PATH, cb_open_directory() for reading. */
int cb_open(int dir, const char *path, int flags, uint64_t resolve);
int cb_open_plain(int dir, const char *path);
int cb_open_directory(int dir, const char *name, uint64_t resolve);

/* Reads the entries of an open directory, without "." and "..". Set `fd`, which stays the caller's,
 * and zero the rest. Nothing is allocated. */
struct cb_directory {
	int fd;
	int error;          /* why it ended early; 0: it did not */
	unsigned char type; /* of the last entry: DT_REG, …; DT_UNKNOWN on some file systems */
	size_t at, len;
	_Alignas(8) char buffer[2048];
};

/* The next name, valid until the next call; NULL: there are no more. */
const char *cb_directory_next(struct cb_directory *entries);

/* The path of a descriptor in /proc, by which even one opened with O_PATH can be used. */
#define CB_FD_PATH_SIZE 40
char *cb_fd_path(char buffer[CB_FD_PATH_SIZE], int fd);

bool cb_is_directory_of(const char *path, uid_t uid);
bool cb_is_program(const char *path);

/* A name for the file system that `path` is on, which stays the same at later launches: `home`
 * where its device is `home_device`; else `ID HOST`, with this machine's name, since machines that
 * share a home have disks of their own. Empty where there is no id (NFS). */
char *cb_filesystem_name(const char *path, dev_t home_device);

#endif
