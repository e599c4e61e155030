/* Which names and values are taken for secrets. */
#include "unit.h"

#include "base/path.h"
#include "vocab/secrets.h"

#include <string.h>

static void names_with_a_secret_word_are_secret(void **state)
{
	(void)state;
	const char *yes[] = { "ANTHROPIC_API_KEY",
			      "GITHUB_TOKEN",
			      "token",
			      "DB_PASSWORD",
			      "AWS_SECRET_ACCESS_KEY",
			      "SSH_AUTH_SOCK",
			      "NPM_AUTH",
			      "API_KEY2",
			      "TOKEN_1",
			      "MYSQL_PWD",
			      "SSHPASS",
			      "DBPASS",
			      "X_CONNECTION_STRING" };
	for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++)
		assert_true(cb_secret_name(yes[i]));
}

static void names_that_end_in_one_are_too(void **state)
{
	(void)state;
	const char *yes[] = { "PGPASSWORD",  "DBPASSWORD",    "GITHUBTOKEN",     "MYTOKEN",
			      "accessToken", "MYTOKEN_OLD",   "MYTOKEN2",        "CLIENTSECRET",
			      "VNCPASSWD",   "GPGPASSPHRASE", "OPENAIAPIKEY",    "apiKey",
			      "TS_AUTHKEY",  "DBPWD",         "SECRETTOKENTOKEN" };
	for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++)
		assert_true(cb_secret_name(yes[i]));
}

static void names_that_only_contain_such_letters_are_not(void **state)
{
	(void)state;
	const char *no[] = { "TERM",
			     "LANG",
			     "PATH",
			     "KEYBOARD",
			     "MONKEY",
			     "TOKENIZER",
			     "COMPASS",
			     "",
			     "PWD",
			     "OLDPWD",
			     "TOKENIZERS_PARALLELISM",
			     "BYPASS",
			     "PASSENGER",
			     "MAX_OUTPUT_TOKENS",
			     "GIT_ASKPASS",
			     "PGPASSFILE",
			     "PASSWORDLESS",
			     "SECRETARY",
			     "HOTKEY",
			     "AUTHOR",
			     "KEYMAP_2",
			     "_",
			     "PATHS",
			     "COMPASS_1",
			     "PWDX",
			     "GIT_AUTHOR_NAME",
			     "DISPLAY",
			     "npm_config_registry" };
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
	assert_null(cb_secret_shape("xterm-256color"));
	assert_null(cb_secret_shape(""));
}

static void so_do_urls_with_a_login(void **state)
{
	(void)state;
	static const char *const yes[] = { "https://user@example.org/",
					   "https://u:pw@h",
					   "jdbc:postgresql://u:pw@h/db",
					   "see a:b and https://u:pw@h",
					   "git+https://0123456789abcdef@h/x.git",
					   "redis://:pw@h:6379",
					   "https://u:p@w@h/",
					   "postgres://u:p#w@h/db",
					   "ssh://me:pw@h",
					   "ssh://ghp_0123@h",
					   "/home/me/https:/u:pw@h/x",
					   "https://h/ https://u:pw@h" };
	static const char *const no[] = { "https://example.org/a:b@c",
					  "https://example.org/@scope/x",
					  "https://example.org:8080/?to=me@h",
					  "https://example.org or me@example.org",
					  "ssh://git@github.com/me/x.git",
					  "git+ssh://git@h/x",
					  "git@github.com:me/x.git",
					  "https://@h",
					  "file:///me@h/x",
					  "/usr/bin:/bin",
					  "/a:/@home",
					  "me@h://",
					  "://",
					  ":/",
					  "//@" };
	for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++)
		assert_non_null(cb_secret_shape(yes[i]));
	for (size_t i = 0; i < sizeof no / sizeof no[0]; i++)
		assert_null(cb_secret_shape(no[i]));
}

static void every_shape_is_known(void **state)
{
	(void)state;
	static const char *const yes[] = { "sk_live_1",
					   "rk_live_1",
					   "sk_test_1",
					   "https://"
					   "hooks.slack.com/services/T0/B0/x",
					   "xoxc-1",
					   "xoxp-1",
					   "dor_v1_1",
					   "npm_0123456789abcdefghij",
					   "hf_0123456789abcdefghij",
					   "ASIA0123456789ABCDEF",
					   "https://"
					   "api.telegram.org/bot1:x",
					   "glrt-1" };
	/* Words that begin like one. */
	static const char *const no[] = { "npm_config_cache",
					  "npm_",
					  "hf_transfer",
					  "ASIA",
					  "ASIA/Tokyo",
					  "xox",
					  "xoxo",
					  "xox-",
					  "dop",
					  "sk",
					  "/data/ASIA/npm_x",
					  "slack.com/services/",
					  "/src/sk_test_data" };
	for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++)
		assert_non_null(cb_secret_shape(yes[i]));
	for (size_t i = 0; i < sizeof no / sizeof no[0]; i++)
		assert_null(cb_secret_shape(no[i]));
}

static void secrets_are_struck_out_of_a_text(void **state)
{
	(void)state;
	static const char *const texts[][2] = {
		{ "cannot mount https://u:pw@h/x (no)", "cannot mount https://****@h/x (no)" },
		{ "https://u:p,w@h, ghp_1", "https://*****@h, *****" },
		{ "https://ghp_1@h/x y", "https://********* y" },
		{ "https://glpat-1,2@h", "https://*********@h" },
		{ "FLAKE#ghp_1 ~/profiles/ghp_1", "FLAKE#***** ~/profiles/*****" },
		{ "Me <ghp_1>", "Me <*****>" },
		{ "a -----BEGIN X\nb c", "a ****************" },
		{ "ssh://git@h ghp", "ssh://git@h ghp" },
		{ "", "" },
	};
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		char text[64];
		strcpy(text, texts[i][0]);
		cb_secret_strike(text);
		assert_string_equal(text, texts[i][1]);
	}
}

static void a_secret_is_found_behind_other_words(void **state)
{
	(void)state;
	static const char *const yes[] = { "Authorization: Bearer ghp_1",
					   "--header=x:sk-ant-1",
					   "a, 'sk-1'",
					   "(ghp_1)",
					   "[ghp_1]",
					   "<ghp_1>",
					   "a|ghp_1",
					   "?t=ghp_1",
					   "x@ghp_1",
					   "/home/me/ghp_1",
					   "/x/sk-0123456789abcdefghij" };
	static const char *const no[] = {
		"/home/me/sk-learn", "risk-averse", "task-1 ask-2",
		"/opt/npm_modules",  "x.sk-1",      "/home/me/sk-learn-and-more-than-that"
	};
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
	cmocka_unit_test(names_that_end_in_one_are_too),
	cmocka_unit_test(names_that_only_contain_such_letters_are_not),
	cmocka_unit_test(values_give_themselves_away),
	cmocka_unit_test(so_do_urls_with_a_login),
	cmocka_unit_test(every_shape_is_known),
	cmocka_unit_test(secrets_are_struck_out_of_a_text),
	cmocka_unit_test(a_secret_is_found_behind_other_words),
	cmocka_unit_test(every_secret_path_is_normal_and_says_what_it_is),
};

UNIT_MAIN(tests)
