/* A key is one word of printable ASCII, with at most a line end behind it. */
#include "formats/key-text.h"
#include "unit.h"

#include <string.h>

static void the_kinds_of_key(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		enum cb_key_kind kind;
		size_t size;
	} rows[] = {
		{ "", CB_KEY_NONE, 0 },
		{ "\n", CB_KEY_NONE, 0 },
		{ "\r\n", CB_KEY_NONE, 0 },
		{ "x", CB_KEY_API, 1 },
		{ "sk-ant-api03-x\n", CB_KEY_API, 14 },
		{ "sk-ant-api03-x\r\n", CB_KEY_API, 14 },
		{ "sk-ant-oat", CB_KEY_TOKEN, 10 },
		{ "sk-ant-oat01-x\n", CB_KEY_TOKEN, 14 },
		{ "xsk-ant-oat01", CB_KEY_API, 13 },
		{ "x\n\n", CB_KEY_BAD, 2 },
		{ "\nx", CB_KEY_BAD, 2 },
		{ "x y", CB_KEY_BAD, 3 },
		{ " x", CB_KEY_BAD, 2 },
		{ "x\r", CB_KEY_API, 1 },
		{ "x\ry", CB_KEY_BAD, 3 },
		{ "x\ty", CB_KEY_BAD, 3 },
		{ "x\x7f", CB_KEY_BAD, 2 },
		{ "\xc3\xa4", CB_KEY_BAD, 2 },
	};
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		size_t size = 99;
		assert_int_equal(cb_key_text_parse(rows[i].text, strlen(rows[i].text), &size),
				 rows[i].kind);
		assert_int_equal(size, rows[i].size);
	}
}

static void a_key_has_a_longest_length(void **state)
{
	(void)state;
	char text[CB_KEY_MAX + 2];
	size_t size;
	memset(text, 'x', sizeof text);
	assert_int_equal(cb_key_text_parse(text, CB_KEY_MAX, &size), CB_KEY_API);
	assert_int_equal(cb_key_text_parse(text, CB_KEY_MAX + 1, &size), CB_KEY_LONG);
	text[CB_KEY_MAX] = '\n';
	assert_int_equal(cb_key_text_parse(text, CB_KEY_MAX + 1, &size), CB_KEY_API);
	text[5] = '\0';
	assert_int_equal(cb_key_text_parse(text, CB_KEY_MAX + 1, &size), CB_KEY_BAD);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(the_kinds_of_key),
	cmocka_unit_test(a_key_has_a_longest_length),
};
UNIT_MAIN(tests)
