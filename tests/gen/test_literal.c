/* The escaper, on strings no policy could hold and on random ones: what it writes means the same
 * string again, and leaves m4 nothing to act on. */
#include "pages/pages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Reads a C literal as a compiler would, pieces joined. */
static void read_c(const char *literal, struct cb_text *out)
{
	const char *p = literal;
	while (*p) {
		assert_int_equal(*p++, '"');
		while (*p != '"') {
			assert_int_not_equal(*p, '\0');
			assert_int_not_equal(*p, '\n');
			if (*p != '\\') {
				cb_text_add_n(out, p++, 1);
				continue;
			}
			char c = '\n';
			if (p[1] == 'n') {
				p += 2;
			} else {
				assert_int_equal(strspn(p + 1, "01234567") >= 3, 1);
				c = (char)((p[1] - '0') * 64 + (p[2] - '0') * 8 + (p[3] - '0'));
				p += 4;
			}
			cb_text_add_n(out, &c, 1);
		}
		p++;
		p += strspn(p, "\n\t");
	}
}

static void read_markdown(const char *text, struct cb_text *out)
{
	for (const char *p = text; *p; p++) {
		char c = *p;
		if (c == '&') {
			assert_int_equal(p[1], '#');
			char *end;
			c = (char)strtoul(p + 2, &end, 10);
			assert_int_equal(*end, ';');
			p = end;
		}
		cb_text_add_n(out, &c, 1);
	}
}

static void check(const char *string)
{
	struct cb_text literal = { 0 };
	struct cb_text again = { 0 };
	cb_literal_c(&literal, string);
	assert_null(strpbrk(literal.data, "|$?"));
	assert_null(cb_find_leftover(literal.data));
	read_c(literal.data, &again);
	assert_string_equal(cb_text_str(&again), string);

	cb_text_cut(&literal, 0);
	cb_text_cut(&again, 0);
	cb_text_add(&literal, ""); /* an empty string writes nothing */
	cb_literal_markdown(&literal, string);
	assert_null(strpbrk(cb_text_str(&literal), "|$<>@`\\\n"));
	assert_null(cb_find_leftover(cb_text_str(&literal)));
	read_markdown(cb_text_str(&literal), &again);
	assert_string_equal(cb_text_str(&again), string);
}

static void is_literal(const char *string, const char *want)
{
	struct cb_text literal = { 0 };
	cb_literal_c(&literal, string);
	assert_string_equal(literal.data, want);
}

static void plain_text_stays_readable(void **state)
{
	(void)state;
	is_literal("an empty home: nothing of yours is in it",
		   "\"an empty home: nothing of yours is in it\"");
	is_literal("/nix/store/x-y_z/bin", "\"/nix/store/x-y_z/bin\"");
	is_literal("", "\"\"");
	is_literal(NULL, "NULL");
}

static void what_c_or_m4_act_on_is_octal(void **state)
{
	(void)state;
	is_literal("\"\\?$|", "\"\\042\\134\\077\\044\\174\"");
	is_literal("\1\0019\177\377", "\"\\001\\0019\\177\\377\"");
	is_literal("m4_x g4_x a_m4 m4", "\"m4\\137x g4\\137x a_m4 m4\"");
	is_literal("a\nb", "\"a\\n\"\n\t\"b\"");
}

static void every_byte_comes_back_before_every_other(void **state)
{
	(void)state;
	for (int a = 1; a < 256; a++) {
		for (int b = 1; b < 256; b++) {
			const char pair[] = { (char)a, (char)b, '7', '\0' };
			check(pair);
		}
	}
}

static void random_strings_come_back(void **state)
{
	(void)state;
	static const char *const pieces[] = { "m4_", "g4_",  "<|", "|>", "$1", "\\",   "\"", "?\?/",
					      "m",   "4",    "_",  "g",  "\n", "\377", "&",  "dnl",
					      "(",   "&#9;", ",",  "7",  " ",  "@" };
	uint32_t seed = 1;
	for (int round = 0; round < 20000; round++) {
		struct cb_text text = { 0 };
		cb_text_add(&text, "");
		for (uint32_t n = (uint32_t)round % 60; n > 0; n--) {
			seed = seed * 1664525 + 1013904223;
			cb_text_add(&text,
				    pieces[(seed >> 16) % (sizeof pieces / sizeof pieces[0])]);
		}
		check(text.data);
	}
}

static void leftovers_are_whole_words(void **state)
{
	(void)state;
	assert_null(cb_find_leftover(""));
	assert_null(cb_find_leftover("m4 g4 4_ arg4_x xm4_y _m4_z"));
	assert_string_equal(cb_find_leftover("a m4_dnl"), "m4_dnl");
	assert_string_equal(cb_find_leftover("g4_"), "g4_");
	assert_string_equal(cb_find_leftover("xg4_ (g4_x)"), "g4_x)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_text_stays_readable),
		cmocka_unit_test(what_c_or_m4_act_on_is_octal),
		cmocka_unit_test(every_byte_comes_back_before_every_other),
		cmocka_unit_test(random_strings_come_back),
		cmocka_unit_test(leftovers_are_whole_words),
	};
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("literal", tests, NULL, NULL);
}
