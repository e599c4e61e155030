/* --why: which mount decides about a path, where that comes from, and which variables enter. */
#include "unit.h"

#include "commands/why/why.h"
#include "host.h"

#include <string.h>

static struct cb_plan made(struct cb_facts *f)
{
	struct cb_error err = { 0 };
	struct cb_opts opts = { 0 };
	struct cb_plan plan = { 0 };
	assert_int_equal(unit_plan(&unit_policy, f, &opts, &plan, &err), 0);
	return plan;
}

static void the_last_mount_above_a_path_decides(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_plan plan = made(&f);
	static const struct {
		const char *path, *mount, *source;
		bool is_mount_point, is_ancestor, is_writable;
	} cases[] = {
		{ "/", NULL, NULL, false, true, false },
		{ "/etc", NULL, NULL, false, true, false },
		{ "/etc/passwd", "/etc/passwd", NULL, true, false, false },
		{ "/etc/passwd/x", "/etc/passwd", NULL, false, false, false },
		{ "/etc/shadow", NULL, NULL, false, false, false },
		{ "/tmp", "/tmp", NULL, true, false, true },
		{ "/tmpfile", NULL, NULL, false, false, false },
		{ "/home", NULL, NULL, false, true, false },
		{ "/home/ada", "/home/ada", NULL, true, false, true },
		{ "/home/ada/.ssh/id", "/home/ada", NULL, false, false, true },
		{ "/home/ada/src", "/home/ada", NULL, false, true, true },
		{ "/home/ada/src/app/a.c", "/home/ada/src/app", "/home/ada/src/app/a.c", false,
		  false, true },
		{ "/home/ada/src/app2", "/home/ada", NULL, false, false, true },
		{ "/run/claudebox/step", "/run/claudebox/step",
		  "/nix/store/00000000000000000000000000000000-claudebox/bin/claudebox", true,
		  false, false },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const struct cb_mount_match match = cb_why_match(&plan, cases[i].path);
		if (cases[i].mount)
			assert_string_equal(match.op->to, cases[i].mount);
		else
			assert_null(match.op);
		if (cases[i].source)
			assert_string_equal(match.source, cases[i].source);
		else
			assert_null(match.source);
		assert_int_equal(match.is_mount_point, cases[i].is_mount_point);
		assert_int_equal(match.is_ancestor, cases[i].is_ancestor);
		assert_int_equal(match.op && cb_why_is_writable(match.op), cases[i].is_writable);
	}
}

static void a_bind_is_told_by_its_source(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_plan plan = made(&f);
	const char *source = cb_format("/home/ada/.claudebox/%s/claude/projects", plan.state);
	assert_string_equal(cb_why_match(&plan, "/home/ada/.claude/projects").source, source);
	assert_string_equal(cb_why_elsewhere(&plan, source), "/home/ada/.claude/projects");
	assert_null(cb_why_elsewhere(&plan, "/home/ada/src/app/a.c"));
	assert_null(cb_why_elsewhere(&plan, "/home/ada/.ssh"));
}

static void what_a_later_mount_covers_is_not_shown_elsewhere(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	/* The notes are mounted over this file of the state. */
	unit_set(&f.sources[7].real, "/home/ada/.claudebox/CLAUDE.md");
	struct cb_plan plan = made(&f);
	assert_null(cb_why_elsewhere(
	    &plan, cb_format("/home/ada/.claudebox/%s/claude/CLAUDE.md", plan.state)));
	assert_string_equal(cb_why_elsewhere(&plan, "/home/ada/.claudebox/CLAUDE.md"),
			    "/home/ada/.claude/CLAUDE.md");
}

static void what_may_never_be_shown_has_the_words_of_the_guard(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	assert_string_equal(cb_why_refused(&f, "/home/ada/.ssh/id"),
			    "it would show SSH private keys");
	assert_null(cb_why_refused(&f, "/srv/data"));
}

static void a_word_is_a_variable_or_a_path(void **state)
{
	(void)state;
	assert_string_equal(cb_why_variable("TERM", false), "TERM");
	assert_string_equal(cb_why_variable("$TERM", true), "TERM");
	assert_null(cb_why_variable("TERM", true)); /* a file of that name is there */
	assert_null(cb_why_variable("a/b", false));
	assert_null(cb_why_variable(".git", false));
	assert_null(cb_why_variable("~", false));
	assert_null(cb_why_variable("$a/b", false));
	assert_null(cb_why_variable("$", false));
}

static void a_variable_enters_or_has_a_reason_not_to(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_plan plan = made(&f);
	static const struct {
		const char *name;
		enum cb_entry entry;
	} cases[] = {
		{ "TERM", CB_ENTRY_ENTERS },
		{ "HOME", CB_ENTRY_ENTERS },
		{ "TMPDIR", CB_ENTRY_ENTERS },
		{ "PWD", CB_ENTRY_OF_BWRAP },
		{ "ANTHROPIC_API_KEY", CB_ENTRY_NOT_SET },
		{ "SECRET", CB_ENTRY_NOT_NAMED },
		{ "NOBODY_SETS_IT", CB_ENTRY_UNKNOWN },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const struct cb_var *var;
		assert_int_equal(cb_why_enters(&plan, f.env, cases[i].name, &var), cases[i].entry);
		assert_int_equal(var != NULL, cases[i].entry == CB_ENTRY_ENTERS);
	}
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(the_last_mount_above_a_path_decides),
	cmocka_unit_test(a_bind_is_told_by_its_source),
	cmocka_unit_test(what_a_later_mount_covers_is_not_shown_elsewhere),
	cmocka_unit_test(what_may_never_be_shown_has_the_words_of_the_guard),
	cmocka_unit_test(a_word_is_a_variable_or_a_path),
	cmocka_unit_test(a_variable_enters_or_has_a_reason_not_to),
};

UNIT_MAIN(tests)
