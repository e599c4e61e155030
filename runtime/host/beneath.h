/* Looking at what lies below directories that the sandbox will show writable, where the agent can
 * put a symbolic link anywhere: none is followed (L7). Part of facts. */
#ifndef CB_HOST_BENEATH_H
#define CB_HOST_BENEATH_H

#include "base/strv.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

struct cb_beneath_root {
	char *path;
	int fd; /* -1: it cannot be opened, and nothing is found below it */
};

struct cb_beneath {
	struct cb_beneath_root *roots;
	size_t root_count;
	bool failed; /* out of memory */
};

void cb_beneath_push(struct cb_beneath *below, const char *path);
void cb_beneath_clear(struct cb_beneath *below);

/* The deepest shown directory that holds `path`; NULL: none does. */
const struct cb_beneath_root *cb_beneath_root(const struct cb_beneath *below, const char *path);

/* Opens `path` from its root; -1 with errno, ELOOP where a symbolic link is in the way. */
int cb_beneath_open(const struct cb_beneath *below, const char *path, int flags);

/* What is at `path`: 1 and its stat, 0 nothing, -1 with errno something in the way. */
int cb_beneath_stat(const struct cb_beneath *below, const char *path, struct stat *ret);

/* The paths of what is in a directory, none where there is none; -1 with errno when that cannot be
 * told: who may write to a directory can also take away the right to list it. */
int cb_beneath_list(const struct cb_beneath *below, const char *path, struct cb_strv *ret);

#endif
