/* The proxy's parser: one way to ask, and everything else refused, however it is cut up. */
#include "formats/connect-request.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

/* A copy on the heap without a byte to spare, so that the sanitizers see a read past its end. */
static enum cb_request_state parse_n(const char *bytes, size_t len, struct cb_request *ret)
{
	char *copy = malloc(len ? len : 1);
	assert_non_null(copy);
	memcpy(copy, bytes, len);
	enum cb_request_state state = cb_request_parse(copy, len, ret);
	free(copy);
	return state;
}

static enum cb_request_state parse(const char *text)
{
	struct cb_request request;
	return parse_n(text, strlen(text), &request);
}

static void a_plain_request_is_read(void **state)
{
	(void)state;
	static const char text[] = "CONNECT API.Example.org:443 HTTP/1.1\r\nHost: other.example\r\n"
				   "User-Agent:\tx\r\n\r\nrest";
	struct cb_request request;
	assert_int_equal(parse_n(text, sizeof text - 1, &request), CB_REQUEST_WHOLE);
	assert_string_equal(request.host, "api.example.org");
	assert_int_equal(request.port, 443);
	assert_string_equal(text + request.length, "rest");
}

static void it_may_come_byte_by_byte(void **state)
{
	(void)state;
	static const char text[] = "CONNECT a.example:80 HTTP/1.0\r\nHost: a.example\r\n\r\n";
	struct cb_request request;
	for (size_t len = 0; len < sizeof text - 1; len++)
		assert_int_equal(parse_n(text, len, &request), CB_REQUEST_PARTIAL);
	assert_int_equal(parse_n(text, sizeof text - 1, &request), CB_REQUEST_WHOLE);
}

static void other_methods_are_told_apart(void **state)
{
	(void)state;
	assert_int_equal(parse("GET http://a.example.org/ HTTP/1.1\r\n\r\n"), CB_REQUEST_OTHER);
	assert_int_equal(parse("POST "), CB_REQUEST_OTHER);
	assert_int_equal(parse("CONNEXT a.example:1 HTTP/1.1\r\n\r\n"), CB_REQUEST_OTHER);
	assert_int_equal(parse("CONNECT\ta.example:1 HTTP/1.1\r\n\r\n"), CB_REQUEST_OTHER);
	assert_int_equal(parse("connect a.example:1 HTTP/1.1\r\n\r\n"), CB_REQUEST_BAD);
	assert_int_equal(parse("\x16\x03\x01"), CB_REQUEST_BAD);
}

static void malformed_request_lines_are_refused(void **state)
{
	(void)state;
	static const char *const lines[] = {
		"CONNECT  a.example:443 HTTP/1.1",
		"CONNECT a.example:443  HTTP/1.1",
		"CONNECT a.example:443 HTTP/1.1 ",
		"CONNECT a.example:443 HTTP/2.0",
		"CONNECT a.example:443 HTTP/1.2",
		"CONNECT a.example:443 HTTP/1.",
		"CONNECT a.example:443 http/1.1",
		"CONNECT a.example:443",
		"CONNECT a.example HTTP/1.1",
		"CONNECT a.example: HTTP/1.1",
		"CONNECT :443 HTTP/1.1",
		"CONNECT a.example:0 HTTP/1.1",
		"CONNECT a.example:0443 HTTP/1.1",
		"CONNECT a.example:65536 HTTP/1.1",
		"CONNECT a.example:99999999999 HTTP/1.1",
		"CONNECT a.example:+443 HTTP/1.1",
		"CONNECT a.example:443:443 HTTP/1.1",
		"CONNECT u@a.example:443 HTTP/1.1",
		"CONNECT u:p@a.example:443 HTTP/1.1",
		"CONNECT https://a.example.org:443 HTTP/1.1",
		"CONNECT a.example:443/ HTTP/1.1",
		"CONNECT a.example.:443 HTTP/1.1",
		"CONNECT 127.0.0.1:443 HTTP/1.1",
		"CONNECT [::1]:443 HTTP/1.1",
		"CONNECT localhost:443 HTTP/1.1",
		"CONNECT 0x7f.1:443 HTTP/1.1",
		"CONNECT a.example%00.b:443 HTTP/1.1",
		"CONNECT a.example:443\tHTTP/1.1",
		"CONNECT a.example:443 b.example:443 HTTP/1.1",
		"CONNECT ",
		"CONNECT  HTTP/1.1",
	};
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		char text[128];
		stpcpy(stpcpy(text, lines[i]), "\r\n\r\n");
		assert_int_equal(parse(text), CB_REQUEST_BAD);
	}
}

