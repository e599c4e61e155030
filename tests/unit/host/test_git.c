/* The walk from a directory to its repository, on real trees: pointers that agree both ways are
 * followed, everything else is a forged one (L26). */
#include "unit.h"

#include "tree.h"

#include "base/strv.h"
#include "host/read-facts.h"
#include "plan/guard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void put(const char *rest, const char *before, const char *path, const char *after)
{
	char *text = cb_format("%s%s%s", before, path, after);
	assert_non_null(text);
	tree_put(rest, text, 0600);
	free(text);
}

static const char *part(const char *repository, const char *name)
{
	static char path[256];
	stpcpy(stpcpy(stpcpy(path, repository), "/"), name);
	return path;
}

static int make_repository(const char *path)
{
	tree_put(part(path, "HEAD"), "ref: refs/heads/main\n", 0600);
	return mkdir(tree_at(part(path, "objects")), 0700) < 0
		   ? -1
		   : mkdir(tree_at(part(path, "refs")), 0700);
}

static int make_tree(void **state)
{
	static const char *const dirs[] = { "p",
					    "p/lib",
					    "p/inner",
					    "r",
					    "r/s",
					    "r/.git",
					    "r/.git/worktrees",
					    "r/.git/worktrees/x",
					    "r/.git/modules",
					    "r/.git/modules/s",
					    "r/.git/modules/s/worktrees",
					    "r/.git/modules/s/worktrees/x",
					    "b.git",
					    "b.git/worktrees",
					    "b.git/worktrees/x",
					    NULL };
	static const char *const repositories[] = { "r/.git", "r/.git/modules/s", "b.git",
						    "p/inner" };
	(void)state;
	int result = tree_make(dirs);
	for (size_t i = 0; result == 0 && i < sizeof repositories / sizeof repositories[0]; i++)
		result = make_repository(repositories[i]);
	return result;
}

static struct cb_git found(const char *cwd)
{
	struct cb_git git;
	cb_git_read(tree_at(cwd), getuid(), &git);
	assert_null(git.forged);
	return git;
}

/* Nothing is told of it but what is wrong, and a launch is refused. */
static void refused(uid_t uid, const char *why)
{
	struct cb_facts facts = { 0 };
	struct cb_project project;
	struct cb_error err = { 0 };
	cb_git_read(tree_at("p/lib"), uid, &facts.git);
	assert_string_equal(facts.git.top, tree_at("p"));
	assert_null(facts.git.gitdir);
	assert_null(facts.git.common);
	assert_int_equal(cb_choose_project(&cb_policy, &facts, &project, &err), -1);
	assert_int_equal(err.code, CB_EXIT_REFUSED);
	assert_non_null(strstr(err.what, why));
	assert_non_null(err.hint);
}

static void no_repository_is_no_error(void **state)
{
	(void)state;
	struct cb_git git = found("p/lib");
	assert_null(git.top);
	assert_null(git.root);
	assert_int_equal(symlink("../r/.git", tree_at("p/.git")), 0);
	refused(getuid(), "does not name it back"); /* a link is a pointer like a .git file */
	assert_int_equal(unlink(tree_at("p/.git")), 0);
	assert_int_equal(mkfifo(tree_at("p/.git"), 0600), 0);
	git = found("p/lib");
	assert_null(git.top);
	assert_int_equal(unlink(tree_at("p/.git")), 0);
}

static void a_directory_is_the_repository_itself(void **state)
{
	(void)state;
	struct cb_git git = found("r/.git/modules");
	assert_string_equal(git.top, tree_at("r"));
	assert_string_equal(git.gitdir, tree_at("r/.git"));
	assert_string_equal(git.root, tree_at("r"));
	assert_null(git.common);
}

static void a_work_tree_that_is_named_back_is_followed(void **state)
{
	(void)state;
	put("p/.git", "gitdir: ", tree_at("r/.git/worktrees/x"), "\n");
	put("r/.git/worktrees/x/gitdir", "", tree_at("p/.git"), "\n");
	put("r/.git/worktrees/x/commondir", "", "../..", "\n");
	struct cb_git git = found("p/lib");
	assert_string_equal(git.top, tree_at("p"));
	assert_string_equal(git.common, tree_at("r/.git"));
	assert_string_equal(git.root, tree_at("r"));
}

static void a_work_tree_of_a_bare_repository_has_its_place_as_root(void **state)
{
	(void)state;
	put("p/.git", "gitdir: ", tree_at("b.git/worktrees/x"), "\n");
	put("b.git/worktrees/x/gitdir", "", tree_at("p/.git"), "\n");
	put("b.git/worktrees/x/commondir", "", "../..", "\n");
	struct cb_git git = found("p/lib");
	assert_string_equal(git.root, tree_at("b.git"));
}

static void a_submodule_is_known_by_its_work_tree(void **state)
{
	(void)state;
	put("p/.git", "gitdir: ", "../r/.git/modules/s", "\n");
	put("r/.git/modules/s/config", "[core]\n\tworktree = ", tree_at("p"), "\n");
	struct cb_git git = found("p/lib");
	assert_string_equal(git.common, tree_at("r/.git/modules/s"));
	assert_string_equal(git.root, tree_at("p"));
	put("r/.git/modules/s/config", "[core]\n\tworktree = ", tree_at("r"), "\n");
	refused(getuid(), "does not name it back");
}

