/* EXT-03: what a profile can be called, what is told about it, and what another launcher gets. */
#include "unit.h"

#include "commands/profiles/profiles.h"

#include <string.h>

static void names_are_plain(void **state)
{
	(void)state;
	const char *const good[] = { "default", "a", "0", "my-own-2" };
	const char *const bad[] = { "",  "-x",  ".",   "..",    "a.b", "a/b",     "../x",
				    "A", "a b", "a\n", "\033x", "a_b", "\xc3\xa4" };
	for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
		assert_true(cb_profile_is_name(good[i]));
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_false(cb_profile_is_name(bad[i]));
	char name[66];
	memset(name, 'a', sizeof name);
	name[65] = '\0';
	assert_false(cb_profile_is_name(name));
	name[64] = '\0';
	assert_true(cb_profile_is_name(name));
}

static void a_program_is_called_after_its_profile(void **state)
{
	(void)state;
	assert_string_equal(cb_profile_program("default"), "claudebox");
	assert_string_equal(cb_profile_program("api"), "claudebox-api");
	assert_string_equal(cb_profile_of_program("claudebox"), "default");
	assert_string_equal(cb_profile_of_program("claudebox-api"), "api");
	const char *const others[] = { "claude",         "claudeboxes", "claudebox-",
				       "claudebox-a.sh", "claudebox_a", "claudebox-default" };
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		assert_null(cb_profile_of_program(others[i]));
}

static void push(struct cb_profiles *list, const char *name, const char *text, const char *found)
{
	cb_profiles_push_about(list, name, cb_strdup(text), found, "/p");
}

static void the_first_that_is_found_counts(void **state)
{
	(void)state;
	struct cb_profiles list = { 0 };
	push(&list, "b", "b\nfull\nfirst\n", "/1");
	push(&list, "b", "b\nnone\nsecond\n", "/2");
	push(&list, "a", "a\nnone\nmore\nand more\n", "/3");
	cb_profiles_sort(&list);
	assert_int_equal(list.len, 2);
	assert_string_equal(list.items[0].name, "a");
	assert_string_equal(list.items[0].description, "more");
	assert_string_equal(cb_profiles_find(&list, "b")->found, "/1");
	assert_string_equal(cb_profiles_find(&list, "b")->network, "full");
	assert_null(cb_profiles_find(&list, "c"));
}

static void one_that_tells_of_another_or_too_little_is_not_taken(void **state)
{
	(void)state;
	struct cb_profiles list = { 0 };
	push(&list, "b", "a\nfull\nx\n", "/1");
	push(&list, "b", "b\nfull\nx", "/1");
	push(&list, "b", "b\n", "/1");
	push(&list, "b", "", "/1");
	assert_int_equal(list.len, 0);
}

static void another_launcher_gets_all_variables_but_the_one_that_chose_it(void **state)
{
	(void)state;
	char *env[] = { (char *)"A=b", (char *)"CLAUDEBOX_PROFILE=x",
			(char *)"CLAUDEBOX_PROFILES=y", (char *)"CLAUDEBOX_PROFILE=z", NULL };
	char **got = cb_profile_env(env);
	assert_string_equal(got[0], "A=b");
	assert_string_equal(got[1], "CLAUDEBOX_PROFILES=y");
	assert_null(got[2]);
	assert_null(cb_profile_env(got + 2)[0]);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(names_are_plain),
	cmocka_unit_test(a_program_is_called_after_its_profile),
	cmocka_unit_test(the_first_that_is_found_counts),
	cmocka_unit_test(one_that_tells_of_another_or_too_little_is_not_taken),
	cmocka_unit_test(another_launcher_gets_all_variables_but_the_one_that_chose_it),
};

UNIT_MAIN(tests)
