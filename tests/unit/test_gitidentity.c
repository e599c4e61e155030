/* The user's name and address in a configuration that is read without git, and when git is asked.
 */
#include "unit.h"

#include "gitidentity.h"

#include <string.h>

static bool reads(const char *text, struct cb_identity *who)
{
	cb_identity_clear(who);
	return cb_gitidentity_read(text, strlen(text), who);
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
	cb_identity_clear(&who);
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
	cb_identity_clear(&who);
}

static void git_is_asked_about_everything_else(void **state)
{
	(void)state;
	static const char *const texts[] = {
		"[include]\n\tpath = x\n",
		"[IncludeIf \"gitdir:x\"]\n\tpath = x\n",
		"[user]\n\tname = \"A  B\"\n",
		"[user]\n\tname = A # B\n",
		"[user]\n\tname = A ; B\n",
		"[user]\n\tname = A\tB\n",
		"[user]\n\tname = A\\\nB\n",
		"[core]\n\tx = \\\n[user]\n\tname = A\n",
		"[user]\n\tname\n",
		"[user]\n\tname A = B\n",
		"[user] name = A\n",
		"[user \"x\"]\n\tname = A\n",
		"[user.x]\n\tname = A\n",
		"[ user]\n\tname = A\n",
		"[user]\r\n\tname = A\r\n",
		"\xef\xbb\xbf[user]\n\tname = A\n",
		"[user\n",
		"= x\n",
	};
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		struct cb_identity who = { 0 };
		assert_false(reads(texts[i], &who));
		assert_null(who.name);
	}
	struct cb_identity who = { 0 };
	assert_false(cb_gitidentity_read("[user]\nname = A\0B", 18, &who));
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(plain_values_are_read),
	cmocka_unit_test(other_keys_and_sections_are_passed_over),
	cmocka_unit_test(git_is_asked_about_everything_else),
};

UNIT_MAIN(tests)
