/* The user's name and address as git prints them, and the program that is asked. */
#include "unit.h"

#include "host/read-facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PARSE(text, identity) cb_identity_parse(text, sizeof text - 1, identity)

static void the_last_of_each_wins(void **state)
{
	(void)state;
	struct cb_identity who = { 0 };
	PARSE("user.name\nA\0user.email\na@x\0user.name\nAda L\0", &who);
	assert_string_equal(who.name, "Ada L");
	assert_string_equal(who.email, "a@x");
	PARSE("user.name\n\0", &who);
	assert_null(who.name);
}

static void what_is_cut_short_or_unknown_is_passed_over(void **state)
{
	(void)state;
	struct cb_identity who = { 0 };
	PARSE("user.name\nA", &who);
	PARSE("user.name\0user.email\nx", &who);
	PARSE("user.signingkey\nX\0", &who);
	PARSE("", &who);
	assert_null(who.name);
	assert_null(who.email);
}

/* A program in git's place: what it prints counts when it says 0 and is not too long. */
static void ask(const char *script, struct cb_identity *who)
{
	char name[] = "/tmp/claudebox-unit.XXXXXX";
	int fd = mkstemp(name);
	FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
	assert_non_null(file);
	fprintf(file, "#!/bin/sh\n%s\n", script);
	assert_int_equal(fchmod(fd, 0700), 0);
	assert_int_equal(fclose(file), 0);
	char global[] = "GIT_CONFIG_GLOBAL=/x/global", *const env[] = { global, NULL };
	struct cb_error err = { 0 };
	assert_int_equal(cb_identity_read(name, "/x/.git", "/home/ada", env, who, &err), 0);
	assert_int_equal(unlink(name), 0);
}

static void git_is_asked_with_the_repository_and_nothing_else(void **state)
{
	(void)state;
	struct cb_identity who = { 0 };
	ask("printf 'user.name\\n%s %s %s\\0' \"$GIT_DIR\" \"$HOME\" \"$GIT_CONFIG_NOSYSTEM\"",
	    &who);
	assert_string_equal(who.name, "/x/.git /home/ada 1");
	ask("printf 'user.name\\nA\\0'; exit 1", &who);
	assert_null(who.name);
	ask("yes | head -c 9000", &who);
	assert_null(who.name);
	char global[] = "GIT_CONFIG_GLOBAL=/x/global", *const env[] = { global, NULL };
	struct cb_error err = { 0 };
	assert_int_equal(cb_identity_read("/nowhere/git", NULL, "/home/ada", env, &who, &err), -1);
	assert_int_equal(err.code, CB_EXIT_REFUSED);
	assert_null(who.name);
}

static void git_is_not_asked_where_there_is_nothing_to_read(void **state)
{
	(void)state;
	struct cb_identity who = { 0 };
	char *const env[] = { NULL };
	struct cb_error err = { 0 };
	assert_int_equal(cb_identity_read("/nowhere/git", NULL, "/nowhere", env, &who, &err), 0);
	assert_null(who.name);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(the_last_of_each_wins),
	cmocka_unit_test(what_is_cut_short_or_unknown_is_passed_over),
	cmocka_unit_test(git_is_asked_with_the_repository_and_nothing_else),
	cmocka_unit_test(git_is_not_asked_where_there_is_nothing_to_read),
};

UNIT_MAIN(tests)
