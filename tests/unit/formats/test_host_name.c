/* Host names: what is one, and which pattern lets which through. */
#include "formats/host-name.h"
#include "unit.h"

#include <string.h>

static void plain_names_are_hosts(void **state)
{
	(void)state;
	assert_true(cb_name_is_host("example.org"));
	assert_true(cb_name_is_host("a.b"));
	assert_true(cb_name_is_host("xn--bcher-kva.example"));
	assert_true(cb_name_is_host("1.example.org"));
	assert_true(cb_name_is_host("a-b.c--d.example"));
}

static void what_only_looks_like_a_name_is_none(void **state)
{
	(void)state;
	static const char *const names[] = {
		"",
		"localhost",
		"example.org.",
		".example.org",
		"a..b",
		"-a.example.org",
		"a-.example.org",
		"EXAMPLE.org",
		"a_b.example",
		"a b.example",
		"a\tb.example",
		"user@example.org",
		"example.org/",
		"example.org:1",
		"*.example.org",
		"b\xc3\xbc.example",
		"[::1]",
		"::1",
		"fe80::1%eth0.example",
		"a.example\r\n",
	};
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		assert_false(cb_name_is_host(names[i]));
}

static void addresses_in_any_notation_are_no_names(void **state)
{
	(void)state;
	static const char *const names[] = { "127.0.0.1",    "127.1",       "0x7f.1",
					     "1.0x7f000001", "0177.0.0.01", "2130706433.0",
					     "1.2.3.4",      "example.0x1", "example.1" };
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		assert_false(cb_name_is_host(names[i]));
}

static void a_name_is_read_in_small_letters(void **state)
{
	(void)state;
	char name[CB_NAME_MAX + 1];
	assert_true(cb_name_read("Www.EXAMPLE.org:443", 15, name));
	assert_string_equal(name, "www.example.org");
	assert_false(cb_name_read("WWW_.example.org", 16, name));
}

static void a_nul_inside_is_no_name(void **state)
{
	(void)state;
	char name[CB_NAME_MAX + 1];
	assert_false(cb_name_read("a.example\0.evil.example", 23, name));
	assert_false(cb_name_read("a.example", 10, name));
}

static void lengths_are_bounded(void **state)
{
	(void)state;
	char name[300], read[CB_NAME_MAX + 1];
	memset(name, 'a', sizeof name);
	name[63] = '.';
	assert_true(cb_name_read(name, 64 + 63, read));
	assert_false(cb_name_read(name, 64 + 64, read));
	for (size_t i = 63; i < sizeof name; i += 64)
		name[i] = '.';
	assert_true(cb_name_read(name, 253, read));
	assert_false(cb_name_read(name, 254, read));
	name[254] = '\0';
	assert_false(cb_name_is_host(name));
	name[253] = '\0';
	assert_true(cb_name_is_host(name));
}

static void an_exact_name_matches_itself_only(void **state)
{
	(void)state;
	assert_true(cb_name_matches("example.org", "example.org"));
	assert_false(cb_name_matches("example.org", "www.example.org"));
	assert_false(cb_name_matches("example.org", "example.org.evil.example"));
	assert_false(cb_name_matches("example.org", "xexample.org"));
	assert_false(cb_name_matches("example.org", "example.or"));
}

static void a_star_matches_what_is_below(void **state)
{
	(void)state;
	assert_true(cb_name_matches("*.example.org", "www.example.org"));
	assert_true(cb_name_matches("*.example.org", "a.b.example.org"));
	assert_false(cb_name_matches("*.example.org", "example.org"));
	assert_false(cb_name_matches("*.example.org", ".example.org"));
	assert_false(cb_name_matches("*.example.org", "evilexample.org"));
	assert_false(cb_name_matches("*.example.org", "www.example.org.evil.example"));
}

static void patterns_are_hosts_or_below_one(void **state)
{
	(void)state;
	assert_true(cb_name_is_pattern("example.org"));
	assert_true(cb_name_is_pattern("*.example.org"));
	assert_false(cb_name_is_pattern("*"));
	assert_false(cb_name_is_pattern("*."));
	assert_false(cb_name_is_pattern("*.org"));
	assert_false(cb_name_is_pattern("*example.org"));
	assert_false(cb_name_is_pattern("a.*.example.org"));
	assert_false(cb_name_is_pattern("*.*.example.org"));
}

static void a_list_lets_its_own_through(void **state)
{
	(void)state;
	static const char *const list[] = { "example.org", "*.example.net", NULL };
	static const char *const none[] = { NULL };
	assert_true(cb_name_is_listed(list, "example.org"));
	assert_true(cb_name_is_listed(list, "a.example.net"));
	assert_false(cb_name_is_listed(list, "example.net"));
	assert_false(cb_name_is_listed(none, "example.org"));
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(plain_names_are_hosts),
	cmocka_unit_test(what_only_looks_like_a_name_is_none),
	cmocka_unit_test(addresses_in_any_notation_are_no_names),
	cmocka_unit_test(a_name_is_read_in_small_letters),
	cmocka_unit_test(a_nul_inside_is_no_name),
	cmocka_unit_test(lengths_are_bounded),
	cmocka_unit_test(an_exact_name_matches_itself_only),
	cmocka_unit_test(a_star_matches_what_is_below),
	cmocka_unit_test(patterns_are_hosts_or_below_one),
	cmocka_unit_test(a_list_lets_its_own_through),
};
UNIT_MAIN(tests)
