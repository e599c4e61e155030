/* UX-05: what --check says of the user, their state, the agent and the project. */
#include "unit.h"

#include "commands/check/machine.h"
#include "host.h"
#include "plan/plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static char home_is[] = "HOME=/home/ada";

static void root_is_warned(void **state)
{
	(void)state;
	struct cb_check_facts f = unit_check_facts();
	f.user.uid = 0;
	const struct cb_check_report report = cb_check_decide(&unit_policy, &f);
	assert_int_equal(unit_row(&report, "user")->health, CB_HEALTH_WARN);
}

static void a_home_that_is_not_there_is_a_row_and_the_rest_is_told(void **state)
{
	(void)state;
	struct cb_check_facts f = unit_check_facts();
	unit_set(&f.user.home, NULL);
	cb_fail(&f.user_error, CB_EXIT_REFUSED, "no home directory of your own (none)");
	cb_hint(&f.user_error, "set HOME");
	f.has_launch = false;
	const struct cb_check_report report = cb_check_decide(&unit_policy, &f);
	const struct cb_check_row *row = unit_row(&report, "home");
	assert_int_equal(row->health, CB_HEALTH_FAIL);
	assert_string_equal(row->found, "no home directory of your own (none)");
	assert_string_equal(row->hint, "set HOME");
	assert_non_null(unit_row(&report, "bubblewrap"));
	assert_non_null(unit_row(&report, "claude"));
	unit_set(&f.agent.program, NULL);
	const struct cb_check_report more = cb_check_decide(&unit_policy, &f);
	assert_int_equal(unit_row(&more, "claude")->health, CB_HEALTH_FAIL);
	assert_null(unit_row(&more, "state"));
	assert_null(unit_row(&more, "project")); /* it would repeat the sentence */
}

static void a_home_that_is_not_what_home_says_warns(void **state)
{
	(void)state;
	WITH((f.home_believed = false), "home", CB_HEALTH_WARN, "/home/ada is used", "HOME");
}

static void a_state_directory_that_a_launch_refuses_fails(void **state)
{
	(void)state;
	WITH(f.state[0].mode = S_IFLNK | 0777, "state", CB_HEALTH_FAIL,
	     "cannot use ~/.claudebox (it is a symbolic link)", "move it away");
	WITH(f.state[0].uid = 0, "state", CB_HEALTH_FAIL, "another user", "move it away");
	WITH(f.state[0].mode = S_IFREG | 0600, "state", CB_HEALTH_FAIL, "something else", "move");
	WITH(f.state[0].write_error = EROFS, "state", CB_HEALTH_FAIL, "Read-only", "mount");
	WITH(f.state[0].write_error = EACCES, "state", CB_HEALTH_FAIL, "Permission", "chmod");
	WITH(f.state[1].mode = S_IFLNK | 0777, "state", CB_HEALTH_FAIL, "~/.claudebox/projects (",
	     "move it away");
	WITH(f.state[2].uid = 7, "state", CB_HEALTH_FAIL, "~/.claudebox/credentials (", "move");
	WITH(f.state[0].mode = S_IFDIR | 0755, "state", CB_HEALTH_WARN, "open to other users",
	     "chmod 700");
	WITH((f.state[0].error = ENOENT, f.state[1].error = ENOENT, f.state[2].error = ENOENT),
	     "state", CB_HEALTH_OK, "first start", NULL);
	WITH(f.state[1].error = ENOENT, "state", CB_HEALTH_OK, "yours alone", NULL);
	WITH((f.state[0].error = ENOENT, f.state[0].write_error = EROFS), "state", CB_HEALTH_FAIL,
	     "cannot make ~/.claudebox (Read-only", "writable");
}

static void little_space_warns_and_none_fails(void **state)
{
	(void)state;
	WITH(f.disk_free = 0, "disk space", CB_HEALTH_FAIL, "0 MiB free", "--gc");
	WITH(f.disk_free = (uint64_t)500 << 20, "disk space", CB_HEALTH_WARN, "500 MiB", "--gc");
	WITH(f.disk_inodes = 3, "disk space", CB_HEALTH_FAIL, "hardly a file", "--gc");
	WITH(f.disk_error = EIO, "disk space", CB_HEALTH_WARN, strerror(EIO), "df");
}

static void a_claude_that_cannot_be_shown_has_the_words_of_the_launch(void **state)
{
	(void)state;
	WITH((unit_set(&f.agent.program, NULL), unit_set(&f.launch.agent.program, NULL)), "claude",
	     CB_HEALTH_FAIL, "claude not found (not on PATH)", "npm install");
	WITH(unit_set(&f.launch.agent.program, "/home/ada/.ssh/claude");
	     unit_set(&f.launch.agent.package, "/home/ada/.ssh/claude"), "claude", CB_HEALTH_FAIL,
	     "refusing", "may not be shown");
	WITH(unit_set(&f.interpreter, "/usr/bin/node"), "claude", CB_HEALTH_FAIL,
	     "is a script for /usr/bin/node, which is not inside", "`packages`");
	WITH((unit_set(&f.interpreter, CB_INNER_STEP_PATH), unit_set(&f.env_program, "node")),
	     "claude", CB_HEALTH_FAIL, "is a script for node, which", "`packages`");
	WITH((unit_set(&f.interpreter, CB_INNER_STEP_PATH), unit_set(&f.env_program, "node"),
	      f.env_program_found = true),
	     "claude", CB_HEALTH_OK, "2.1.197", NULL);
	WITH(unit_set(&f.agent.program, "/home/ada/src/app/bin/claude"), "claude", CB_HEALTH_WARN,
	     "/home/ada/src/app/bin/claude", "in the project");
	WITH((void)0, "claude", CB_HEALTH_OK, "2.1.197, from the Nix store", NULL);
}