static void work_trees_of_a_submodule_share_its_root(void **state)
{
	(void)state;
	put("p/.git", "gitdir: ", tree_at("r/.git/modules/s/worktrees/x"), "\n");
	put("r/.git/modules/s/worktrees/x/gitdir", "", tree_at("p/.git"), "\n");
	put("r/.git/modules/s/worktrees/x/commondir", "", "../..", "\n");
	put("r/.git/modules/s/config", "[core]\n\tworktree = ", "../../../s", "\n");
	put("r/s/.git", "gitdir: ", "../.git/modules/s", "\n");
	struct cb_git git = found("p/lib");
	assert_string_equal(git.root, tree_at("r/s"));
	git = found("r/s");
	assert_string_equal(git.root, tree_at("r/s"));

	/* L26: who only claims to belong to another project does not get its state. */
	put("r/.git/modules/s/config", "[core]\n\tworktree = ", tree_at("r"), "\n");
	git = found("p/lib");
	assert_string_equal(git.root, tree_at("r/.git/modules/s"));
	put("r/s/.git", "gitdir: ", tree_at("b.git"), "\n");
	put("r/.git/modules/s/config", "[core]\n\tworktree = ", tree_at("r/s"), "\n");
	git = found("p/lib");
	assert_string_equal(git.root, tree_at("r/.git/modules/s"));
}

static void a_pointer_into_the_project_shows_nothing_more(void **state)
{
	(void)state;
	put("p/.git", "gitdir: ", "inner", "\n");
	struct cb_git git = found("p/lib");
	assert_string_equal(git.gitdir, tree_at("p/inner"));
	assert_null(git.common);
}

/* The walk stops there all the same: whoever can take HEAD away must not gain what is above. */
static void skipped(const char *cwd, uid_t uid, const char *file)
{
	struct cb_git git = { 0 };
	cb_git_read(tree_at(cwd), uid, &git);
	assert_null(git.top);
	assert_string_equal(git.skipped, tree_at(file));
	assert_non_null(git.skipped_why);
}

static void what_is_not_whole_or_another_users_is_no_repository(void **state)
{
	static const char *const parts[] = { "HEAD", "objects", "refs" };
	(void)state;
	for (size_t i = 0; i < 3; i++) {
		const char *name = part("r/.git", parts[i]);
		assert_int_equal(rename(tree_at(name), tree_at("r/.git/away")), 0);
		skipped("r", getuid(), "r/.git");
		assert_int_equal(rename(tree_at("r/.git/away"), tree_at(name)), 0);
	}
	skipped("r/.git/modules", getuid() + 1, "r/.git");
	put("p/.git", "gitdir: ", "inner", "\n");
	skipped("p/lib", getuid() + 1, "p/.git");
	assert_int_equal(rename(tree_at("p/inner/HEAD"), tree_at("p/inner/away")), 0);
	refused(getuid(), "it names no repository");
	assert_int_equal(rename(tree_at("p/inner/away"), tree_at("p/inner/HEAD")), 0);
}

static void forged_pointers_are_refused(void **state)
{
	(void)state;
	put("p/.git", "gitdir: ", tree_at("r/.git/worktrees/x"), "\n");
	put("r/.git/worktrees/x/gitdir", "", tree_at("b.git"), "\n");
	refused(getuid(), "does not name it back");
	put("r/.git/worktrees/x/gitdir", "", tree_at("p/.git"), "\n");
	put("r/.git/worktrees/x/commondir", "", tree_at("b.git"), "\n");
	refused(getuid(), "does not name it back");
	put("r/.git/worktrees/x/commondir", "", "../..", "\n");
	assert_int_equal(rename(tree_at("r/.git/refs"), tree_at("r/.git/away")), 0);
	refused(getuid(), "it names no repository");
	assert_int_equal(rename(tree_at("r/.git/away"), tree_at("r/.git/refs")), 0);
	put("p/.git", "gitdir: ", tree_at("nowhere"), "\n");
	refused(getuid(), "does not exist");
	put("p/.git", "ref: ", tree_at("r"), "\n");
	refused(getuid(), "no gitdir line");
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(no_repository_is_no_error),
	cmocka_unit_test(a_directory_is_the_repository_itself),
	cmocka_unit_test(a_work_tree_that_is_named_back_is_followed),
	cmocka_unit_test(a_work_tree_of_a_bare_repository_has_its_place_as_root),
	cmocka_unit_test(a_submodule_is_known_by_its_work_tree),
	cmocka_unit_test(work_trees_of_a_submodule_share_its_root),
	cmocka_unit_test(a_pointer_into_the_project_shows_nothing_more),
	cmocka_unit_test(what_is_not_whole_or_another_users_is_no_repository),
	cmocka_unit_test(forged_pointers_are_refused),
};

int main(void)
{
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, make_tree, tree_remove);
}
