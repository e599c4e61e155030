/* The ways to look at the host: nothing is written, nothing decided, no program run. */
#ifndef CB_HOST_READ_H
#define CB_HOST_READ_H

#include "host/facts.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The real path of what `path` leads to; NULL with errno when there is nothing. Three system
 * calls whatever its depth, where realpath() needs one for each component. */
char *cb_real_path(const char *path);

/* What the symbolic link `path` says; NULL: it is none. */
char *cb_read_link(const char *path);

/* The bytes of a regular file of at most `limit` bytes, NUL-terminated; NULL with errno, EFBIG for
 * what is larger or no file. A symbolic link as last component is followed only when `follow`. */
char *cb_file_read(const char *path, size_t limit, bool follow, size_t *ret_size);
char *cb_file_read_at(int dir, const char *path, size_t limit, bool follow, size_t *ret_size);
char *cb_file_read_fd(int fd, size_t limit, size_t *ret_size);

/* The same of a file that may not be there, with the difference; no link is followed. */
struct cb_contents cb_contents_read(const char *path, size_t limit);

/* Opens `path` with no symbolic link on the way nor at its end; `resolve`: what else of RESOLVE_…
 * holds, as no mount point on the way. -1 with errno, ELOOP for a link. For its place alone, or as
 * a directory for reading. */
int cb_open(int dir, const char *path, int flags, uint64_t resolve);
int cb_open_plain(int dir, const char *path);
int cb_open_directory(int dir, const char *name, uint64_t resolve);

/* The entries of an open directory, without "." and ".."; zero it but for `fd`, which stays the
 * caller's. Nothing is allocated, so a directory of any size can be read. */
struct cb_directory {
	int fd;
	int error;          /* why it ended early; 0: it did not */
	unsigned char type; /* of the last one, as DT_REG; not every file system tells */
	size_t at, len;
	_Alignas(8) char buffer[2048];
};

/* The next name, valid until the next call; NULL: that was all. */
const char *cb_directory_next(struct cb_directory *entries);

/* What a descriptor is called in /proc, where even an O_PATH one can be used. */
#define CB_FD_PATH_SIZE 40
char *cb_fd_path(char buffer[CB_FD_PATH_SIZE], int fd);

bool cb_is_directory_of(const char *path, uid_t uid);
bool cb_is_program(const char *path);

/* Names the file system that `path` is on, so that it is known again another day: `home`, where it
 * is the one with `home_device`; else `ID HOST`, its own id and this machine's name, since machines
 * that share a home have disks of their own. Empty: it cannot be asked, or has no id (NFS). */
char *cb_filesystem_name(const char *path, dev_t home_device);

#endif
