/* The tokens of an answer, a stream where the first byte is odd: the same however it is cut up,
 * never more than is written there, and none in what the model writes. */
#include "fuzz.h"

#include "formats/model-usage.h"

static void scan_pieces(struct cb_usage_scan *scan, bool is_stream, const uint8_t *data,
			size_t size, size_t piece)
{
	cb_usage_scan_begin(scan, is_stream);
	for (size_t at = 0; at < size; at += piece) {
		size_t len = piece < size - at ? piece : size - at;
		char *copy = fuzz_copy(data + at, len);
		cb_usage_scan_feed(scan, copy, len);
		free(copy);
	}
}

static void check_same(const struct cb_usage_scan *a, const struct cb_usage_scan *b)
{
	MUST(a->usage.input == b->usage.input && a->usage.output == b->usage.output);
	MUST(a->usage.cache_write == b->usage.cache_write &&
	     a->usage.cache_read == b->usage.cache_read && a->deltas == b->deltas);
}

/* Whatever is said inside a string of an object counts nothing. */
static void check_quoted(const uint8_t *data, size_t size)
{
	static const char begin[] = "{\"content\":[{\"text\":\"",
			  end[] = "\"}],\"usage\":{\"input_tokens\":7}}";
	struct cb_usage_scan scan;
	cb_usage_scan_begin(&scan, false);
	cb_usage_scan_feed(&scan, begin, sizeof begin - 1);
	for (size_t i = 0; i < size; i++) {
		const char escaped[] = { '\\', (char)data[i] };
		bool needs = data[i] == '"' || data[i] == '\\';
		cb_usage_scan_feed(&scan, needs ? escaped : escaped + 1, needs ? 2 : 1);
	}
	cb_usage_scan_feed(&scan, end, sizeof end - 1);
	MUST(scan.usage.input == 7 && cb_usage_sum(&scan.usage) == 7);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cb_usage_scan whole, pieces;
	bool is_stream = size > 0 && data[0] % 2;
	data += size > 0;
	size -= size > 0;
	scan_pieces(&whole, is_stream, data, size, size ? size : 1);
	scan_pieces(&pieces, is_stream, data, size, 1);
	check_same(&whole, &pieces);
	scan_pieces(&pieces, is_stream, data, size, 7);
	check_same(&whole, &pieces);
	MUST(cb_usage_sum(&whole.usage) <= 4 * CB_USAGE_MAX);
	bool says = memmem(data, size, "usage", 5) != NULL;
	MUST(says || cb_usage_sum(&whole.usage) == 0);
	check_quoted(data, size);
	return 0;
}
