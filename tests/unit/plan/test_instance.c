/* Names in ~/.claudebox, and what a launch lists to be made there. */
#include "unit.h"

#include "host.h"
#include "plan/guard.h"
#include "plan/instance.h"

#include <string.h>

static struct cb_state_ops ops_of(const struct cb_policy *policy, struct cb_facts *f)
{
	struct cb_state_ops ops = { 0 };
	struct cb_error err = { 0 };
	assert_int_equal(cb_choose_project(policy, f, &f->project, &err), 0);
	cb_state_plan(policy, f, &ops);
	return ops;
}

static const struct cb_state_op *op_at(const struct cb_state_ops *ops, const char *path)
{
	for (size_t i = 0; i < ops->len; i++)
		if (strcmp(ops->items[i].path, path) == 0)
			return &ops->items[i];
	return NULL;
}

static void a_project_is_named_by_a_hash_of_its_root(void **state)
{
	(void)state;
	/* printf %s /home/ada/src/app | sha256sum */
	assert_string_equal(cb_state_name(CB_STATE_PROJECT, "/home/ada/src/app"),
			    "projects/5289543d4663e377");
	assert_string_equal(cb_state_name(CB_STATE_SHARED, "/home/ada/src/app"), "shared");
	assert_string_equal(cb_state_common("/home/ada/src/app"),
			    "projects/5289543d4663e377/git-common");
}

static void only_the_cache_is_the_profiles_own(void **state)
{
	(void)state;
	assert_string_equal(cb_state_place("/home/ada", "projects/x", "unit", "claude"),
			    "/home/ada/.claudebox/projects/x/claude");
	assert_string_equal(cb_state_place("/home/ada", "projects/x", "unit", ""),
			    "/home/ada/.claudebox/projects/x");
	assert_string_equal(cb_state_place("/home/ada", "projects/x", "unit", "cache"),
			    "/home/ada/.claudebox/projects/x/caches/unit");
	assert_string_equal(cb_state_place("/home/ada", "projects/x", "unit", "cache/npm"),
			    "/home/ada/.claudebox/projects/x/caches/unit/npm");
	assert_string_equal(cb_state_place("/home/ada", "projects/x", "unit", "cachet"),
			    "/home/ada/.claudebox/projects/x/cachet");
}

static void every_directory_is_listed_before_what_is_in_it(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	unit_set(&f.git.common, "/srv/app.git");
	unit_set(&f.git.root, "/srv/app.git");
	struct cb_state_ops ops = ops_of(&unit_policy, &f);
	assert_string_equal(ops.items[0].path, "");
	for (size_t i = 1; i < ops.len; i++) {
		char above[256];
		char *slash = strrchr(strcpy(above, ops.items[i].path), '/');
		if (slash)
			*slash = '\0';
		const struct cb_state_op *op = slash ? op_at(&ops, above) : &ops.items[0];
		assert_non_null(op);
		assert_true(op < &ops.items[i]);
		assert_int_equal(op->kind, CB_STATE_OP_DIR);
	}
}

static void a_linked_work_tree_finds_the_history_of_the_main_one(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	unit_set(&f.git.top, "/home/ada/wt");
	unit_set(&f.git.common, "/home/ada/src/app/.git");
	struct cb_state_ops ops = ops_of(&unit_policy, &f);
	assert_string_equal(f.project.state, "projects/5289543d4663e377");
	const struct cb_state_op *link =
	    op_at(&ops, "projects/5289543d4663e377/claude/projects/-home-ada-wt");
	assert_non_null(link);
	assert_int_equal(link->kind, CB_STATE_OP_LINK);
	assert_string_equal(link->text, "-home-ada-src-app");
	/* What is recorded of the work tree is its own. */
	const struct cb_state_op *record = op_at(&ops, cb_state_common("/home/ada/wt"));
	assert_non_null(record);
	assert_string_equal(record->text, "/home/ada/src/app/.git");
}

static void an_old_login_is_moved_only_where_there_is_one(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_state_ops ops = ops_of(&unit_policy, &f);
	assert_null(op_at(&ops, ".credentials.json"));
	f.login.old = true;
	ops = ops_of(&unit_policy, &f);
	assert_int_equal(op_at(&ops, ".credentials.json")->kind, CB_STATE_OP_MOVE);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(a_project_is_named_by_a_hash_of_its_root),
	cmocka_unit_test(only_the_cache_is_the_profiles_own),
	cmocka_unit_test(every_directory_is_listed_before_what_is_in_it),
	cmocka_unit_test(a_linked_work_tree_finds_the_history_of_the_main_one),
	cmocka_unit_test(an_old_login_is_moved_only_where_there_is_one),
};

UNIT_MAIN(tests)
