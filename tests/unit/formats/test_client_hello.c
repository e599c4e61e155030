/* The server's name in a ClientHello: read however it is cut up, and nothing read that is merely
 * similar. */
#include "formats/client-hello.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

/* Bytes put together; a length is filled in when what it counts is there. */
struct text {
	char bytes[CB_HELLO_MAX + 4096];
	size_t len;
};

static void put(struct text *t, const void *bytes, size_t len)
{
	assert_true(len <= sizeof t->bytes - t->len);
	memcpy(t->bytes + t->len, bytes, len);
	t->len += len;
}

static void put_number(struct text *t, size_t number, size_t size)
{
	while (size-- > 0) {
		char byte = (char)(number >> (8 * size));
		put(t, &byte, 1);
	}
}

static void put_vector(struct text *t, size_t size, const void *bytes, size_t len)
{
	put_number(t, len, size);
	put(t, bytes, len);
}

/* A server_name extension of one name. */
static void put_server_name(struct text *t, unsigned type, const char *name, size_t len)
{
	put_number(t, 0, 2);
	put_number(t, len + 5, 2);
	put_number(t, len + 3, 2);
	put_number(t, type, 1);
	put_vector(t, 2, name, len);
}

/* A message of these extensions, NULL for none at all. */
static void put_hello(struct text *t, const struct text *extensions)
{
	struct text body = { .len = 0 };
	char random[34] = "\x03\x03";
	put(&body, random, sizeof random);
	put_vector(&body, 1, "session", 7);
	put_vector(&body, 2, "\x13\x01", 2);
	put_vector(&body, 1, "", 1);
	if (extensions)
		put_vector(&body, 2, extensions->bytes, extensions->len);
	put_number(t, 1, 1);
	put_vector(t, 3, body.bytes, body.len);
}

static void put_record(struct text *t, unsigned type, const char *bytes, size_t len)
{
	put_number(t, type, 1);
	put_number(t, 0x0301, 2);
	put_vector(t, 2, bytes, len);
}

/* One record with a message that names `name`, between two extensions of other kinds. */
static void put_named(struct text *t, const char *name)
{
	struct text extensions = { .len = 0 }, hello = { .len = 0 };
	put(&extensions, "\x00\x17\x00\x00", 4);
	put_server_name(&extensions, 0, name, strlen(name));
	put(&extensions, "\x00\x2b\x00\x03\x02\x03\x04", 7);
	put_hello(&hello, &extensions);
	put_record(t, 22, hello.bytes, hello.len);
}

static char name[CB_NAME_MAX + 1];

/* From a copy on the heap without a byte to spare, so that the sanitizers see a read past its end.
 */
static enum cb_hello_state parse(const char *bytes, size_t len)
{
	char *copy = malloc(len ? len : 1);
	assert_non_null(copy);
	memcpy(copy, bytes, len);
	enum cb_hello_state state = cb_hello_parse(copy, len, name);
	free(copy);
	return state;
}

static enum cb_hello_state parse_extensions(const struct text *extensions)
{
	struct text hello = { .len = 0 }, all = { .len = 0 };
	put_hello(&hello, extensions);
	put_record(&all, 22, hello.bytes, hello.len);
	return parse(all.bytes, all.len);
}

static void a_name_is_read(void **state)
{
	(void)state;
	struct text t = { .len = 0 };
	put_named(&t, "API.Example.org");
	assert_int_equal(parse(t.bytes, t.len), CB_HELLO_NAMED);
	assert_string_equal(name, "api.example.org");
	put(&t, "\x14\x03\x03\x00\x01\x01", 6); /* early data may follow */
	assert_int_equal(parse(t.bytes, t.len), CB_HELLO_NAMED);
}

static void it_may_come_byte_by_byte(void **state)
{
	(void)state;
	struct text t = { .len = 0 };
	put_named(&t, "api.example.org");
	for (size_t len = 0; len < t.len; len++)
		assert_int_equal(parse(t.bytes, len), CB_HELLO_PARTIAL);
}

/* The name itself is cut in two at every place. */
static void it_may_come_in_several_records(void **state)
{
	(void)state;
	struct text one = { .len = 0 };
	put_named(&one, "api.example.org");
	const char *message = one.bytes + 5;
	size_t len = one.len - 5;
	for (size_t cut = 1; cut < len; cut++) {
		struct text t = { .len = 0 };
		put_record(&t, 22, message, cut);
		assert_int_equal(parse(t.bytes, t.len), CB_HELLO_PARTIAL);
		put_record(&t, 22, message + cut, len - cut);
		assert_int_equal(parse(t.bytes, t.len - 1), CB_HELLO_PARTIAL);
		name[0] = '\0';
		assert_int_equal(parse(t.bytes, t.len), CB_HELLO_NAMED);
		assert_string_equal(name, "api.example.org");
	}
	struct text t = { .len = 0 };
	for (size_t i = 0; i < len; i++)
		put_record(&t, 22, message + i, 1);
	assert_int_equal(parse(t.bytes, t.len), CB_HELLO_NAMED);
}

static void other_records_in_between_are_refused(void **state)
{
	(void)state;
	struct text one = { .len = 0 };
	put_named(&one, "api.example.org");
	static const unsigned types[] = { 20, 21, 23, 24, 0, 255 };
	for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
		struct text t = { .len = 0 };
		put_record(&t, 22, one.bytes + 5, 40);
		put_record(&t, types[i], "x", 1);
		assert_int_equal(parse(t.bytes, t.len), CB_HELLO_BAD);
	}
	struct text t = { .len = 0 };
	put_record(&t, 22, "", 0);
	assert_int_equal(parse(t.bytes, t.len), CB_HELLO_BAD);
}

