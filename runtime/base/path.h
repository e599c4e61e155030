/* Paths as text: never looks at the file system. */
#ifndef CB_BASE_PATH_H
#define CB_BASE_PATH_H

#include <stdbool.h>

/* Absolute, no empty, "." or ".." component, no trailing slash except for "/" itself. */
bool cb_path_is_normal(const char *path);

/* Takes "." and ".." out of an absolute path, in place; "/" becomes empty. */
void cb_path_make_normal(char *path);

/* `path` is `dir` or lies below it; both normal. */
bool cb_path_is_within(const char *path, const char *dir);

/* One of the two lies within the other: showing the one shows something of the other. */
bool cb_path_overlaps(const char *a, const char *b);

/* `rest` may be empty, and may be absolute: then it is the result. */
char *cb_path_join(const char *base, const char *rest);

#endif
