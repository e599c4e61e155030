/* Where claude is, however it was installed, and what must be shown for it to run. */
#include "unit.h"

#include "tree.h"

#include "base/strv.h"
#include "host/read-facts.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int make_tree(void **state)
{
	static const char *const dirs[] = { "bin",
					    "native",
					    "lib",
					    "lib/node_modules",
					    "lib/node_modules/@anthropic-ai",
					    "lib/node_modules/@anthropic-ai/claude-code",
					    "lib/node_modules/claude",
					    "loose",
					    "home",
					    "home/bin",
					    "project",
					    "project/bin",
					    "project/node_modules",
					    "project/node_modules/@scope",
					    NULL };
	(void)state;
	return tree_make(dirs);
}

/* claude in bin/ is a link to `target`. */
static void check(const char *target, const char *package)
{
	struct cb_agent agent = { 0 };
	unlink(tree_at("bin/claude"));
	assert_int_equal(symlink(tree_at(target), tree_at("bin/claude")), 0);
	char *search = cb_format("relative:/nowhere::%s:%s", tree_at("native"), tree_at("bin"));
	cb_agent_read(NULL, search, tree_at("project"), &agent);
	assert_string_equal(agent.program, tree_at(target));
	assert_string_equal(agent.package, tree_at(package));
}

static void a_native_program_is_one_file(void **state)
{
	(void)state;
	tree_put("native/2.1", "\177ELF", 0700);
	check("native/2.1", "native/2.1");
}

static void a_script_needs_its_package_and_the_scope_around_it(void **state)
{
	(void)state;
	tree_put("lib/node_modules/@anthropic-ai/claude-code/cli.js", "#!/usr/bin/env node\n",
		 0700);
	check("lib/node_modules/@anthropic-ai/claude-code/cli.js",
	      "lib/node_modules/@anthropic-ai");
	tree_put("lib/node_modules/claude/cli.js", "#!/usr/bin/env node\n", 0700);
	check("lib/node_modules/claude/cli.js", "lib/node_modules/claude");
	tree_put("loose/claude.sh", "#!/bin/sh\n", 0700);
	check("loose/claude.sh", "loose/claude.sh");
}

static void a_script_outside_node_modules_has_no_package(void **state)
{
	(void)state;
	tree_put("home/package.json", "{}", 0600);
	tree_put("home/bin/claude", "#!/bin/sh\n", 0700);
	check("home/bin/claude", "home/bin/claude");
	tree_put("package.json", "{}", 0600);
	check("loose/claude.sh", "loose/claude.sh");
}

/* Whoever chooses what is found must not choose what is shown. */
static void nothing_is_shown_that_is_found_by_way_of_the_project(void **state)
{
	(void)state;
	struct cb_agent agent = { 0 };
	tree_put("lib/node_modules/claude/cli.js", "#!/usr/bin/env node\n", 0700);
	tree_put("native/2.1", "\177ELF", 0700);
	unlink(tree_at("bin/claude"));
	assert_int_equal(symlink(tree_at("native/2.1"), tree_at("bin/claude")), 0);
	assert_int_equal(
	    symlink(tree_at("lib/node_modules/claude/cli.js"), tree_at("project/bin/claude")), 0);
	char *search = cb_format("%s:%s", tree_at("project/bin"), tree_at("bin"));
	cb_agent_read(NULL, search, tree_at("project"), &agent);
	assert_string_equal(agent.program, tree_at("native/2.1"));
	/* One that lies in it is in it anyway, and brings nothing along. */
	unlink(tree_at("project/bin/claude"));
	tree_put("project/node_modules/@scope/cli.js", "#!/usr/bin/env node\n", 0700);
	assert_int_equal(
	    symlink(tree_at("project/node_modules/@scope/cli.js"), tree_at("project/bin/claude")),
	    0);
	cb_agent_read(NULL, search, tree_at("project"), &agent);
	assert_string_equal(agent.program, tree_at("project/node_modules/@scope/cli.js"));
	assert_string_equal(agent.package, agent.program);
	/* A package that holds the project would cover it. */
	cb_agent_read(tree_at("lib/node_modules/claude/cli.js"), search,
		      tree_at("lib/node_modules/claude/project"), &agent);
	assert_string_equal(agent.package, agent.program);
}

static void what_cannot_be_run_or_found_is_no_agent(void **state)
{
	(void)state;
	struct cb_agent agent = { 0 };
	tree_put("native/claude", "\177ELF", 0600);
	assert_int_equal(mkdir(tree_at("lib/claude"), 0700), 0);
	char *search = cb_format("%s:", tree_at("lib"));
	cb_agent_read(NULL, search, tree_at("project"), &agent);
	assert_null(agent.program);
	assert_string_equal(agent.skipped, tree_at("lib/claude"));
	assert_string_equal(agent.skipped_why, "no file");
	cb_agent_read(NULL, NULL, "/home/ada", &agent);
	assert_null(agent.program);
	cb_agent_read(tree_at("nowhere"), search, "/home/ada", &agent);
	assert_null(agent.program);
	assert_null(agent.package);
}

static void a_pinned_program_is_not_looked_for(void **state)
{
	(void)state;
	struct cb_agent agent = { 0 };
	cb_agent_read(tree_at("native/2.1"), tree_at("bin"), "/home/ada", &agent);
	assert_string_equal(agent.program, tree_at("native/2.1"));
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(a_native_program_is_one_file),
	cmocka_unit_test(a_script_needs_its_package_and_the_scope_around_it),
	cmocka_unit_test(a_script_outside_node_modules_has_no_package),
	cmocka_unit_test(nothing_is_shown_that_is_found_by_way_of_the_project),
	cmocka_unit_test(what_cannot_be_run_or_found_is_no_agent),
	cmocka_unit_test(a_pinned_program_is_not_looked_for),
};

int main(void)
{
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, make_tree, tree_remove);
}
