/* Where claude is, however it was installed, and what must be shown for it to run. */
#include "unit.h"

#include "facts-agent.h"
#include "strv.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[PATH_MAX];

static const char *at(const char *rest)
{
	static char paths[4][PATH_MAX + 64];
	static unsigned next;
	char *path = paths[next++ % 4];
	stpcpy(stpcpy(stpcpy(path, root), "/"), rest);
	return path;
}

static void put(const char *rest, const char *text, mode_t mode)
{
	FILE *file = fopen(at(rest), "w");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(chmod(at(rest), mode), 0);
}

static int make_root(void **state)
{
	static const char *const dirs[] = { "bin",
					    "native",
					    "lib",
					    "lib/node_modules",
					    "lib/node_modules/@anthropic-ai",
					    "lib/node_modules/@anthropic-ai/claude-code",
					    "lib/node_modules/claude",
					    "loose" };
	(void)state;
	char name[] = "/tmp/claudebox-unit.XXXXXX";
	if (!mkdtemp(name) || !realpath(name, root))
		return -1;
	for (size_t i = 0; i < sizeof dirs / sizeof dirs[0]; i++)
		if (mkdir(at(dirs[i]), 0700) != 0)
			return -1;
	return 0;
}

static int remove_root(void **state)
{
	(void)state;
	char *command = cb_concat("rm -rf -- '", root, "'", NULL);
	int result = command ? system(command) : -1;
	free(command);
	return result;
}

/* claude in bin/ is a link to `target`. */
static void check(const char *target, const char *package)
{
	struct cb_agent agent = { 0 };
	unlink(at("bin/claude"));
	assert_int_equal(symlink(at(target), at("bin/claude")), 0);
	char *search = cb_concat("relative:/nowhere::", at("native"), ":", at("bin"), NULL);
	cb_agent_read(NULL, search, &agent);
	assert_string_equal(agent.program, at(target));
	assert_string_equal(agent.package, at(package));
	cb_agent_clear(&agent);
	free(search);
}

static void a_native_program_is_one_file(void **state)
{
	(void)state;
	put("native/2.1", "\177ELF", 0700);
	check("native/2.1", "native/2.1");
}

static void a_script_needs_its_package_and_the_scope_around_it(void **state)
{
	(void)state;
	put("lib/node_modules/@anthropic-ai/claude-code/package.json", "{}", 0600);
	put("lib/node_modules/@anthropic-ai/claude-code/cli.js", "#!/usr/bin/env node\n", 0700);
	check("lib/node_modules/@anthropic-ai/claude-code/cli.js",
	      "lib/node_modules/@anthropic-ai");
	put("lib/node_modules/claude/package.json", "{}", 0600);
	put("lib/node_modules/claude/cli.js", "#!/usr/bin/env node\n", 0700);
	check("lib/node_modules/claude/cli.js", "lib/node_modules/claude");
	put("loose/claude.sh", "#!/bin/sh\n", 0700);
	check("loose/claude.sh", "loose/claude.sh");
}

static void what_cannot_be_run_or_found_is_no_agent(void **state)
{
	(void)state;
	struct cb_agent agent = { 0 };
	put("native/claude", "\177ELF", 0600);
	assert_int_equal(mkdir(at("lib/claude"), 0700), 0);
	char *search = cb_concat(at("lib"), ":", NULL);
	cb_agent_read(NULL, search, &agent);
	assert_null(agent.program);
	cb_agent_read(NULL, NULL, &agent);
	assert_null(agent.program);
	cb_agent_read(at("nowhere"), search, &agent);
	assert_null(agent.program);
	assert_null(agent.package);
	free(search);
}

static void a_pinned_program_is_not_looked_for(void **state)
{
	(void)state;
	struct cb_agent agent = { 0 };
	cb_agent_read(at("native/2.1"), at("bin"), &agent);
	assert_string_equal(agent.program, at("native/2.1"));
	cb_agent_clear(&agent);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(a_native_program_is_one_file),
	cmocka_unit_test(a_script_needs_its_package_and_the_scope_around_it),
	cmocka_unit_test(what_cannot_be_run_or_found_is_no_agent),
	cmocka_unit_test(a_pinned_program_is_not_looked_for),
};

int main(void)
{
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, make_root, remove_root);
}
