/* The record of watched files. Lines have one length and begin with a key, so that no path needs
 * to be escaped; keys are made from absolute paths, because work trees share one record. */
#include "formats/watch-record.h"

#include "base/memory.h"
#include "base/sha256.h"

#include <stdio.h>
#include <string.h>

enum {
	KEY = 16,
	DIGEST = 2 * CB_DIGEST_SIZE,
	LINE = KEY + 1 + DIGEST + 1,
	LINES_MAX = 2048, /* of the ones kept from earlier launches, the rest is forgotten */
};

/* `KEY DIGEST`, in hexadecimal; `line` has room for LINE and the end. */
static void make_line(char *line, const char *path, const uint8_t digest[CB_DIGEST_SIZE])
{
	uint8_t bytes[32];
	cb_sha256(path, strlen(path), bytes);
	memcpy(bytes + KEY / 2, digest, CB_DIGEST_SIZE);
	for (size_t i = 0; i < KEY / 2 + CB_DIGEST_SIZE; i++)
		line += snprintf(line, 4, i == KEY / 2 ? " %02x" : "%02x", bytes[i]);
	stpcpy(line, "\n");
}

/* The line of `text`, `size` long, with the key of `line`; NULL: there is none. */
static const char *find(const char *text, size_t size, const char *line)
{
	for (size_t at = 0; at + LINE <= size; at += LINE)
		if (memcmp(text + at, line, KEY + 1) == 0)
			return text + at;
	return NULL;
}

/* Lines of files that this launch has not seen: another work tree's, or of files that are gone. */
static char *keep_others(char *end, const char *old, size_t old_size, const char *text)
{
	size_t seen = (size_t)(end - text);
	for (size_t at = 0; at + LINE <= old_size; at += LINE) {
		if (find(text, seen, old + at) || (size_t)(end - text) >= (size_t)LINES_MAX * LINE)
			continue;
		memcpy(end, old + at, LINE);
		end += LINE;
	}
	return end;
}

char *cb_record_next(const char *old, const char *project, const struct cb_watched *watched,
		     size_t count, struct cb_strv *ret_changed, struct cb_strv *ret_new)
{
	static const uint8_t no_digest[CB_DIGEST_SIZE] = { 0 };
	size_t old_size = old ? strlen(old) : 0;
	char *text = cb_alloc((count + 1) * LINE + old_size + 1, 1);
	/* The project's own line comes first: one that was half written still has it. */
	make_line(text, project, no_digest);
	bool known = find(old, old_size, text);
	char *end = text + LINE;
	for (size_t i = 0; i < count; i++, end += LINE) {
		make_line(end, watched[i].path, watched[i].digest);
		const char *before = find(old, old_size, end);
		if (known && (!before || memcmp(before, end, LINE) != 0))
			cb_strv_push(before ? ret_changed : ret_new, watched[i].path);
	}
	*keep_others(end, old, old_size, text) = '\0';
	return text;
}
