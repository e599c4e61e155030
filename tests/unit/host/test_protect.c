/* The paths of a project that the policy treats apart, on a real tree: what is found, and what ends
 * the look. That an obstacle is a refusal is the plan's: plan/test_refusals.c. */
#include "unit.h"

#include "host.h"
#include "tree.h"

#include "host/read-facts.h"
#include "host/read.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const protected[] = { ".git/hooks", ".git/config", ".envrc", "dir", NULL };
static const char *const watched[] = { "Makefile", NULL };
static const char *const hidden[] = { ".env", "keys", NULL };

/* A project `p` with git, beside it a file that nothing should lead to. */
static int make_tree(void **state)
{
	static const char *const dirs[] = {
		"home",           "p",           "p/dir",       "p/keys", "p/.git", "p/.git/hooks",
		"p/.git/objects", "p/.git/refs", "p/.git/info", NULL
	};
	(void)state;
	int result = tree_make(dirs);
	tree_put("outside", "secret", 0600);
	tree_put("p/.git/HEAD", "ref: refs/heads/main\n", 0600);
	tree_put("p/.git/config", "[core]\n\tbare = false\n", 0600);
	tree_put("p/.envrc", "true", 0600);
	tree_put("p/Makefile", "all:", 0600);
	tree_put("p/keys/one", "k", 0600);
	return result;
}

static struct cb_project_paths look(void)
{
	struct cb_policy policy = unit_policy;
	struct cb_facts f = unit_facts();
	struct cb_project_paths paths = { 0 };
	policy.protect = protected;
	policy.watch = watched;
	policy.hide = hidden;
	unit_set(&f.home, tree_at("home"));
	unit_set(&f.git.top, tree_at("p"));
	unit_set(&f.git.gitdir, tree_at("p/.git"));
	f.project = (struct cb_project) { .path = cb_strdup(tree_at("p")),
					  .is_git_top = true,
					  .state = cb_strdup("projects/x") };
	cb_project_paths_read(&policy, &f, &paths);
	return paths;
}

static const struct cb_project_path *path_at(const struct cb_project_paths *paths, const char *rest)
{
	for (size_t i = 0; i < paths->count; i++)
		if (strcmp(paths->items[i].path, tree_at(rest)) == 0)
			return &paths->items[i];
	return NULL;
}

static void obstacle_is(enum cb_obstacle_kind kind, const char *rest)
{
	struct cb_project_paths paths = look();
	assert_non_null(paths.obstacle.path);
	assert_string_equal(paths.obstacle.path, tree_at(rest));
	assert_int_equal(paths.obstacle.kind, kind);
	assert_non_null(paths.obstacle.why);
}

static void what_is_there_is_found_with_its_role(void **state)
{
	(void)state;
	struct cb_project_paths paths = look();
	assert_null(paths.obstacle.path);
	assert_int_equal(path_at(&paths, "p/.envrc")->role, CB_ROLE_PROTECT);
	assert_true(path_at(&paths, "p/.git/hooks")->is_directory);
	assert_non_null(path_at(&paths, "p/.git/config")->config);
	assert_int_equal(path_at(&paths, "p/keys")->role, CB_ROLE_HIDE);
	assert_int_equal(path_at(&paths, "p/keys")->root_len, strlen(tree_at("p")));
	assert_null(path_at(&paths, "p/.env"));
	assert_null(path_at(&paths, "p/Makefile")); /* watched only */
	size_t makefiles = 0;
	for (size_t i = 0; i < paths.watch.count; i++)
		makefiles += strcmp(paths.watch.files[i].path, tree_at("p/Makefile")) == 0;
	assert_int_equal(makefiles, 1);
}

static void a_link_in_the_way_ends_the_look(void **state)
{
	(void)state;
	assert_int_equal(symlink("../outside", tree_at("p/.env")), 0);
	obstacle_is(CB_OBSTACLE_PATH, "p/.env");
	assert_int_equal(unlink(tree_at("p/.env")), 0);
	assert_int_equal(symlink("../../outside", tree_at("p/.git/MERGE_MSG")), 0);
	obstacle_is(CB_OBSTACLE_GIT_ENTRY, "p/.git/MERGE_MSG");
	assert_int_equal(unlink(tree_at("p/.git/MERGE_MSG")), 0);
	assert_int_equal(mkfifo(tree_at("p/.git/COMMIT_EDITMSG"), 0600), 0);
	obstacle_is(CB_OBSTACLE_GIT_ENTRY, "p/.git/COMMIT_EDITMSG");
	assert_int_equal(unlink(tree_at("p/.git/COMMIT_EDITMSG")), 0);
}

