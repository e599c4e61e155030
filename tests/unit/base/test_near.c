/* Words that were probably meant. */
#include "unit.h"

#include "base/near.h"

#include <string.h>

static void a_slip_is_near_and_two_in_a_long_word(void **state)
{
	(void)state;
	assert_true(cb_is_near("dryrun", "dry-run"));
	assert_true(cb_is_near("ofline", "offline"));
	assert_true(cb_is_near("chekc", "check"));
	assert_true(cb_is_near("packge", "packages"));
	assert_true(cb_is_near("proove", "prove"));
}

static void what_is_equal_or_another_word_is_not_near(void **state)
{
	(void)state;
	assert_false(cb_is_near("check", "check"));
	assert_false(cb_is_near("print", "prove"));
	assert_false(cb_is_near("shall", "check"));
	assert_false(cb_is_near("verbose", "version"));
	assert_false(cb_is_near("x", "y"));
	assert_false(cb_is_near("", "yes"));
}

static void a_very_long_word_is_never_near(void **state)
{
	(void)state;
	static char word[4096];
	memset(word, 'a', sizeof word - 1);
	assert_false(cb_is_near(word, word + 1));
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(a_slip_is_near_and_two_in_a_long_word),
	cmocka_unit_test(what_is_equal_or_another_word_is_not_near),
	cmocka_unit_test(a_very_long_word_is_never_near),
};

UNIT_MAIN(tests)