static void the_login_is_looked_at_from_outside(void **state)
{
	(void)state;
	WITH(f.login.error = ENOENT, "login", CB_HEALTH_WARN, "none yet", "/login");
	WITH(f.login.size = 0, "login", CB_HEALTH_WARN, "none yet", "/login");
	WITH((f.login.error = ENOENT, f.launch.login.old = true), "login", CB_HEALTH_OK, "moves it",
	     NULL);
	WITH(f.login.mode = S_IFREG | 0644, "login", CB_HEALTH_WARN, "open to other", "chmod 600");
	WITH(f.login.mode = S_IFLNK | 0777, "login", CB_HEALTH_FAIL, "L22", "log in again");
	WITH(f.login.write_error = EROFS, "login", CB_HEALTH_FAIL, "L22", "log in again");
	WITH(f.login.error = EACCES, "login", CB_HEALTH_WARN, "Permission denied", "state");
	static char key[] = "ANTHROPIC_API_KEY=sk-ant-planted-0123456789";
	static char *const env[] = { home_is, key, NULL };
	WITH((f.login.error = ENOENT, f.env = env), "login", CB_HEALTH_OK, "by ANTHROPIC_API_KEY,",
	     NULL);
}

static void a_git_without_identity_warns(void **state)
{
	(void)state;
	WITH(unit_set(&f.launch.identity.name, NULL), "git identity", CB_HEALTH_WARN, "no name",
	     "user.name");
	WITH(unit_set(&f.launch.identity.email, NULL), "git identity", CB_HEALTH_WARN, "no address",
	     "user.email");
}

static void a_refused_project_has_the_words_of_the_launch(void **state)
{
	(void)state;
	WITH(unit_no_git(&f.launch, "/home/ada/.ssh"), "project", CB_HEALTH_FAIL,
	     "refusing project /home/ada/.ssh", "");
	struct cb_check_facts f = unit_check_facts();
	f.has_launch = false;
	cb_fail(&f.launch_error, CB_EXIT_REFUSED, "no current directory (gone)");
	cb_hint(&f.launch_error, "cd to your project");
	unit_expect(&unit_policy, &f, "project", CB_HEALTH_FAIL, "no current directory (gone)",
		    "cd to your project");
}

static void no_terminal_warns(void **state)
{
	(void)state;
	WITH(f.terminal_error = ENXIO, "terminal", CB_HEALTH_WARN, "no terminal", "--yes");
}

static void check_version(const char *program, const char *json, const char *want)
{
	const char *version = cb_check_agent_version(program, json);
	if (want) {
		assert_non_null(version);
		assert_string_equal(version, want);
	} else {
		assert_null(version);
	}
}

static void the_version_of_claude_is_read_not_asked(void **state)
{
	(void)state;
	const char *npm = "/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js";
	check_version("/home/ada/.local/share/claude/versions/2.1.197", NULL, "2.1.197");
	check_version(UNIT_STORE "claude-code-2.1.197/bin/claude", NULL, "2.1.197");
	check_version(UNIT_STORE "claude/bin/claude", NULL, NULL);
	check_version(npm,
		      "{\"name\" : \"@anthropic-ai/claude-code\",\n \"bin\": {\"version\": "
		      "\"9\"}, \"x\": [\"version\"], \"version\" : \"2.0.1\"}",
		      "2.0.1");
	/* Another package's, a number, an escape, half a file, a text that draws. */
	check_version(npm, "{\"name\":\"mine\",\"version\":\"1.0\"}", NULL);
	check_version(npm, "{\"name\":\"claude\",\"version\":3}", NULL);
	check_version(npm, "{\"name\":\"claude\",\"version\":\"1\\u0030\"}", NULL);
	check_version(npm, "{\"name\":\"claude\",\"version\":\"1.0", NULL);
	check_version(npm, "{\"name\":\"claude\",\"version\":\"1\033[2J\"}", NULL);
	check_version(npm, "{\"name\":\"claude\\", NULL);
	check_version(npm, "", NULL);
	check_version(npm, NULL, NULL);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(root_is_warned),
	cmocka_unit_test(a_home_that_is_not_there_is_a_row_and_the_rest_is_told),
	cmocka_unit_test(a_home_that_is_not_what_home_says_warns),
	cmocka_unit_test(a_state_directory_that_a_launch_refuses_fails),
	cmocka_unit_test(little_space_warns_and_none_fails),
	cmocka_unit_test(a_claude_that_cannot_be_shown_has_the_words_of_the_launch),
	cmocka_unit_test(the_login_is_looked_at_from_outside),
	cmocka_unit_test(a_git_without_identity_warns),
	cmocka_unit_test(a_refused_project_has_the_words_of_the_launch),
	cmocka_unit_test(no_terminal_warns),
	cmocka_unit_test(the_version_of_claude_is_read_not_asked),
};
UNIT_MAIN(tests)