static void a_second_name_ends_the_look(void **state)
{
	(void)state;
	static const char *const files[] = { "p/.envrc", "p/keys/one", "p/.git/config" };
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		assert_int_equal(link(tree_at(files[i]), tree_at("p/other")), 0);
		obstacle_is(CB_OBSTACLE_SECOND_NAME, files[i]);
		assert_int_equal(unlink(tree_at("p/other")), 0);
	}
	assert_int_equal(link(tree_at("p/Makefile"), tree_at("p/other")), 0);
	struct cb_project_paths paths = look();
	assert_null(paths.obstacle.path); /* what is only watched may have one */
	assert_int_equal(unlink(tree_at("p/other")), 0);
}

static void what_git_s_configuration_names_is_protected_too(void **state)
{
	(void)state;
	tree_put("p/.git/config", "[core]\n\thooksPath = dir/hooks\n[include]\n\tpath = ../more\n",
		 0600);
	tree_put("p/more", "[core]\n\tbare = false\n", 0600);
	assert_int_equal(mkdir(tree_at("p/hooks"), 0700), 0);
	struct cb_project_paths paths = look();
	assert_null(paths.obstacle.path);
	assert_int_equal(path_at(&paths, "p/more")->role, CB_ROLE_PROTECT);
	tree_put("p/.git/config", "[core]\n\thooksPath = .\n", 0600);
	obstacle_is(CB_OBSTACLE_GIT_NAMED, "p");
	tree_put("p/.git/config", "[core]\n\tbare = false\n", 0600);
}

/* No answer that is a lack of one. */
static void an_index_or_a_record_that_cannot_be_read_is_not_one_that_is_not_there(void **state)
{
	(void)state;
	struct cb_project_paths paths = look();
	assert_null(paths.index.text);
	assert_int_equal(paths.index.error, ENOENT);
	assert_int_equal(paths.watch.record.error, ENOENT);
	assert_int_equal(mkdir(tree_at("p/.git/index"), 0700), 0);
	paths = look();
	assert_null(paths.index.text);
	assert_int_not_equal(paths.index.error, 0);
	assert_int_not_equal(paths.index.error, ENOENT);
	assert_int_equal(rmdir(tree_at("p/.git/index")), 0);
	tree_put("p/.git/index", "DIRC", 0600);
	paths = look();
	assert_int_equal(paths.index.error, 0);
	assert_int_equal(paths.index.size, 4);
	assert_int_equal(unlink(tree_at("p/.git/index")), 0);
}

static void a_file_is_read_to_its_limit_and_not_through_a_link(void **state)
{
	(void)state;
	static char text[10001];
	memset(text, 'x', sizeof text - 1);
	tree_put("long", text, 0600);
	struct cb_contents c = cb_contents_read(tree_at("long"), sizeof text - 1);
	assert_int_equal(c.error, 0);
	assert_int_equal(c.size, sizeof text - 1);
	assert_string_equal(c.text, text);
	c = cb_contents_read(tree_at("long"), sizeof text - 2);
	assert_null(c.text);
	assert_int_equal(c.error, EFBIG);
	assert_int_equal(symlink("long", tree_at("to-long")), 0);
	assert_int_equal(cb_contents_read(tree_at("to-long"), sizeof text).error, ELOOP);
	size_t size;
	assert_non_null(cb_file_read(tree_at("to-long"), sizeof text, true, &size));
	/* The kernel's own files say that they are empty. */
	assert_non_null(cb_file_read("/proc/self/status", 65536, false, &size));
	assert_true(size > 100);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(what_is_there_is_found_with_its_role),
	cmocka_unit_test(a_link_in_the_way_ends_the_look),
	cmocka_unit_test(a_second_name_ends_the_look),
	cmocka_unit_test(what_git_s_configuration_names_is_protected_too),
	cmocka_unit_test(an_index_or_a_record_that_cannot_be_read_is_not_one_that_is_not_there),
	cmocka_unit_test(a_file_is_read_to_its_limit_and_not_through_a_link),
};

int main(void)
{
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, make_tree, tree_remove);
}
