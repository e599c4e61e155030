/* Looks at what lies beneath directories that the sandbox will show writable, where the agent can
 * put a symbolic link anywhere: none is followed (L7). */
#ifndef CB_HOST_BENEATH_H
#define CB_HOST_BENEATH_H

#include "base/strv.h"

#include <stddef.h>
#include <sys/stat.h>

struct cb_beneath_root {
	char *path;
	int fd; /* -1: it cannot be opened, and nothing is found beneath it */
};

struct cb_beneath {
	struct cb_beneath_root *roots;
	size_t count, cap;
};

void cb_beneath_push(struct cb_beneath *beneath, const char *path);

/* Closes the roots. */
void cb_beneath_close(struct cb_beneath *beneath);

/* The deepest root that holds `path`; NULL: none does. */
const struct cb_beneath_root *cb_beneath_root(const struct cb_beneath *beneath, const char *path);

/* Opens `path` from its root; -1 with errno, ELOOP where a symbolic link is in the way. */
int cb_beneath_open(const struct cb_beneath *beneath, const char *path, int flags);

/* What is at `path`: 1 and its stat, 0 nothing, -1 with errno something in the way. */
int cb_beneath_stat(const struct cb_beneath *beneath, const char *path, struct stat *ret);

/* The paths of what is in a directory, none where there is none; -1 with errno when that cannot be
 * told: who may write to a directory can also take away the right to list it. */
int cb_beneath_list(const struct cb_beneath *beneath, const char *path, struct cb_strv *ret);

/* The bytes of a file of at most `limit` bytes; NULL with errno. */
char *cb_beneath_read(const struct cb_beneath *beneath, const char *path, size_t limit,
		      size_t *ret_size);

#endif
