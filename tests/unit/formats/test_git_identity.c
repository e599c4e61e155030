/* The user's name and address in a configuration that is read without git, and when git is asked.
 */
#include "unit.h"

#include "formats/git-identity.h"

#include <stdlib.h>
#include <string.h>

static bool reads(const char *text, struct cb_identity *who)
{
	*who = (struct cb_identity) { 0 };
	return cb_git_identity_read(text, strlen(text), who);
}

static void plain_values_are_read(void **state)
{
	(void)state;
	struct cb_identity who = { 0 };
	assert_true(
	    reads("[core]\n\teditor = vi\n[user]\n\tname = Ada Lovelace\n\temail=ada@example.org\n",
		  &who));
	assert_string_equal(who.name, "Ada Lovelace");
	assert_string_equal(who.email, "ada@example.org");
	assert_true(reads("# who\n; I am\n  [USER]  \n NAME = A\n[user]\nname = B  ", &who));
	assert_string_equal(who.name, "B");
	assert_null(who.email);
	assert_true(reads("[user]\nname = A\nname =\n", &who));
	assert_null(who.name);
	assert_true(reads("", &who));
}

static void other_keys_and_sections_are_passed_over(void **state)
{
	(void)state;
	struct cb_identity who = { 0 };
	assert_true(reads(
	    "[author]\nname = X\n[user]\nnamed = Y\nsigningkey = Z\n[url \"git@x:\"]\nname = Q\n",
	    &who));
	assert_null(who.name);
	assert_true(
	    reads("[alias]\n\tx = \"!f() { echo; }; f\" # comment\n[user]\n\temail = a@b\n", &who));
	assert_string_equal(who.email, "a@b");
}

static void odd_forms_are_read_too(void **state)
{
	(void)state;
	static const char *const texts[] = {
		"[user]\n\tname = \"A B\"\n",
		"[user]\n\tname = A B # C\n",
		"[user]\n\tname = A B ; C\n",
		"[user]\n\tname = A\\\n B\n",
		"[user] name = A B\n",
		"[user]\r\n\tname = A B\r\n",
		"\xef\xbb\xbf[user]\n\tname = A B\n",
		"[user]\n\tname = A B\n[user \"x\"]\n\tname = C\n[user.x]\nname = D\n",
	};
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		struct cb_identity who = { 0 };
		assert_true(reads(texts[i], &who));
		assert_string_equal(who.name, "A B");
	}
}

static void git_is_asked_about_everything_else(void **state)
{
	(void)state;
	static const char *const texts[] = {
		"[include]\n\tpath = x\n",
		"[IncludeIf \"gitdir:x\"]\n\tpath = x\n",
		"[user]\n\tname\n",
		"[user]\n\tname A = B\n",
		"[ user]\n\tname = A\n",
		"[user\n",
		"= x\n",
	};
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		struct cb_identity who = { 0 };
		assert_false(reads(texts[i], &who));
		assert_null(who.name);
	}
	struct cb_identity who = { 0 };
	assert_false(cb_git_identity_read("[user]\nname = A\0B", 18, &who));
}

/* The settings that are taken of a configuration, joined by newlines. */
static void carries(const char *text, const char *expected)
{
	struct cb_identity who = { 0 };
	char found[512] = "";
	assert_true(reads(text, &who));
	for (size_t i = 0; i < who.settings.len; i++)
		strcat(strcat(found, i ? "\n" : ""), who.settings.items[i]);
	assert_string_equal(found, expected);
}

static void inert_settings_are_carried(void **state)
{
	(void)state;
	carries("[core]\nautocrlf = input\n[init]\ndefaultBranch = trunk\n[pull]rebase\n",
		"core.autocrlf=input\ninit.defaultbranch=trunk\npull.rebase=true");
	carries("[pull]rebase=true\n[pull]rebase=merges\n", "pull.rebase=merges");
	carries("[alias]\nst = status --short\nlg = log --format='%h %s'\n",
		"alias.st=status --short\nalias.lg=log --format='%h %s'");
	carries("[log]date = format:%Y-%m-%d\n[branch]sort=-committerdate",
		"log.date=format:%Y-%m-%d\nbranch.sort=-committerdate");
	carries("[init]defaultBranch = team/trunk", "init.defaultbranch=team/trunk");
}

static void what_names_a_program_a_file_or_a_secret_is_not(void **state)
{
	(void)state;
	static const char *const settings[] = {
		"[alias]x = !echo",
		"[alias]x = \" !echo\"",
		"[alias]x = log !x",
		"[alias]x",
		"[alias]x = -c core.pager=y log",
		"[alias]x = log --output=/home/u/y",
		"[alias]x = log --output=~/y",
		"[alias]x = diff '/etc/passwd'",
		"[alias]x = fetch https://me:pw@h/y",
		"[alias]x = log ghp_0123456789abcdef0123456789abcdef0123",
		"[alias]x = \"log\\n\"",
		"[alias]x = \"log\\t\"",
		"[alias \"x\"]command = log",
		"[core]pager = less",
		"[core]editor = vi",
		"[core]autocrlf = /etc/passwd",
		"[core]autocrlf = !x",
		"[core]autocrlf = $(x)",
		"[core]autocrlf = ../x",
		"[core]hooksPath = x",
		"[credential]helper = store",
		"[http]proxy = x",
		"[diff]external = x",
		"[commit]gpgSign = true",
		"[user]signingKey = x",
		"[url \"x\"]insteadOf = y",
		"[pull]rebase = true\nrebase = !x",
	};
	for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
		carries(settings[i], "");
}

static void of_an_excludes_file_the_patterns_are_left(void **state)
{
	(void)state;
	static const char text[] = "# a comment\n\n*.o\r\n/build/\n!keep\nbell\a\n"
				   "ghp_0123456789abcdef0123456789abcdef0123\n\\#x\nlast";
	char *ignored = cb_git_settings_ignored(text, sizeof text - 1);
	assert_string_equal(ignored, "*.o\n/build/\n!keep\n\\#x\nlast\n");
	free(ignored);
	ignored = cb_git_settings_ignored("", 0);
	assert_string_equal(ignored, "");
	free(ignored);
	ignored = cb_git_settings_ignored("a\0b\nc", 5);
	assert_string_equal(ignored, "c\n");
	free(ignored);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(plain_values_are_read),
	cmocka_unit_test(other_keys_and_sections_are_passed_over),
	cmocka_unit_test(odd_forms_are_read_too),
	cmocka_unit_test(git_is_asked_about_everything_else),
	cmocka_unit_test(inert_settings_are_carried),
	cmocka_unit_test(what_names_a_program_a_file_or_a_secret_is_not),
	cmocka_unit_test(of_an_excludes_file_the_patterns_are_left),
};

UNIT_MAIN(tests)
