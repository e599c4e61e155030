/* One user's line in passwd(5). */
#include "unit.h"

#include "formats/passwd.h"

#include <stdlib.h>
#include <string.h>

static void check(const char *text, uid_t uid, const char *name, const char *home)
{
	struct cb_passwd got = { 0 };
	bool found = cb_passwd_find(text, strlen(text), uid, &got);
	assert_int_equal(found, name != NULL);
	if (name) {
		assert_string_equal(got.name, name);
		assert_string_equal(got.home, home);
	}
	free(got.name);
	free(got.home);
}

static void the_line_of_the_id_is_found(void **state)
{
	(void)state;
	const char *text = "root:x:0:0:root:/root:/bin/bash\n"
			   "ada:x:1000:100:Ada,,,:/home/ada:/bin/zsh\n"
			   "last:x:1001:100::/home/last:";
	check(text, 0, "root", "/root");
	check(text, 1000, "ada", "/home/ada");
	check(text, 1001, "last", "/home/last");
	check(text, 100, NULL, NULL);
	check(text, 1, NULL, NULL);
}

static void lines_that_are_not_well_formed_are_passed_over(void **state)
{
	(void)state;
	check("ada:x:7:7:/home/ada:/bin/sh\n", 7, NULL, NULL);
	check("ada:x:7:7:a:b:/home/ada:/bin/sh\n", 7, NULL, NULL);
	check(":x:7:7::/home/ada:/bin/sh\n", 7, NULL, NULL);
	check("ada:x::7::/home/ada:/bin/sh\n", 0, NULL, NULL);
	check("ada:x:-7:7::/home/ada:/bin/sh\n", 7, NULL, NULL);
	check("ada:x:4294967303:7::/home/ada:/bin/sh\n", 7, NULL, NULL); /* 7 modulo 2^32 */
	check("\n\n+::::::\nada:x:7:7::/h:/s\n", 7, "ada", "/h");
	check("", 0, NULL, NULL);
}

static void a_nul_makes_the_file_unreadable(void **state)
{
	(void)state;
	struct cb_passwd got = { 0 };
	static const char text[] = "a:x:7:7::/h:/s\0\n";
	assert_false(cb_passwd_find(text, sizeof text - 1, 7, &got));
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(the_line_of_the_id_is_found),
	cmocka_unit_test(lines_that_are_not_well_formed_are_passed_over),
	cmocka_unit_test(a_nul_makes_the_file_unreadable),
};

UNIT_MAIN(tests)
