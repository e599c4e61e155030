/* Looks at files beneath directories that the sandbox shows. The agent can put a symbolic link
 * anywhere in them, and none is followed (L7). */
#ifndef CB_HOST_BENEATH_H
#define CB_HOST_BENEATH_H

#include "base/strv.h"

#include <stddef.h>
#include <sys/stat.h>

struct cb_beneath_root {
	char *path;
	int fd; /* -1: it could not be opened, and nothing is found beneath it */
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

/* Opens `path` beneath its root. -1 with errno: ELOOP where a symbolic link is in the way. */
int cb_beneath_open(const struct cb_beneath *beneath, const char *path, int flags);

/* 1: something is at `path`, with its stat; 0: nothing is; -1 with errno: it cannot be told. */
int cb_beneath_stat(const struct cb_beneath *beneath, const char *path, struct stat *ret);

/* Appends the paths of a directory's entries; none where there is no directory. -1 with errno where
 * it cannot be listed: whoever can write to a directory can take away that right. */
int cb_beneath_list(const struct cb_beneath *beneath, const char *path, struct cb_strv *ret);

/* The bytes of a file of at most `limit` bytes; NULL with errno. */
char *cb_beneath_read(const struct cb_beneath *beneath, const char *path, size_t limit,
		      size_t *ret_size);

#endif
