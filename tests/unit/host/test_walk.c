/* Where a path leads link by link, and by what way it may not lead. */
#include "unit.h"

#include "tree.h"

#include "base/memory.h"
#include "host/walk.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int make_tree(void **state)
{
	static const char *const dirs[] = { "a", "a/b", "project", "project/dir", NULL };
	(void)state;
	int result = tree_make(dirs);
	tree_put("a/b/file", "x", 0600);
	return result < 0 || symlink("b/file", tree_at("a/link")) < 0 ||
	       symlink(tree_at("a"), tree_at("project/out")) < 0 ||
	       symlink("../project/./dir/..", tree_at("a/up")) < 0 ||
	       symlink("loop", tree_at("a/loop")) < 0;
}

static void a_path_leads_through_its_links(void **state)
{
	(void)state;
	assert_string_equal(cb_trace_path(tree_at("a/link"), NULL, false), tree_at("a/b/file"));
	assert_string_equal(cb_trace_path(tree_at("a//./b/../link"), NULL, false),
			    tree_at("a/b/file"));
	assert_string_equal(cb_trace_path(tree_at("a/up/dir/"), NULL, false),
			    tree_at("project/dir"));
	assert_string_equal(cb_trace_path("/..", NULL, false), "/");
	assert_string_equal(cb_trace_path("/", NULL, false), "/");
}

static void what_is_not_there_leads_to_its_own_place(void **state)
{
	(void)state;
	assert_string_equal(cb_trace_path(tree_at("a/none/../x"), NULL, false), tree_at("a/x"));
	assert_string_equal(cb_trace_path(tree_at("a/link/x"), NULL, false), tree_at("a/b/file/x"));
	assert_null(cb_trace_path("relative", NULL, false));
}

static void links_in_a_circle_lead_nowhere(void **state)
{
	(void)state;
	assert_null(cb_trace_path(tree_at("a/loop"), NULL, false));
}

/* An agent can lay a link anywhere in its project. */
static void no_step_may_lie_in_the_project(void **state)
{
	(void)state;
	const char *project = cb_strdup(tree_at("project"));
	assert_string_equal(cb_trace_path(tree_at("a/link"), project, false), tree_at("a/b/file"));
	assert_null(cb_trace_path(tree_at("project/out/link"), project, false));
	assert_null(cb_trace_path(tree_at("a/up/dir"), project, false));
	/* With `links` a plain directory of it may be on the way. */
	assert_null(cb_trace_path(tree_at("project/out/link"), project, true));
	assert_string_equal(cb_trace_path(tree_at("a/up/dir"), project, true),
			    tree_at("project/dir"));
}

static bool end_at_b(void *context, const char *path, char **ret_target)
{
	size_t *steps = context;
	(void)ret_target;
	++*steps;
	return strcmp(path, "/a/b") != 0;
}

static void a_step_can_end_the_walk(void **state)
{
	(void)state;
	size_t steps = 0;
	bool whole = true;
	assert_string_equal(cb_walk("/a/b/c/d", end_at_b, &steps, &whole), "/a/b");
	assert_false(whole);
	assert_int_equal(steps, 2);
	assert_string_equal(cb_walk("/a/c", end_at_b, &steps, &whole), "/a/c");
	assert_true(whole);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(a_path_leads_through_its_links),
	cmocka_unit_test(what_is_not_there_leads_to_its_own_place),
	cmocka_unit_test(links_in_a_circle_lead_nowhere),
	cmocka_unit_test(no_step_may_lie_in_the_project),
	cmocka_unit_test(a_step_can_end_the_walk),
};

int main(void)
{
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, make_tree, tree_remove);
}
