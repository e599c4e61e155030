/* The record of a session with the key outside: bounded, and plain text whatever was asked for. */
#include "formats/keeper-record.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

static struct cb_http_span span(const char *text)
{
	return (struct cb_http_span) { text, strlen(text) };
}

static void it_says_what_was_counted(void **state)
{
	(void)state;
	struct cb_keeper_record record = { .requests = 3,
					   .failed = 1,
					   .left = 2,
					   .guessed = 9,
					   .usage = { 10, 20, 30, 40 },
					   .budget = 1000 };
	char text[CB_KEEPER_RECORD_TEXT];
	cb_keeper_record_refuse(&record, span("POST"), span("/v1/files?secret=1"), "because");
	cb_keeper_record_refuse(&record, span("POST"), span("/v1/files?secret=2"), "because");
	cb_keeper_record_refuse(&record, span(""), span(""), "it was nothing");
	size_t size = cb_keeper_record_say(&record, text);
	assert_string_equal(text, "requests 3\nfailed 1\nleft 2\ninput 10\noutput 20\n"
				  "cache-write 30\ncache-read 40\nguessed 9\ntokens 109\n"
				  "budget 1000\nrefusals 3\n"
				  "refused 2 POST /v1/files: because\n"
				  "refused 1 - -: it was nothing\n");
	assert_int_equal(size, strlen(text));
}

static void it_has_an_end(void **state)
{
	(void)state;
	struct cb_keeper_record record = { .requests = UINT64_MAX, .failed = UINT64_MAX };
	char text[CB_KEEPER_RECORD_TEXT], path[300], why[300];
	memset(why, 'w', sizeof why);
	why[sizeof why - 1] = '\0';
	for (unsigned i = 0; i < 100; i++) {
		memset(path, 'p', sizeof path);
		snprintf(path, 8, "/%u", i);
		path[strlen(path)] = '/';
		path[sizeof path - 1] = '\0';
		cb_keeper_record_refuse(&record, span("AMETHODTHATISTOOLONG"), span(path), why);
		record.rows[i < CB_KEEPER_RECORD_ROWS ? i : 0].count = UINT64_MAX;
	}
	size_t size = cb_keeper_record_say(&record, text);
	assert_int_equal(size, strlen(text));
	assert_true(size < sizeof text);
	assert_non_null(strstr(text, "refused 68 - -: others\n"));
	assert_int_equal(text[size - 1], '\n');
}

static void it_is_plain_text(void **state)
{
	(void)state;
	struct cb_keeper_record record = { 0 };
	char text[CB_KEEPER_RECORD_TEXT];
	cb_keeper_record_refuse(&record, span("A\x1b[2J"), span("/a\n\r\x7f\xff b"), "x");
	cb_keeper_record_say(&record, text);
	assert_non_null(strstr(text, "\nrefused 1 A?[2J /a?????b: x\n"));
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(it_says_what_was_counted),
	cmocka_unit_test(it_has_an_end),
	cmocka_unit_test(it_is_plain_text),
};
UNIT_MAIN(tests)
