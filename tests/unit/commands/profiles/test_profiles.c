/* EXT-03: what a profile can be called, what is told about it, and how one launcher calls another.
 */
#include "unit.h"

#include "commands/profiles/names.h"

#include <stdlib.h>
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
	char *program = cb_profile_program("default");
	assert_string_equal(program, "claudebox");
	free(program);
	program = cb_profile_program("api");
	assert_string_equal(program, "claudebox-api");
	free(program);
	assert_string_equal(cb_profile_of_program("claudebox"), "default");
	assert_string_equal(cb_profile_of_program("claudebox-api"), "api");
	const char *const others[] = { "claude",         "claudeboxes", "claudebox-",
				       "claudebox-a.sh", "claudebox_a", "claudebox-default" };
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		assert_null(cb_profile_of_program(others[i]));
}

static void push(struct cb_profiles *list, const char *name, const char *text, const char *found)
{
	char *copy = strdup(text);
	assert_non_null(copy);
	cb_profiles_push_told(list, name, copy, found, "/p");
	free(copy);
}

static void the_first_that_is_found_counts(void **state)
{
	(void)state;
	cleanup_profiles struct cb_profiles list = { 0 };
	push(&list, "b", "b\nfull\nfirst\n", "/1");
	push(&list, "b", "b\nnone\nsecond\n", "/2");
	push(&list, "a", "a\nnone\nmore\nand more\n", "/3");
	cb_profiles_sort(&list);
	assert_false(list.failed);
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
	cleanup_profiles struct cb_profiles list = { 0 };
	push(&list, "b", "a\nfull\nx\n", "/1");
	push(&list, "b", "b\nfull\nx", "/1");
	push(&list, "b", "b\n", "/1");
	push(&list, "b", "", "/1");
	assert_int_equal(list.len, 0);
}

/* The words of `line` for another launcher, joined again. */
static void check_argv(const char *line, const char *want)
{
	char copy[256], got[256] = "";
	char *argv[32];
	size_t n = 0;
	strcpy(copy, line);
	for (char *save = NULL, *w = strtok_r(copy, " ", &save); w; w = strtok_r(NULL, " ", &save))
		argv[n++] = w;
	argv[n] = NULL;
	cleanup_opts struct cb_opts opts = { 0 };
	cleanup_error struct cb_error err = { 0 };
	cleanup_strv struct cb_strv words = { 0 };
	assert_int_equal(cb_opts_parse(argv, &opts, &err), 0);
	cb_profiles_argv(&opts, "/p", &words);
	assert_false(words.failed);
	for (size_t i = 0; i < words.len; i++) {
		strcat(got, i ? " " : "");
		strcat(got, words.items[i]);
	}
	assert_string_equal(got, want);
}

static void the_other_launcher_gets_all_words_but_the_flag(void **state)
{
	(void)state;
	check_argv("c --profile a", "/p");
	check_argv("c -y --profile a -p hi", "/p -y -p hi");
	check_argv("c --profile=a --profile b x", "/p x");
	check_argv("c --profile a -- --profile b", "/p -- --profile b");
	check_argv("c x -- --profile=b --profile", "/p x -- --profile=b --profile");
	check_argv("c --mount-ro --profile --profile a", "/p --mount-ro --profile");
	check_argv("c --mount-ro=x --profile a y", "/p --mount-ro=x y");
	check_argv("c --profile a --shell --profile b", "/p --shell --profile b");
	check_argv("c --profile --shell -c x", "/p -c x");
	check_argv("c --profiles --profile a", "/p --profiles");
}

static void and_all_variables_but_the_one_that_chose_it(void **state)
{
	(void)state;
	char *env[] = { (char *)"A=b", (char *)"CLAUDEBOX_PROFILE=x",
			(char *)"CLAUDEBOX_PROFILES=y", (char *)"CLAUDEBOX_PROFILE=z", NULL };
	cleanup_strv struct cb_strv got = { 0 };
	cb_profiles_env(env, &got);
	assert_int_equal(got.len, 2);
	assert_string_equal(got.items[0], "A=b");
	assert_string_equal(got.items[1], "CLAUDEBOX_PROFILES=y");
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(names_are_plain),
	cmocka_unit_test(a_program_is_called_after_its_profile),
	cmocka_unit_test(the_first_that_is_found_counts),
	cmocka_unit_test(one_that_tells_of_another_or_too_little_is_not_taken),
	cmocka_unit_test(the_other_launcher_gets_all_words_but_the_flag),
	cmocka_unit_test(and_all_variables_but_the_one_that_chose_it),
};

UNIT_MAIN(tests)
