/* What bwrap is told: the root that the launcher has built, and what only bwrap can mount. */
#include "unit.h"

#include "host.h"
#include "plan/bwrap.h"
#include "plan/plan.h"

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

static void bwrap_gets_the_root_in_one_piece(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_plan plan = { 0 };
	struct cb_bwrap b = { 0 };
	struct cb_error err = { 0 };
	assert_int_equal(unit_plan(&unit_policy, &f, &no_opts, &plan, &err), 0);
	assert_int_equal(cb_bwrap_make(&plan, &b, &err), 0);
	assert_int_equal(count_option(&b, "--dev-bind"), 1);
	assert_int_equal(count_option(&b, "/"), 1);
	assert_int_equal(count_option(&b, "--proc"), 1);
	assert_int_equal(count_option(&b, "--ro-bind"), 0);
	assert_int_equal(count_option(&b, "--bind"), 0);
	assert_int_equal(count_option(&b, "--tmpfs"), 0);
	assert_int_equal(count_option(&b, "--remount-ro"), 0); /* it is read-only already */
	assert_int_equal(b.blob_count, 2);                     /* options, filter */
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(bwrap_gets_the_root_in_one_piece),
};

UNIT_MAIN(tests)
