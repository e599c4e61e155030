/* What may lie beside the login, and whose it is, as it says itself. */
#include "formats/login.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

static void what_the_client_keeps_there_is_known(void **state)
{
	(void)state;
	static const char *const files[] = { ".credentials.json", ".credentials.json.tmp.0a1b2c3d",
					     ".credentials.json.tmp.123.1789000000000.4kz",
					     ".oauth_refresh.lock.owner",
					     ".oauth_refresh.lock.owner.tmp.12" };
	static const char *const locks[] = { ".storage-write.lock", ".oauth_refresh.lock",
					     ".design_oauth_refresh.lock",
					     "mcp-refresh-my_server_1.lock.lock" };
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		assert_true(cb_login_is_clients(files[i], false));
		assert_false(cb_login_is_clients(files[i], true));
	}
	for (size_t i = 0; i < sizeof locks / sizeof locks[0]; i++) {
		assert_true(cb_login_is_clients(locks[i], true));
		assert_false(cb_login_is_clients(locks[i], false));
	}
}

static void anything_else_is_not(void **state)
{
	(void)state;
	static const char *const names[] = { "",
					     ".",
					     "drop",
					     ".credentials.json.",
					     "credentials.json",
					     ".credentials.json.bak",
					     ".credentials.json.tmp",
					     ".credentials.json.tmp.",
					     ".credentials.json.tmp.A",
					     ".credentials.json.tmp.a/b",
					     ".credentials.jsontmp.a",
					     ".lock",
					     "my.lock",
					     ".a b.lock",
					     ".\xc3\xa9.lock",
					     "mcp-refresh-",
					     ".oauth_refresh.lock.owners" };
	char long_name[200];
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		assert_false(cb_login_is_clients(names[i], false));
		assert_false(cb_login_is_clients(names[i], true));
	}
	memset(long_name, 'x', sizeof long_name);
	memcpy(long_name, ".", 1);
	strcpy(long_name + sizeof long_name - 6, ".lock");
	assert_false(cb_login_is_clients(long_name, true));
	strcpy(long_name, ".credentials.json.tmp.");
	memset(long_name + strlen(".credentials.json.tmp."), '1', 41);
	long_name[strlen(".credentials.json.tmp.") + 41] = '\0';
	assert_false(cb_login_is_clients(long_name, false));
}

static void check_account(const char *text, const char *want)
{
	char *copy = malloc(strlen(text) + 1);
	assert_non_null(copy);
	memcpy(copy, text, strlen(text)); /* and no end to rely on */
	char *account = cb_login_account(copy, strlen(text));
	free(copy);
	assert_string_equal(account, want);
	free(account);
}

static void the_account_is_read(void **state)
{
	(void)state;
	check_account("{\"claudeAiOauth\":{\"accountUuid\":\"a-1\",\"organizationUuid\":\"o-2\"}}",
		      "a-1 o-2");
	check_account("{\"organizationUuid\" :\n \"o-2\"}", "- o-2");
	check_account("{}", "- -");
	check_account("", "- -");
	check_account("{\"accountUuid\":\"", "- -");
	check_account("{\"accountUuid\":\"a", "- -");
	check_account("{\"accountUuid\"", "- -");
	check_account("{\"accountUuid\":7}", "- -");
	check_account("{\"accountUuid\":\"\"}", "- -");
	check_account("{\"accountUuid\":\"a b\"}", "- -");
	check_account("{\"accountUuid\":\"\x1b[2J\"}", "- -");
}

static void another_account_is_told_from_the_same(void **state)
{
	(void)state;
	assert_false(cb_login_has_changed("a o", "a o"));
	assert_false(cb_login_has_changed("a o\n", "a o"));
	assert_false(cb_login_has_changed("- -", "a o"));
	assert_false(cb_login_has_changed("- o", "a o"));
	assert_false(cb_login_has_changed("", "a o"));
	assert_true(cb_login_has_changed("a o", "b o"));
	assert_true(cb_login_has_changed("a o", "a p"));
	assert_true(cb_login_has_changed("a o", "- o"));
	assert_true(cb_login_has_changed("a o", "- -"));
	assert_true(cb_login_has_changed("aa o", "a o"));
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(what_the_client_keeps_there_is_known),
	cmocka_unit_test(anything_else_is_not),
	cmocka_unit_test(the_account_is_read),
	cmocka_unit_test(another_account_is_told_from_the_same),
};
UNIT_MAIN(tests)
