/* What a store path looks like. Pure. */
#ifndef CB_GEN_STORE_PATH_H
#define CB_GEN_STORE_PATH_H

#include <stdbool.h>
#include <stddef.h>

#define CB_STORE "/nix/store"

/* Length of "/nix/store/HASH-NAME" at the beginning of `path`, which ends there or goes on with a
 * slash; 0: there is none. */
size_t cb_store_path_len(const char *path);

/* A store path itself, or a normal path below one. */
bool cb_in_store_path(const char *path);

/* NAME of the store path that `path` is in, and its length; `path` is cb_in_store_path(). */
const char *cb_store_path_name(const char *path, size_t *ret_len);

#endif
