/* The list of paths in an index file, versions 2 to 4, as gitformat-index(5) describes it. */
#include "formats/git-index.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
	HEADER = 12,
	ENTRY = 62, /* what stands before an entry's path: times, ids, the hash, flags */
	FLAGS = 60, /* where the flags begin */
	EXTENDED = 0x40,
	TRAILER = 20, /* the file's own hash, or none: it is not looked at */
	PATH_LIMIT = 4096,
};

static uint32_t number_at(const unsigned char *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* Version 4: how many bytes of the previous path are dropped; false: the number is cut short. */
static bool read_prefix(const unsigned char **p, const unsigned char *end, size_t *ret)
{
	size_t value = 0;
	for (unsigned i = 0; *p < end && i < 3; i++) {
		unsigned char byte = *(*p)++;
		value = (value << 7) | (byte & 0x7f);
		if (!(byte & 0x80)) {
			*ret = value;
			return true;
		}
		value++;
	}
	return false;
}

/* The entry is the path, lies in it, or is a directory of a sparse index that may hold it. */
static bool is_about(const char *entry, const char *path)
{
	size_t len = strlen(path), entry_len = strlen(entry);
	return (strncmp(entry, path, len) == 0 && (entry[len] == '\0' || entry[len] == '/')) ||
	       (entry_len > 0 && entry[entry_len - 1] == '/' &&
		strncmp(path, entry, entry_len) == 0);
}

/* A split index keeps entries in a second file, which its extension `link` names. */
static bool is_whole(const unsigned char *p, const unsigned char *end)
{
	while (end - p >= 8 + TRAILER) {
		size_t size = number_at(p + 4);
		if (memcmp(p, "link", 4) == 0 || size > (size_t)(end - p - 8))
			return false;
		p += 8 + size;
	}
	return true;
}

enum cb_tracked cb_git_index_has(const char *data, size_t size, const char *path)
{
	const unsigned char *begin = (const unsigned char *)data, *p = begin + HEADER,
			    *end = begin + size;
	char name[PATH_LIMIT] = "";
	if (size < HEADER || memcmp(data, "DIRC", 4) != 0)
		return CB_TRACKED_UNKNOWN;
	uint32_t version = number_at(begin + 4), count = number_at(begin + 8);
	if (version < 2 || version > 4)
		return CB_TRACKED_UNKNOWN;
	for (; count > 0; count--) {
		const unsigned char *entry = p;
		size_t kept = 0, cut = 0;
		if (end - p < ENTRY + 2)
			return CB_TRACKED_UNKNOWN;
		p += ENTRY + (version > 2 && entry[FLAGS] & EXTENDED ? 2 : 0);
		if (version == 4) {
			if (!read_prefix(&p, end, &cut) || cut > strlen(name))
				return CB_TRACKED_UNKNOWN;
			kept = strlen(name) - cut;
		}
		const unsigned char *stop = memchr(p, '\0', (size_t)(end - p));
		if (!stop || kept + (size_t)(stop - p) >= sizeof name)
			return CB_TRACKED_UNKNOWN;
		memcpy(name + kept, p, (size_t)(stop - p) + 1);
		if (is_about(name, path))
			return CB_TRACKED_YES;
		/* Entries begin at multiples of 8, with at least one NUL between; not in version 4.
		 */
		p = version == 4 ? stop + 1 : entry + ((stop - entry) / 8 + 1) * 8;
		if (p > end)
			return CB_TRACKED_UNKNOWN;
	}
	return is_whole(p, end) ? CB_TRACKED_NO : CB_TRACKED_UNKNOWN;
}
