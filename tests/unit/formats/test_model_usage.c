/* Tokens are found where an answer says them, whatever else stands in it and however it is cut up.
 */
#include "formats/model-usage.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

static void scan_n(struct cb_usage_scan *scan, bool is_stream, const char *text, size_t piece)
{
	size_t size = strlen(text);
	cb_usage_scan_begin(scan, is_stream);
	for (size_t at = 0; at < size; at += piece) {
		size_t len = piece < size - at ? piece : size - at;
		char *copy = malloc(len);
		assert_non_null(copy);
		memcpy(copy, text + at, len);
		cb_usage_scan_feed(scan, copy, len);
		free(copy);
	}
}

/* The same in pieces of every size. */
static void assert_usage(bool is_stream, const char *text, uint64_t input, uint64_t output,
			 uint64_t written, uint64_t read)
{
	for (size_t piece = strlen(text); piece > 0; piece = piece > 40 ? piece / 2 : piece - 1) {
		struct cb_usage_scan scan;
		scan_n(&scan, is_stream, text, piece);
		assert_int_equal(scan.usage.input, input);
		assert_int_equal(scan.usage.output, output);
		assert_int_equal(scan.usage.cache_write, written);
		assert_int_equal(scan.usage.cache_read, read);
	}
}

#define ALL                                                                                        \
	"{\"input_tokens\":10,\"cache_creation_input_tokens\":20,\"cache_read_input_tokens\":30,"  \
	"\"cache_creation\":{\"input_tokens\":99},\"list\":[1,{\"input_tokens\":99}],\"output_"    \
	"tokens\":4}"

static void an_answer_in_one(void **state)
{
	(void)state;
	assert_usage(false, "{\"type\":\"message\",\"usage\":" ALL "}", 10, 4, 20, 30);
	assert_usage(false, " { \"usage\" : { \"input_tokens\" : 7 } , \"x\":1 }\n", 7, 0, 0, 0);
	assert_usage(false, "{\"message\":{\"usage\":" ALL "}}", 10, 4, 20, 30);
	assert_usage(false, "{\"usage\":{\"input_tokens\":5},\"a\":[{}]}", 5, 0, 0, 0);
}

static void what_is_not_said_there_does_not_count(void **state)
{
	(void)state;
	static const char *const texts[] = {
		"{\"input_tokens\":5}",
		"{\"x\":{\"input_tokens\":5}}",
		"{\"content\":[{\"usage\":{\"input_tokens\":5}}]}",
		"[{\"usage\":{\"input_tokens\":5}}]",
		"{\"content\":{\"usage\":{\"input_tokens\":5}}}",
		"{\"a\":{\"message\":{\"usage\":{\"input_tokens\":5}}}}",
		"{\"text\":\"\\\"usage\\\":{\\\"input_tokens\\\":5}\"}",
		"{\"text\":\"{\\\\\",\"a\":\"\\\"usage\\\":{\"}",
		"{\"usage\":[5],\"input_tokens\":5}",
		"{\"usage\":5}",
		"{\"usage\":null,\"other\":{\"input_tokens\":5}}",
		"{\"usage\":{},\"a_name_that_is_too_long_for_what_is_kept_of_it\":{\"input_"
		"tokens\":5}}",
		"{\"usage\":{},\"us\\u0061ge\":{\"input_tokens\":5}}",
		"{\"usage\":{\"input_tokens\":-5,\"output_tokens\":5.5}}",
		"{\"usage\":{\"input_tokens\":\"5\",\"output_tokens\":[5]}}",
		"{\"usage\":{\"input_tokens\":null,\"output_tokens\":1e3}}",
		"{\"usage\":{\"input_tokens_\":5,\"xinput_tokens\":5}}",
		"{\"usage\":{\"a\":{\"input_tokens\":5}}}",
		"}}}]]]{{{\"usage\":{\"input_tokens\":5}",
		"\"usage\":{\"input_tokens\":5}",
		"",
	};
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
		assert_usage(false, texts[i], 0, 0, 0, 0);
}

#define DELTA                                                                                      \
	"event: content_block_delta\ndata: "                                                       \
	"{\"type\":\"content_block_delta\",\"delta\":{\"text\":\"x\"}}\n\n"

static void a_stream(void **state)
{
	(void)state;
	static const char text[] =
	    "event: message_start\ndata: "
	    "{\"type\":\"message_start\",\"message\":{\"id\":\"1\",\"usage\":" ALL "}}\n\n"
	    "event: ping\r\ndata:{\"type\": \"ping\"}\r\n\r\n: a comment "
	    "{\"usage\":{\"input_tokens\":99}}\n"
	    "other: {\"usage\":{\"input_tokens\":99}}\n\n" DELTA DELTA
	    "data: {\"type\":\"message_delta\",\ndata: \"usage\":{\"output_tokens\":40}}\n\n"
	    "data: {\"usage\":{\"output_tokens\":30}}\n\n";
	assert_usage(true, text, 10, 40, 20, 30);
	struct cb_usage_scan scan;
	scan_n(&scan, true, text, 3);
	assert_int_equal(scan.deltas, 2);
}

static void an_event_that_breaks_off_does_not_hide_the_next(void **state)
{
	(void)state;
	assert_usage(true,
		     "data: {\"text\":\"open [{\n\ndata: {\"usage\":{\"input_tokens\":5}}\n\n", 5,
		     0, 0, 0);
	assert_usage(true,
		     "data: {\"text\":[[[[\r\n\r\ndata: {\"usage\":{\"input_tokens\":5}}\r\n\r\n",
		     5, 0, 0, 0);
}

static void no_number_is_too_large(void **state)
{
	(void)state;
	assert_usage(false, "{\"usage\":{\"input_tokens\":99999999999999999999999999}}",
		     CB_USAGE_MAX, 0, 0, 0);
	const struct cb_usage all = { CB_USAGE_MAX, CB_USAGE_MAX, CB_USAGE_MAX, CB_USAGE_MAX };
	assert_int_equal(cb_usage_sum(&all), 4 * CB_USAGE_MAX);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(an_answer_in_one),
	cmocka_unit_test(what_is_not_said_there_does_not_count),
	cmocka_unit_test(a_stream),
	cmocka_unit_test(an_event_that_breaks_off_does_not_hide_the_next),
	cmocka_unit_test(no_number_is_too_large),
};
UNIT_MAIN(tests)
