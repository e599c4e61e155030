/* What a text of a policy means: a path, a store path, a block of addresses. Pure. */
#ifndef CB_POLICY_VALUES_H
#define CB_POLICY_VALUES_H

#include "policy/model.h"

/* A tagged path; `normal` tells whether it is absolute or anchored, and normal. */
struct cb_model_path cb_model_path_of(const char *text);

/* Length of "/nix/store/HASH-NAME" at the beginning of `path`, which ends there or goes on with a
 * slash; 0: there is none. */
size_t cb_store_path_len(const char *path);

/* A store path itself, or a normal path below one. */
bool cb_in_store_path(const char *path);

/* NAME of the store path that `path` is in; `path` is cb_in_store_path(). */
char *cb_store_path_name(const char *path);

/* `ADDRESS/BITS`, 192.0.2.0/24 or 2001:db8::/32, with no bit set behind the first BITS. */
bool cb_prefix_parse(const char *text, struct cb_prefix *ret);

#endif
