/* Open addressing with FNV-1a; the table is made once in its final size. */
#include "path-set.h"

#include <stdlib.h>
#include <string.h>

bool cb_path_set_init(struct cb_path_set *set, size_t count)
{
	set->room = 16;
	while (set->room < 2 * count)
		set->room *= 2;
	set->slots = calloc(set->room, sizeof *set->slots);
	return set->slots != NULL;
}

static struct cb_path_slot *slot_of(const struct cb_path_set *set, enum cb_anchor anchor,
				    const char *text, size_t len)
{
	uint64_t hash = 14695981039346656037ULL ^ (uint64_t)anchor;
	for (size_t i = 0; i < len; i++)
		hash = (hash ^ (unsigned char)text[i]) * 1099511628211ULL;
	for (size_t at = hash & (set->room - 1);; at = (at + 1) & (set->room - 1)) {
		struct cb_path_slot *slot = &set->slots[at];
		if (!slot->text || (slot->len == len && slot->anchor == anchor &&
				    memcmp(slot->text, text, len) == 0))
			return slot;
	}
}

void cb_path_set_put(struct cb_path_set *set, enum cb_anchor anchor, const char *text, size_t len,
		     size_t row)
{
	struct cb_path_slot *slot = slot_of(set, anchor, text, len);
	if (!slot->text)
		*slot = (struct cb_path_slot) { text, len, anchor, row };
}

const size_t *cb_path_set_get(const struct cb_path_set *set, enum cb_anchor anchor,
			      const char *text, size_t len)
{
	const struct cb_path_slot *slot = slot_of(set, anchor, text, len);
	return slot->text ? &slot->row : NULL;
}

const size_t *cb_path_set_above(const struct cb_path_set *set, struct cb_path path)
{
	size_t top = path.anchor == CB_ANCHOR_ROOT ? 1 : 0;
	size_t len = strlen(path.rest);
	while (len > top) {
		do
			len--;
		while (len > top && path.rest[len] != '/');
		const size_t *row = cb_path_set_get(set, path.anchor, path.rest, len);
		if (row)
			return row;
	}
	return NULL;
}

void cb_path_set_clear(struct cb_path_set *set)
{
	free(set->slots);
	*set = (struct cb_path_set) { 0 };
}
