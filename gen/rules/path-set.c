/* Open addressing with FNV-1a; the table is made once in its final size. */
#include "rules/rules.h"

struct cb_path_slot {
	const char *text; /* NULL: free */
	size_t len;
	enum cb_anchor anchor;
	size_t row;
};

struct cb_path_set cb_path_set_of(size_t count)
{
	struct cb_path_set set = { .room = 16 };
	while (set.room < 2 * count)
		set.room *= 2;
	set.slots = cb_alloc(set.room, sizeof *set.slots);
	return set;
}

static uint64_t hash_start(enum cb_anchor anchor)
{
	return 14695981039346656037ULL ^ (uint64_t)anchor;
}

static uint64_t hash_add(uint64_t hash, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		hash = (hash ^ (unsigned char)text[i]) * 1099511628211ULL;
	return hash;
}

static struct cb_path_slot *slot_at(const struct cb_path_set *set, uint64_t hash,
				    enum cb_anchor anchor, const char *text, size_t len)
{
	for (size_t at = hash & (set->room - 1);; at = (at + 1) & (set->room - 1)) {
		struct cb_path_slot *slot = &set->slots[at];
		if (!slot->text || (slot->len == len && slot->anchor == anchor &&
				    memcmp(slot->text, text, len) == 0))
			return slot;
	}
}

static struct cb_path_slot *slot_of(const struct cb_path_set *set, enum cb_anchor anchor,
				    const char *text, size_t len)
{
	return slot_at(set, hash_add(hash_start(anchor), text, len), anchor, text, len);
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

/* From the top down, so that the hash of one ancestor goes on into that of the next. */
const size_t *cb_path_set_above(const struct cb_path_set *set, struct cb_path path)
{
	const size_t *nearest = NULL;
	uint64_t hash = hash_start(path.anchor);
	size_t done = 0;
	for (size_t len = path.anchor == CB_ANCHOR_ROOT ? 1 : 0; path.rest[len];) {
		hash = hash_add(hash, path.rest + done, len - done);
		done = len;
		const struct cb_path_slot *slot = slot_at(set, hash, path.anchor, path.rest, len);
		if (slot->text)
			nearest = &slot->row;
		len += path.rest[len] == '/';
		len += strcspn(path.rest + len, "/");
	}
	return nearest;
}
