/* How many tokens an answer of the model's API was, read while it passes: `usage` in a JSON object,
 * or in the events of a stream. Pure; holds a few words of the answer at a time and never all of
 * it. What the model writes stands in strings, and in a string nothing is found. */
#ifndef CB_FORMATS_MODEL_USAGE_H
#define CB_FORMATS_MODEL_USAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cb_usage {
	uint64_t input, output, cache_write, cache_read;
};

/* No number counts for more: nothing overflows by adding them up. */
#define CB_USAGE_MAX UINT64_C(1000000000000)

/* All its tokens, cached or not. */
uint64_t cb_usage_sum(const struct cb_usage *usage);

enum {
	CB_USAGE_DEPTH = 3, /* `usage` is not looked for deeper, message.usage.input_tokens */
	CB_USAGE_WORD = 32,
};

struct cb_usage_scan {
	struct cb_usage usage; /* the largest number of each kind so far: they are running totals */
	uint64_t deltas;       /* events with a piece of what the model writes */
	bool is_stream;

	/* of a stream: where in `data:` this line is, or that it is another one or past that */
	size_t matched;
	bool skipping, empty;

	uint32_t depth;
	bool is_object[CB_USAGE_DEPTH + 1];
	uint8_t key[CB_USAGE_DEPTH + 1];
	bool in_string, escaped, wants_key, captures;
	char word[CB_USAGE_WORD];
	size_t word_size;
	bool in_number, whole;
	uint64_t number;
};

void cb_usage_scan_begin(struct cb_usage_scan *scan, bool is_stream);

/* Any piece of the answer; however it is cut up, the result is the same. */
void cb_usage_scan_feed(struct cb_usage_scan *scan, const char *bytes, size_t size);

#endif
