/* The head of a request: one way to write it, and everything else refused, however it is cut up. */
#include "formats/http-head.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#define LINE "POST /v1/messages?beta=true HTTP/1.1\r\n"
#define HOST "Host: localhost\r\n"

/* A copy on the heap without a byte to spare, so that the sanitizers see a read past its end. What
 * is found in it is found in the original. */
static enum cb_http_state parse_n(const char *bytes, size_t size, struct cb_http_head *ret)
{
	char *copy = malloc(size ? size : 1);
	assert_non_null(copy);
	memcpy(copy, bytes, size);
	enum cb_http_state state = cb_http_head_parse(copy, size, ret);
	free(copy);
	return state == cb_http_head_parse(bytes, size, ret) ? state : CB_HTTP_PARTIAL;
}

static void assert_bad(const char *text, const char *why)
{
	struct cb_http_head head;
	assert_int_equal(parse_n(text, strlen(text), &head), CB_HTTP_BAD);
	if (!strstr(head.why, why))
		fail_msg("%s: not because %s", head.why, why);
}

static void assert_whole(const char *text, struct cb_http_head *ret)
{
	assert_int_equal(parse_n(text, strlen(text), ret), CB_HTTP_WHOLE);
}

static void a_plain_request_is_read(void **state)
{
	(void)state;
	static const char text[] = LINE HOST "X-A:\t b c \r\nContent-Length: 12\r\n\r\nrest";
	struct cb_http_head head;
	assert_whole(text, &head);
	assert_true(cb_http_span_is(head.method, "POST"));
	assert_true(cb_http_span_is(head.path, "/v1/messages"));
	assert_true(cb_http_span_is(head.query, "?beta=true"));
	assert_true(cb_http_span_is(head.target, "/v1/messages?beta=true"));
	assert_true(cb_http_span_is_word(head.host, "LocalHost"));
	assert_int_equal(head.length_of_body, 12);
	assert_false(head.chunked);
	assert_int_equal(head.field_count, 3);
	assert_true(cb_http_span_is(head.fields[1].name, "X-A"));
	assert_true(cb_http_span_is(head.fields[1].value, "b c"));
	assert_string_equal(text + head.length, "rest");
}

static void it_may_come_byte_by_byte(void **state)
{
	(void)state;
	static const char text[] = LINE HOST "Transfer-Encoding: Chunked\r\nX:\r\n\r\n";
	struct cb_http_head head;
	for (size_t size = 0; size < sizeof text - 1; size++)
		assert_int_equal(parse_n(text, size, &head), CB_HTTP_PARTIAL);
	assert_whole(text, &head);
	assert_true(head.chunked);
	assert_int_equal(head.fields[2].value.size, 0);
}

static void other_targets_are_read_too(void **state)
{
	(void)state;
	struct cb_http_head head;
	assert_whole("CONNECT api.example:443 HTTP/1.1\r\n" HOST "\r\n", &head);
	assert_true(cb_http_span_is(head.target, "api.example:443"));
	assert_whole("GET http://a.example/x?y HTTP/1.1\r\n" HOST "\r\n", &head);
	assert_true(cb_http_span_is(head.path, "http://a.example/x"));
	assert_whole("OPTIONS * HTTP/1.1\r\n" HOST "\r\n", &head);
	assert_int_equal(head.query.size, 0);
}

static void malformed_request_lines_are_refused(void **state)
{
	(void)state;
	static const char *const lines[] = {
		"POST  / HTTP/1.1",
		"POST /  HTTP/1.1",
		"POST / HTTP/1.1 ",
		"POST / HTTP/1.0",
		"POST / HTTP/1.10",
		"POST / HTTP/2",
		"POST / http/1.1",
		"POST /",
		"POST",
		"POST ",
		"post / HTTP/1.1",
		" POST / HTTP/1.1",
		"POST\t/ HTTP/1.1",
		"POST /# HTTP/1.1",
		"POST /\" HTTP/1.1",
		"POST /\\ HTTP/1.1",
		"POST /<> HTTP/1.1",
		"/ HTTP/1.1",
		"POST HTTP/1.1",
		"POST  HTTP/1.1",
		"P-T / HTTP/1.1",
		"PO5T / HTTP/1.1",
		"",
		"ABCDEFGHIJKLMNOPQ / HTTP/1.1",
	};
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		char text[128];
		stpcpy(stpcpy(text, lines[i]), "\r\n" HOST "\r\n");
		assert_bad(text, "first line");
	}
}

static void odd_line_ends_and_bytes_are_refused(void **state)
{
	(void)state;
	static const char nul[] = LINE "X: a\0b\r\n" HOST "\r\n";
	struct cb_http_head head;
	assert_int_equal(parse_n(nul, sizeof nul - 1, &head), CB_HTTP_BAD);
	assert_bad("POST / HTTP/1.1\nHost: localhost\n\n", "CR LF");
	assert_bad(LINE "X: y\n" HOST "\r\n", "CR LF");
	assert_bad(LINE "X: y\r" HOST "\r\n", "CR LF");
	assert_bad(LINE HOST "\n\r\n\r\n", "CR LF");
	assert_bad(LINE HOST "\r\r\n", "CR LF");
	assert_bad(LINE "X: \x80\r\n" HOST "\r\n", "no text");
	assert_bad(LINE "X: \x7f\r\n" HOST "\r\n", "no text");
	assert_bad("\x16\x03\x01", "no text");
	assert_bad("\r\n\r\n", "first line");
	assert_bad("\r\n" LINE HOST "\r\n", "first line");
}

