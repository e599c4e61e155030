/* A map from paths to row numbers that can be asked about a path and all its ancestors, so that
 * comparing every row with every other stays linear. Pure. */
#ifndef CB_GEN_PATH_SET_H
#define CB_GEN_PATH_SET_H

#include "vocab/policy.h"

struct cb_path_slot {
	const char *text; /* NULL: free */
	size_t len;
	enum cb_anchor anchor;
	size_t row;
};

struct cb_path_set {
	struct cb_path_slot *slots;
	size_t room; /* a power of two, at least twice what it is made for */
};

#define cleanup_path_set __attribute__((cleanup(cb_path_set_clear)))

/* For at most `count` paths. */
bool cb_path_set_init(struct cb_path_set *set, size_t count);

/* `text` is `len` characters; it stays the caller's. A path that is there keeps its first row. */
void cb_path_set_put(struct cb_path_set *set, enum cb_anchor anchor, const char *text, size_t len,
		     size_t row);
const size_t *cb_path_set_get(const struct cb_path_set *set, enum cb_anchor anchor,
			      const char *text, size_t len);

/* The row of the nearest proper ancestor of `path` that is in the set, "/" and the anchor itself
 * among them. */
const size_t *cb_path_set_above(const struct cb_path_set *set, struct cb_path path);

void cb_path_set_clear(struct cb_path_set *set);

#endif