static void odd_line_ends_and_bytes_are_refused(void **state)
{
	(void)state;
	static const char nul[] = "CONNECT a.example\0.b:443 HTTP/1.1\r\n\r\n";
	struct cb_request request;
	assert_int_equal(parse_n(nul, sizeof nul - 1, &request), CB_REQUEST_BAD);
	assert_int_equal(parse("CONNECT a.example:443 HTTP/1.1\n\n"), CB_REQUEST_BAD);
	assert_int_equal(parse("CONNECT a.example:443 HTTP/1.1\r\r\n"), CB_REQUEST_BAD);
	assert_int_equal(parse("CONNECT a.example:443 HTTP/1.1\rX: y\r\n\r\n"), CB_REQUEST_BAD);
	assert_int_equal(parse("CONNECT a.example:443 HTTP/1.1\r\nX: \x80\r\n\r\n"),
			 CB_REQUEST_BAD);
	assert_int_equal(parse("CONNECT a.example:443 HTTP/1.1\r\nX: \x7f\r\n\r\n"),
			 CB_REQUEST_BAD);
	assert_int_equal(parse("\r\n\r\n"), CB_REQUEST_BAD);
}

static void header_lines_have_names(void **state)
{
	(void)state;
#define HEAD "CONNECT a.example:443 HTTP/1.1\r\n"
	assert_int_equal(parse(HEAD "no colon\r\n\r\n"), CB_REQUEST_BAD);
	assert_int_equal(parse(HEAD ": x\r\n\r\n"), CB_REQUEST_BAD);
	assert_int_equal(parse(HEAD "a : x\r\n\r\n"), CB_REQUEST_BAD);
	assert_int_equal(parse(HEAD "a: x\r\n folded\r\n\r\n"), CB_REQUEST_BAD);
	assert_int_equal(parse(HEAD "CONNECT b.example:443 HTTP/1.1\r\n\r\n"), CB_REQUEST_BAD);
	assert_int_equal(parse(HEAD "a:\r\n\r\n"), CB_REQUEST_WHOLE);
}

static void a_head_without_an_end_is_refused_in_time(void **state)
{
	(void)state;
	char text[CB_HEAD_MAX + 64];
	struct cb_request request;
	memset(text, 'x', sizeof text);
	memcpy(text, HEAD "X: ", sizeof HEAD + 2);
	assert_int_equal(parse_n(text, CB_HEAD_MAX - 1, &request), CB_REQUEST_PARTIAL);
	assert_int_equal(parse_n(text, CB_HEAD_MAX, &request), CB_REQUEST_BAD);
	memcpy(text + CB_HEAD_MAX - 4, "\r\n\r\n", 4);
	assert_int_equal(parse_n(text, CB_HEAD_MAX, &request), CB_REQUEST_WHOLE);
	assert_int_equal(request.length, CB_HEAD_MAX);
}

/* Bytes that are mostly of a request, put together anew: never a crash, and what is accepted names
 * a host and a port. */
static void scrambled_requests_do_no_harm(void **state)
{
	(void)state;
	static const char *const parts[] = { "CONNECT ", "a.example", ":",  "443",  " HTTP/1.1",
					     "\r\n",     "\r",        "\n", "X: y", " ",
					     ".",        "1",         "\t", "-",    "*" };
	unsigned seed = 1, whole = 0;
	for (int round = 0; round < 200000; round++) {
		char text[256] = "", *end = text;
		unsigned count = 4 + (seed >> 16) % 12;
		for (unsigned i = 0; i < count; i++) {
			seed = seed * 1103515245U + 12345U;
			unsigned next = (seed >> 16) % 4 ? i : (seed >> 20) % 15;
			end = stpcpy(end, parts[next % 15]);
		}
		struct cb_request request;
		if (parse_n(text, (size_t)(end - text), &request) != CB_REQUEST_WHOLE)
			continue;
		whole++;
		assert_true(cb_name_is_host(request.host));
		assert_true(request.port > 0 && request.length <= (size_t)(end - text));
	}
	assert_true(whole < 200000);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(a_plain_request_is_read),
	cmocka_unit_test(it_may_come_byte_by_byte),
	cmocka_unit_test(other_methods_are_told_apart),
	cmocka_unit_test(malformed_request_lines_are_refused),
	cmocka_unit_test(odd_line_ends_and_bytes_are_refused),
	cmocka_unit_test(header_lines_have_names),
	cmocka_unit_test(a_head_without_an_end_is_refused_in_time),
	cmocka_unit_test(scrambled_requests_do_no_harm),
};
UNIT_MAIN(tests)
