/* Git's pointer files: what git writes is understood, everything else is not. */
#include "unit.h"

#include "formats/git-pointer.h"

#include <stdlib.h>
#include <string.h>

typedef char *reader(const char *text, size_t size);

static void check(reader *read, const char *text, size_t size, const char *want)
{
	char *got = read(text, size);
	if (want)
		assert_string_equal(got, want);
	else
		assert_null(got);
	free(got);
}

#define CHECK(read, text, want) check(read, text, sizeof text - 1, want)

static void a_pointer_is_one_gitdir_line(void **state)
{
	(void)state;
	CHECK(cb_git_pointer_read, "gitdir: /a/.git/worktrees/x\n", "/a/.git/worktrees/x");
	CHECK(cb_git_pointer_read, "gitdir: ../.git/modules/b c", "../.git/modules/b c");
	CHECK(cb_git_pointer_read, "gitdir: /a\r\n", "/a");
	CHECK(cb_git_pointer_read, "gitdir: ", NULL);
	CHECK(cb_git_pointer_read, "gitdir: \n\n", NULL);
	CHECK(cb_git_pointer_read, "gitdir:/a", NULL);
	CHECK(cb_git_pointer_read, " gitdir: /a", NULL);
	CHECK(cb_git_pointer_read, "gitdir: /a\n/b\n", NULL);
	CHECK(cb_git_pointer_read, "gitdir: /a\0/b", NULL);
	CHECK(cb_git_pointer_read, "", NULL);
}

static void core_worktree_is_found_in_its_section_only(void **state)
{
	(void)state;
	CHECK(cb_git_pointer_worktree, "[core]\n\tbare = false\n\tworktree = ../../../sub\n",
	      "../../../sub");
	CHECK(cb_git_pointer_worktree, "[CORE]\nWorkTree=/x/y  \r\n", "/x/y");
	CHECK(cb_git_pointer_worktree,
	      "[core]\nworktree = /a\n[x]\nworktree = /b\n[core]\nworktree = /c", "/c");
	CHECK(cb_git_pointer_worktree, "[core \"x\"]\nworktree = /a\n", NULL);
	CHECK(cb_git_pointer_worktree, "[remote]\nworktree = /a\n", NULL);
	CHECK(cb_git_pointer_worktree, "[core]\n# worktree = /a\nworktreeX = /b\nworktree\n", NULL);
	CHECK(cb_git_pointer_worktree, "[core]\nworktree = \"/a #1\" ; x\n", "/a #1");
	CHECK(cb_git_pointer_worktree, "[core]\nworktree = \"/a\"\nworktree = /a\\\n/b\n", "/a/b");
	CHECK(cb_git_pointer_worktree, "[core]\nworktree = /a\nworktree =\n", NULL);
	CHECK(cb_git_pointer_worktree, "[core]\nworktree = /a\nworktree\n", NULL);
	CHECK(cb_git_pointer_worktree, "[core]\nworktree = /a\n[core\n", NULL);
	CHECK(cb_git_pointer_worktree, "[core]\nworktree = /a\n\0", NULL);
	CHECK(cb_git_pointer_worktree, "", NULL);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(a_pointer_is_one_gitdir_line),
	cmocka_unit_test(core_worktree_is_found_in_its_section_only),
};

UNIT_MAIN(tests)
