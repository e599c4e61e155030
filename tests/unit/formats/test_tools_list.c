/* EXT-01: a project's list of tools holds names of packages, and nothing else gets through. */
#include "unit.h"

#include "formats/tools-list.h"

#include <stdlib.h>
#include <string.h>

static void check_list(const char *text, const char *want)
{
	struct cb_strv names = { 0 };
	struct cb_error err = { 0 };
	assert_int_equal(cb_tools_parse(text, strlen(text), &names, &err), 0);
	char *list = cb_tools_list(&names);
	assert_string_equal(list, want);
	free(list);
}

static void check_refused(const char *text, size_t size, const char *want)
{
	struct cb_strv names = { 0 };
	struct cb_error err = { 0 };
	assert_int_equal(cb_tools_parse(text, size, &names, &err), -1);
	assert_int_equal(err.code, CB_EXIT_REFUSED);
	assert_non_null(err.hint);
	if (!strstr(err.what, want))
		fail_msg("%s, not %s", err.what, want);
}

static void names_comments_and_blanks_are_read(void **state)
{
	(void)state;
	check_list("", "");
	check_list("\n\n# nothing\n", "");
	check_list("jq", "jq");
	check_list("jq\n\tripgrep # fast\r\n  python3Packages.black\n",
		   "jq, ripgrep, python3Packages.black");
	check_list("a-b\nc_d\ne'\n7zip\n", "a-b, c_d, e', 7zip");
}

static void what_is_no_name_is_refused_with_its_line(void **state)
{
	(void)state;
	const char *const lines[] = { "-f",     "--expr",   "a b",    "a/b", "../x", "a;b", "a\"",
				      "a\\b",   "${x}",     "a..b",   ".a",  "a.",   "'a",  "a\tb",
				      "a\x01z", "\xc3\xa4", "(x: y)", "a,b", "a=b" };
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		char text[64];
		strcpy(stpcpy(text, "jq\n"), lines[i]);
		check_refused(text, strlen(text), "(line 2: no name of a package)");
	}
	check_refused("a\0b", 3, "(line 1: ");
}

static void lengths_and_numbers_are_limited(void **state)
{
	(void)state;
	char name[CB_TOOLS_NAME_LIMIT + 2];
	memset(name, 'a', sizeof name);
	name[CB_TOOLS_NAME_LIMIT] = '\0';
	check_list(name, name);
	name[CB_TOOLS_NAME_LIMIT] = 'a';
	check_refused(name, CB_TOOLS_NAME_LIMIT + 1, "(line 1: no name of a package)");
	char many[2 * (CB_TOOLS_COUNT_LIMIT + 1)];
	for (size_t i = 0; i < sizeof many; i += 2)
		memcpy(many + i, "a\n", 2);
	check_refused(many, sizeof many, "(line 65: more than 64 packages)");
	struct cb_strv names = { 0 };
	struct cb_error err = { 0 };
	assert_int_equal(cb_tools_parse(many, sizeof many - 2, &names, &err), 0);
	assert_int_equal(names.len, CB_TOOLS_COUNT_LIMIT);
}

static void the_record_and_the_json_hold_them_in_order(void **state)
{
	(void)state;
	struct cb_strv names = { 0 };
	cb_strv_push(&names, "b");
	cb_strv_push(&names, "a'");
	char *record = cb_tools_record("/x.nix", &names), *json = cb_tools_json(&names);
	assert_string_equal(record, "/x.nix\nb\na'\n");
	assert_string_equal(json, "[\"b\",\"a'\"]");
	free(record);
	free(json);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(names_comments_and_blanks_are_read),
	cmocka_unit_test(what_is_no_name_is_refused_with_its_line),
	cmocka_unit_test(lengths_and_numbers_are_limited),
	cmocka_unit_test(the_record_and_the_json_hold_them_in_order),
};

UNIT_MAIN(tests)
