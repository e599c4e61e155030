/* A scanner of JSON that knows where in an object it is, down to three levels, and forgets all but
 * four numbers. What is no JSON does no harm: at worst a number is missed. */
#include "formats/model-usage.h"

#include <string.h>

enum known { OTHER, MESSAGE, USAGE, TYPE, INPUT, OUTPUT, CACHE_WRITE, CACHE_READ };

static const char data[] = "data:";

uint64_t cb_usage_sum(const struct cb_usage *usage)
{
	return usage->input + usage->output + usage->cache_write + usage->cache_read;
}

static void forget_document(struct cb_usage_scan *scan)
{
	scan->depth = 0;
	scan->in_string = scan->escaped = scan->wants_key = scan->in_number = false;
}

void cb_usage_scan_begin(struct cb_usage_scan *scan, bool is_stream)
{
	*scan = (struct cb_usage_scan) { .is_stream = is_stream, .empty = true };
}

static bool is_word(const struct cb_usage_scan *scan, const char *word)
{
	return scan->word_size == strlen(word) && memcmp(scan->word, word, scan->word_size) == 0;
}

static enum known classify(const struct cb_usage_scan *scan)
{
	static const char *const words[] = {
		[MESSAGE] = "message",
		[USAGE] = "usage",
		[TYPE] = "type",
		[INPUT] = "input_tokens",
		[OUTPUT] = "output_tokens",
		[CACHE_WRITE] = "cache_creation_input_tokens",
		[CACHE_READ] = "cache_read_input_tokens",
	};
	for (size_t i = MESSAGE; i < sizeof words / sizeof words[0]; i++)
		if (is_word(scan, words[i]))
			return (enum known)i;
	return OTHER;
}

/* What stands at this level is said by a key: of an object, and not too deep. */
static bool is_keyed(const struct cb_usage_scan *scan)
{
	return scan->depth >= 1 && scan->depth <= CB_USAGE_DEPTH && scan->is_object[scan->depth];
}

static void raise(uint64_t *total, uint64_t number)
{
	if (number > *total)
		*total = number < CB_USAGE_MAX ? number : CB_USAGE_MAX;
}

/* A number has ended: it counts in `usage` of the answer, and of the message that an event begins.
 */
static void end_number(struct cb_usage_scan *scan)
{
	const uint8_t *key = scan->key;
	bool counts = scan->in_number && scan->whole && is_keyed(scan) &&
		      ((scan->depth == 2 && key[1] == USAGE) ||
		       (scan->depth == 3 && key[1] == MESSAGE && key[2] == USAGE));
	scan->in_number = false;
	if (!counts)
		return;
	switch (key[scan->depth]) {
	case INPUT:
		raise(&scan->usage.input, scan->number);
		break;
	case OUTPUT:
		raise(&scan->usage.output, scan->number);
		break;
	case CACHE_WRITE:
		raise(&scan->usage.cache_write, scan->number);
		break;
	case CACHE_READ:
		raise(&scan->usage.cache_read, scan->number);
		break;
	default:
		break;
	}
}

static void read_digit(struct cb_usage_scan *scan, char c)
{
	if (!scan->in_number) {
		scan->in_number = true;
		scan->whole = true;
		scan->number = 0;
	}
	if (c < '0' || c > '9')
		scan->whole = false;
	else if (scan->number < CB_USAGE_MAX)
		scan->number = scan->number * 10 + (uint64_t)(c - '0');
}

static void begin_string(struct cb_usage_scan *scan)
{
	scan->in_string = true;
	scan->captures =
	    is_keyed(scan) && (scan->wants_key || (scan->depth == 1 && scan->key[1] == TYPE));
	scan->word_size = 0;
	if (scan->captures && scan->wants_key)
		scan->key[scan->depth] = OTHER; /* unless it turns out to be one of ours */
}

static void end_string(struct cb_usage_scan *scan)
{
	scan->in_string = false;
	if (!scan->captures)
		return;
	if (scan->wants_key)
		scan->key[scan->depth] = (uint8_t)classify(scan);
	else if (is_word(scan, "content_block_delta"))
		scan->deltas++;
}

static void enter(struct cb_usage_scan *scan, bool object)
{
	if (scan->depth < UINT32_MAX)
		scan->depth++;
	if (scan->depth <= CB_USAGE_DEPTH) {
		scan->is_object[scan->depth] = object;
		scan->key[scan->depth] = OTHER;
	}
	scan->wants_key = object;
}

static void read_outside(struct cb_usage_scan *scan, char c)
{
	switch (c) {
	case '"':
		begin_string(scan);
		return;
	case '{':
	case '[':
		enter(scan, c == '{');
		return;
	case '}':
	case ']':
		end_number(scan);
		scan->depth -= scan->depth > 0;
		scan->wants_key = false;
		return;
	case ',':
		end_number(scan);
		scan->wants_key = is_keyed(scan);
		return;
	case ':':
		scan->wants_key = false;
		return;
	case ' ':
	case '\t':
	case '\r':
	case '\n':
		end_number(scan);
		return;
	default:
		read_digit(scan, c);
	}
}

/* Up to the quote or the backslash, which most bytes of an answer stand before; returns how many.
 */
static size_t read_string(struct cb_usage_scan *scan, const char *bytes, size_t size)
{
	size_t len = 0;
	while (len < size && bytes[len] != '"' && bytes[len] != '\\')
		len++;
	if (scan->captures) {
		size_t room = sizeof scan->word - scan->word_size;
		memcpy(scan->word + scan->word_size, bytes, len < room ? len : room);
		scan->word_size += len < room ? len : room;
		scan->captures = len < room;
	}
	return len;
}

static void read_json(struct cb_usage_scan *scan, const char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if (!scan->in_string) {
			read_outside(scan, bytes[i]);
		} else if (scan->escaped) {
			scan->escaped = false;
		} else {
			i += read_string(scan, bytes + i, size - i);
			if (i == size)
				return;
			if (bytes[i] == '"')
				end_string(scan);
			else
				scan->escaped = true;
			scan->captures &= bytes[i] == '"'; /* no word of ours has an escape in it */
		}
	}
}

/* A line of a stream, or a part of it: only what follows `data:` is JSON. */
static void read_line(struct cb_usage_scan *scan, const char *bytes, size_t size)
{
	while (size > 0 && !scan->skipping && scan->matched < sizeof data - 1) {
		if (*bytes != '\r')
			scan->empty = false;
		scan->skipping = *bytes != data[scan->matched++];
		bytes++;
		size--;
	}
	if (!scan->skipping)
		read_json(scan, bytes, size);
}

/* A line without anything in it ends an event. */
static void end_line(struct cb_usage_scan *scan)
{
	if (scan->empty)
		forget_document(scan);
	scan->matched = 0;
	scan->skipping = false;
	scan->empty = true;
}

void cb_usage_scan_feed(struct cb_usage_scan *scan, const char *bytes, size_t size)
{
	if (!scan->is_stream) {
		read_json(scan, bytes, size);
		return;
	}
	while (size > 0) {
		const char *end = memchr(bytes, '\n', size);
		size_t len = end ? (size_t)(end - bytes) : size;
		read_line(scan, bytes, len);
		if (end)
			end_line(scan);
		size -= len + (end != NULL);
		bytes += len + (end != NULL);
	}
}