static void header_lines_have_names(void **state)
{
	(void)state;
	struct cb_http_head head;
	assert_bad(LINE HOST "no colon\r\n\r\n", "no name");
	assert_bad(LINE HOST ": x\r\n\r\n", "no name");
	assert_bad(LINE HOST "a : x\r\n\r\n", "no name");
	assert_bad(LINE HOST "a\tb: x\r\n\r\n", "no name");
	assert_bad(LINE HOST "a: x\r\n folded\r\n\r\n", "goes on");
	assert_bad(LINE HOST "a: x\r\n\tfolded\r\n\r\n", "goes on");
	assert_bad(LINE " " HOST "\r\n", "goes on");
	assert_whole(LINE HOST "!#$%&'*+-.^_`|~09azAZ: x\r\n\r\n", &head);
}

static void lengths_are_said_once(void **state)
{
	(void)state;
	struct cb_http_head head;
	static const char *const wrong[] = { "-1", "+1", "1 1", "1,1", "0x1",
					     "1.", "",   "1 ",  "1\t", "1234567890123456" };
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		char text[128];
		stpcpy(stpcpy(stpcpy(text, LINE HOST "Content-Length: "), wrong[i]), "\r\n\r\n");
		assert_bad(text, "no number");
	}
	assert_bad(LINE HOST "Content-Length: 1\r\ncontent-length: 1\r\n\r\n", "more than once");
	assert_bad(LINE HOST "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
		   "more than once");
	assert_bad(LINE HOST "Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n",
		   "more than once");
	assert_bad(LINE HOST
		   "TE: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
		   "more than once");
	assert_bad(LINE HOST "Transfer-Encoding: gzip, chunked\r\n\r\n", "coded");
	assert_bad(LINE HOST "Transfer-Encoding: chunked \r\n\r\n", "coded");
	assert_bad(LINE HOST "Transfer-Encoding:\r\n\r\n", "coded");
	assert_whole(LINE HOST "Content-Length: 123456789012345\r\n\r\n", &head);
	assert_int_equal(head.length_of_body, 123456789012345);
}

static void what_else_changes_the_meaning_is_refused(void **state)
{
	(void)state;
	struct cb_http_head head;
	assert_bad(LINE "\r\n", "one host");
	assert_bad(LINE HOST HOST "\r\n", "one host");
	assert_bad(LINE HOST "Upgrade: h2c\r\n\r\n", "another protocol");
	assert_bad(LINE HOST "Trailer: x\r\n\r\n", "behind its body");
	assert_bad(LINE HOST "Expect: x\r\n\r\n", "expects");
	assert_whole(LINE HOST "Expect: 100-continue\r\n\r\n", &head);
}

static void it_ends_in_time(void **state)
{
	(void)state;
	static char text[CB_HTTP_HEAD_MAX + 64];
	struct cb_http_head head;
	memset(text, 'x', sizeof text);
	memcpy(text, LINE HOST "X: ", sizeof LINE HOST "X: " - 1);
	assert_int_equal(parse_n(text, CB_HTTP_HEAD_MAX - 1, &head), CB_HTTP_PARTIAL);
	assert_int_equal(parse_n(text, CB_HTTP_HEAD_MAX, &head), CB_HTTP_BAD);
	memcpy(text + CB_HTTP_HEAD_MAX - 4, "\r\n\r\n", 4);
	assert_int_equal(parse_n(text, CB_HTTP_HEAD_MAX, &head), CB_HTTP_WHOLE);

	char *end = stpcpy(text, LINE HOST);
	for (size_t i = 1; i < CB_HTTP_FIELDS_MAX; i++)
		end = stpcpy(end, "a: b\r\n");
	strcpy(end, "\r\n");
	assert_whole(text, &head);
	assert_int_equal(head.field_count, CB_HTTP_FIELDS_MAX);
	strcpy(end, "a: b\r\n\r\n");
	assert_bad(text, "too many");
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(a_plain_request_is_read),
	cmocka_unit_test(it_may_come_byte_by_byte),
	cmocka_unit_test(other_targets_are_read_too),
	cmocka_unit_test(malformed_request_lines_are_refused),
	cmocka_unit_test(odd_line_ends_and_bytes_are_refused),
	cmocka_unit_test(header_lines_have_names),
	cmocka_unit_test(lengths_are_said_once),
	cmocka_unit_test(what_else_changes_the_meaning_is_refused),
	cmocka_unit_test(it_ends_in_time),
};
UNIT_MAIN(tests)
