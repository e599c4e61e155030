/* What bwrap is told: the staged root in one piece, or the whole plan. */
#include "unit.h"

#include "bwrap.h"
#include "host.h"
#include "plan.h"

#include <string.h>

static const struct cb_opts no_opts = { 0 };

/* How often an option is among bwrap's. */
static size_t count_option(const struct cb_bwrap *b, const char *option)
{
	size_t count = 0;
	for (size_t i = 0; i < b->options.len; i++)
		count += strcmp(b->options.items[i], option) == 0;
	return count;
}

static void bwrap_gets_the_staged_root_in_one_piece(void **state)
{
	(void)state;
	cleanup_facts struct cb_facts f = unit_facts();
	cleanup_plan struct cb_plan plan = { 0 };
	cleanup_bwrap struct cb_bwrap staged = { 0 }, plain = { 0 };
	cleanup_error struct cb_error err = { 0 };
	assert_int_equal(cb_plan_make(&unit_policy, &f, &no_opts, &plan, &err), 0);
	assert_true(plan.sealed);
	assert_int_equal(cb_bwrap_make(&plan, &staged, &err), 0);
	assert_int_equal(count_option(&staged, "/"), 1);
	assert_int_equal(count_option(&staged, "--ro-bind"), 0);
	assert_int_equal(count_option(&staged, "--remount-ro"), 0); /* it is read-only already */
	assert_int_equal(staged.blob_count, 2);                     /* options, filter */
	unit_set(&plan.stage, NULL);
	assert_int_equal(cb_bwrap_make(&plan, &plain, &err), 0);
	assert_int_equal(count_option(&plain, "--remount-ro"), 1);
	assert_true(count_option(&plain, "--ro-bind") > 0);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(bwrap_gets_the_staged_root_in_one_piece),
};

UNIT_MAIN(tests)