static void what_is_not_tls_is_told_apart(void **state)
{
	(void)state;
	assert_int_equal(parse("", 0), CB_HELLO_PARTIAL);
	assert_int_equal(parse("GET / HTTP/1.1\r\n\r\n", 18), CB_HELLO_OTHER);
	assert_int_equal(parse("\x80\x2e\x01\x03\x01", 5), CB_HELLO_OTHER); /* as SSL 2 had it */
	assert_int_equal(parse("\x16\x02\x00\x00\x01\x01", 6), CB_HELLO_BAD);
	assert_int_equal(parse("\x16\x03\x01\x00\x01\x02", 6), CB_HELLO_BAD);
}

static void a_message_may_name_nobody(void **state)
{
	(void)state;
	struct text none = { .len = 0 };
	assert_int_equal(parse_extensions(NULL), CB_HELLO_NAMELESS);
	assert_int_equal(parse_extensions(&none), CB_HELLO_NAMELESS);
	put(&none, "\x00\x17\x00\x00", 4);
	assert_int_equal(parse_extensions(&none), CB_HELLO_NAMELESS);
}

static void names_that_are_none_are_refused(void **state)
{
	(void)state;
	static const char nul[] = "api.example\0.org";
	static const char *const names[] = {
		"",           "localhost",     "127.0.0.1",   "::1",         "a.example.",
		".a.example", "*.example.org", "a_b.example", "a b.example", "a.example:443"
	};
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		struct text extensions = { .len = 0 };
		put_server_name(&extensions, 0, names[i], strlen(names[i]));
		assert_int_equal(parse_extensions(&extensions), CB_HELLO_BAD);
	}
	struct text with_nul = { .len = 0 }, other_type = { .len = 0 }, too_long = { .len = 0 };
	put_server_name(&with_nul, 0, nul, sizeof nul - 1);
	assert_int_equal(parse_extensions(&with_nul), CB_HELLO_BAD);
	put_server_name(&other_type, 1, "a.example", 9);
	assert_int_equal(parse_extensions(&other_type), CB_HELLO_BAD);
	char text[CB_NAME_MAX + 2];
	memset(text, 'x', sizeof text);
	put_server_name(&too_long, 0, text, sizeof text);
	assert_int_equal(parse_extensions(&too_long), CB_HELLO_BAD);
}

/* Which of two a server takes nobody knows. */
static void two_names_are_refused(void **state)
{
	(void)state;
	struct text twice = { .len = 0 }, both = { .len = 0 };
	put_server_name(&twice, 0, "a.example", 9);
	assert_int_equal(parse_extensions(&twice), CB_HELLO_NAMED);
	put_server_name(&twice, 0, "a.example", 9);
	assert_int_equal(parse_extensions(&twice), CB_HELLO_BAD);
	put(&both, "\x00\x00\x00\x1a\x00\x18", 6);
	for (size_t i = 0; i < 2; i++) {
		put_number(&both, 0, 1);
		put_vector(&both, 2, i ? "b.example" : "a.example", 9);
	}
	assert_int_equal(parse_extensions(&both), CB_HELLO_BAD);
}

/* Every length, one more and one less: never the same verdict. */
static void lengths_must_fit(void **state)
{
	(void)state;
	struct text t = { .len = 0 };
	put_named(&t, "api.example.org");
	/* The last bytes of: record, message, session, suites, compression, extensions, the two
	 * of the name's and its own, the last extension's. */
	const size_t at[] = { 4, 8, 43, 52, 55, 58, 66, 68, 71, t.len - 4 };
	for (size_t i = 0; i < sizeof at / sizeof at[0]; i++)
		for (int by = -1; by <= 1; by += 2) {
			struct text changed = t;
			changed.bytes[at[i]] = (char)(changed.bytes[at[i]] + by);
			assert_int_not_equal(parse(changed.bytes, changed.len), CB_HELLO_NAMED);
		}
}

static void a_message_without_an_end_is_refused_in_time(void **state)
{
	(void)state;
	struct text t = { .len = 0 };
	char filling[100] = "\x01\x00\x3f\xff";
	while (t.len < CB_HELLO_MAX) {
		put_record(&t, 22, filling, sizeof filling);
		memset(filling, 'x', 4);
	}
	assert_int_equal(parse(t.bytes, CB_HELLO_MAX - 1), CB_HELLO_PARTIAL);
	assert_int_equal(parse(t.bytes, CB_HELLO_MAX), CB_HELLO_BAD);
	assert_int_equal(parse("\x16\x03\x01\x00\x04\x01\x00\x40\x01", 9), CB_HELLO_BAD);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(a_name_is_read),
	cmocka_unit_test(it_may_come_byte_by_byte),
	cmocka_unit_test(it_may_come_in_several_records),
	cmocka_unit_test(other_records_in_between_are_refused),
	cmocka_unit_test(what_is_not_tls_is_told_apart),
	cmocka_unit_test(a_message_may_name_nobody),
	cmocka_unit_test(names_that_are_none_are_refused),
	cmocka_unit_test(two_names_are_refused),
	cmocka_unit_test(lengths_must_fit),
	cmocka_unit_test(a_message_without_an_end_is_refused_in_time),
};
UNIT_MAIN(tests)
