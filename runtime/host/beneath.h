/* Looking at what lies below directories that the sandbox will show writable, where the agent can
 * put a symbolic link anywhere: none is followed (L7). Part of facts. */
#ifndef CB_BELOW_H
#define CB_BELOW_H

#include "base/strv.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

struct cb_below_root {
	char *path;
	int fd; /* -1: it cannot be opened, and nothing is found below it */
};

struct cb_below {
	struct cb_below_root *roots;
	size_t root_count;
	bool failed; /* out of memory */
};

void cb_below_push(struct cb_below *below, const char *path);
void cb_below_clear(struct cb_below *below);

/* The deepest shown directory that holds `path`; NULL: none does. */
const struct cb_below_root *cb_below_root(const struct cb_below *below, const char *path);

/* Opens `path` from its root; -1 with errno, ELOOP where a symbolic link is in the way. */
int cb_below_open(const struct cb_below *below, const char *path, int flags);

/* What is at `path`: 1 and its stat, 0 nothing, -1 with errno something in the way. */
int cb_below_stat(const struct cb_below *below, const char *path, struct stat *ret);

/* The paths of what is in a directory, none where there is none; -1 with errno when that cannot be
 * told: who may write to a directory can also take away the right to list it. */
int cb_below_list(const struct cb_below *below, const char *path, struct cb_strv *ret);

#endif
