/* --why: which row decides about a path, where that comes from, and which variables enter. */
#include "unit.h"

#include "commands/why/why.h"
#include "host.h"

#include <stdlib.h>
#include <string.h>

static struct cb_plan made(struct cb_facts *f)
{
	cleanup_error struct cb_error err = { 0 };
	struct cb_opts opts = { 0 };
	struct cb_plan plan = { 0 };
	assert_int_equal(unit_plan(&unit_policy, f, &opts, &plan, &err), 0);
	return plan;
}

static void the_last_row_above_a_path_decides(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_plan plan = made(&f);
	cleanup_error struct cb_error err = { 0 };
	static const struct {
		const char *path, *row, *source;
		bool is_row, is_way, is_writable;
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
		struct cb_place place = { 0 };
		assert_int_equal(cb_why_place(&plan, cases[i].path, &place, &err), 0);
		if (cases[i].row)
			assert_string_equal(place.op->to, cases[i].row);
		else
			assert_null(place.op);
		if (cases[i].source)
			assert_string_equal(place.source, cases[i].source);
		else
			assert_null(place.source);
		assert_int_equal(place.is_row, cases[i].is_row);
		assert_int_equal(place.is_way, cases[i].is_way);
		assert_int_equal(place.op && cb_why_is_writable(place.op), cases[i].is_writable);
		free(place.source);
	}
}

static void a_bind_is_told_by_its_source(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_plan plan = made(&f);
	cleanup_error struct cb_error err = { 0 };
	struct cb_place place = { 0 };
	assert_int_equal(cb_why_place(&plan, "/home/ada/.claude/projects", &place, &err), 0);
	char *source = cb_concat("/home/ada/.claudebox/", plan.state, "/claude/projects", NULL);
	assert_string_equal(place.source, source);
	char *inside = cb_why_elsewhere(&plan, source);
	assert_string_equal(inside, "/home/ada/.claude/projects");
	assert_null(cb_why_elsewhere(&plan, "/home/ada/src/app/a.c"));
	assert_null(cb_why_elsewhere(&plan, "/home/ada/.ssh"));
	free(inside);
	free(source);
	free(place.source);
}

static void what_a_later_row_covers_is_not_shown_elsewhere(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	/* The notes are mounted over this file of the state. */
	unit_set(&f.sources[7].real, "/home/ada/.claudebox/CLAUDE.md");
	struct cb_plan plan = made(&f);
	char *covered = cb_concat("/home/ada/.claudebox/", plan.state, "/claude/CLAUDE.md", NULL);
	assert_null(cb_why_elsewhere(&plan, covered));
	char *shown = cb_why_elsewhere(&plan, "/home/ada/.claudebox/CLAUDE.md");
	assert_string_equal(shown, "/home/ada/.claude/CLAUDE.md");
	free(shown);
	free(covered);
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
	cmocka_unit_test(the_last_row_above_a_path_decides),
	cmocka_unit_test(a_bind_is_told_by_its_source),
	cmocka_unit_test(what_a_later_row_covers_is_not_shown_elsewhere),
	cmocka_unit_test(a_word_is_a_variable_or_a_path),
	cmocka_unit_test(a_variable_enters_or_has_a_reason_not_to),
};

UNIT_MAIN(tests)
