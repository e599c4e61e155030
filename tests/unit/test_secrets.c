/* Which names and values are taken for secrets. */
#include "unit.h"

#include "path.h"
#include "secrets.h"

static void names_with_a_secret_word_are_secret(void **state)
{
	(void)state;
	const char *yes[] = { "ANTHROPIC_API_KEY",     "GITHUB_TOKEN",  "token",   "DB_PASSWORD",
			      "AWS_SECRET_ACCESS_KEY", "SSH_AUTH_SOCK", "NPM_AUTH" };
	for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++)
		assert_true(cb_secret_name(yes[i]));
}

static void names_that_only_contain_such_letters_are_not(void **state)
{
	(void)state;
	const char *no[] = { "TERM",   "LANG",      "PATH",    "KEYBOARD",
			     "MONKEY", "TOKENIZER", "COMPASS", "" };
	for (size_t i = 0; i < sizeof no / sizeof no[0]; i++)
		assert_false(cb_secret_name(no[i]));
}

static void values_give_themselves_away(void **state)
{
	(void)state;
	assert_string_equal(cb_secret_shape("sk-ant-api03-x"), "an Anthropic key");
	assert_non_null(cb_secret_shape("ghp_0123"));
	assert_non_null(cb_secret_shape("AKIA0123"));
	assert_non_null(cb_secret_shape("-----BEGIN OPENSSH PRIVATE KEY-----"));
	assert_non_null(cb_secret_shape("postgres://me:pw@db/x"));
	assert_null(cb_secret_shape("https://example.org/a:b@c"));
	assert_null(cb_secret_shape("https://user@example.org/"));
	assert_null(cb_secret_shape("xterm-256color"));
	assert_null(cb_secret_shape(""));
}

static void a_secret_is_found_behind_other_words(void **state)
{
	(void)state;
	static const char *const yes[] = { "Authorization: Bearer ghp_1", "--header=x:sk-ant-1",
					   "a, 'sk-1'" };
	static const char *const no[] = { "/home/me/sk-learn", "risk-averse", "task-1 ask-2" };
	for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++)
		assert_non_null(cb_secret_shape(yes[i]));
	for (size_t i = 0; i < sizeof no / sizeof no[0]; i++)
		assert_null(cb_secret_shape(no[i]));
	const char *at = NULL;
	assert_non_null(cb_secret_find("cannot mount ghp_1 (no)", &at));
	assert_string_equal(at, "ghp_1 (no)");
}

static void every_secret_path_is_normal_and_says_what_it_is(void **state)
{
	(void)state;
	assert_true(cb_secret_path_count >= 50);
	for (size_t i = 0; i < cb_secret_path_count; i++) {
		const struct cb_secret_path *s = &cb_secret_paths[i];
		if (s->path.anchor == CB_ANCHOR_ROOT)
			assert_true(cb_path_is_normal(s->path.rest));
		else
			assert_true(s->path.rest[0] != '/' && s->path.rest[0] != '\0');
		assert_true(s->what[0] != '\0');
	}
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(names_with_a_secret_word_are_secret),
	cmocka_unit_test(names_that_only_contain_such_letters_are_not),
	cmocka_unit_test(values_give_themselves_away),
	cmocka_unit_test(a_secret_is_found_behind_other_words),
	cmocka_unit_test(every_secret_path_is_normal_and_says_what_it_is),
};

UNIT_MAIN(tests)
