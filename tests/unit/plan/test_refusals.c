/* What the facts only note, the plan refuses: each with a sentence and a hint, and what could not
 * be read is never taken for what is not there. */
#include "unit.h"

#include "host.h"
#include "plan/guard.h"
#include "plan/plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct cb_opts no_opts;

static void refuses(const struct cb_policy *policy, const struct cb_facts *f, const char *what,
		    const char *hint)
{
	struct cb_plan plan = { 0 };
	struct cb_error err = { 0 };
	assert_int_equal(cb_plan_make(policy, f, &no_opts, &plan, &err), -1);
	assert_int_equal(err.code, CB_EXIT_REFUSED);
	assert_non_null(strstr(err.what, what));
	assert_non_null(strstr(err.hint, hint));
}

static struct cb_plan plans(const struct cb_policy *policy, const struct cb_facts *f)
{
	struct cb_plan plan = { 0 };
	struct cb_error err = { 0 };
	assert_int_equal(cb_plan_make(policy, f, &no_opts, &plan, &err), 0);
	return plan;
}

static bool has_note(const struct cb_plan *plan, const char *text)
{
	for (size_t i = 0; i < plan->notes.len; i++)
		if (strstr(plan->notes.items[i], text))
			return true;
	return false;
}

static void a_forged_git_is_refused_before_anything_else_is_read(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_project project = { 0 };
	struct cb_error err = { 0 };
	assert_int_equal(cb_choose_project(&unit_policy, &f, &project, &err), 0);
	assert_true(project.is_git_top);
	f.git.forged = "it holds no gitdir line";
	assert_int_equal(cb_choose_project(&unit_policy, &f, &project, &err), -1);
	assert_string_equal(err.what,
			    "refusing the .git of /home/ada/src/app (it holds no gitdir line)");
	assert_non_null(strstr(err.hint, "tampered with"));
}

static void the_git_directory_must_be_that_of_the_first_launch(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_project project = { 0 };
	struct cb_error err = { 0 };
	unit_set(&f.git.common, "/srv/repo.git");
	assert_int_equal(cb_choose_project(&unit_policy, &f, &project, &err), 0);
	assert_non_null(strstr(project.common_record, "/git-common"));
	f.project = project;
	f.common_record.error = ENOENT;
	plans(&unit_policy, &f); /* it is the first launch */
	f.common_record = (struct cb_contents) { .text = strdup("/srv/repo.git") };
	plans(&unit_policy, &f);
	unit_set(&f.common_record.text, "/srv/other.git");
	refuses(&unit_policy, &f, "it leads to /srv/repo.git, and led to /srv/other.git",
		project.common_record);
	unit_set(&f.common_record.text, "");
	refuses(&unit_policy, &f, "led to no other directory", "tampered with");
	f.common_record = (struct cb_contents) { .error = EACCES };
	refuses(&unit_policy, &f, "led to what cannot be read", "tampered with");
}

static void every_obstacle_is_a_refusal(void **state)
{
	(void)state;
	static const char *const hints[] = {
#define X(NAME, hint) hint,
#include "host/obstacles.def"
#undef X
	};
	for (unsigned i = 0; i < sizeof hints / sizeof hints[0]; i++) {
		struct cb_facts f = unit_facts();
		plans(&unit_policy, &f);
		struct cb_obstacle obstacle = { (enum cb_obstacle_kind)i, strdup("/x"),
						strdup("why") };
		f.paths.obstacle = obstacle;
		refuses(&unit_policy, &f, "refusing /x (why)", hints[i]);
		f.paths.obstacle.path = NULL;
		f.memory.obstacle = obstacle;
		refuses(&unit_policy, &f, "refusing /x (why)", hints[i]);
	}
}

static struct cb_facts with_hidden_file(void)
{
	struct cb_facts f = unit_facts();
	f.paths.items = calloc(1, sizeof *f.paths.items);
	assert_non_null(f.paths.items);
	f.paths.items[0] = (struct cb_project_path) { .path = strdup("/home/ada/src/app/.env"),
						      .root_len = strlen("/home/ada/src/app"),
						      .role = CB_ROLE_HIDE };
	f.paths.count = 1;
	return f;
}

static void an_index_that_cannot_be_read_does_not_say_untracked(void **state)
{
	(void)state;
	struct cb_facts f = with_hidden_file();
	f.paths.index.error = ENOENT;
	struct cb_plan plan = plans(&unit_policy, &f);
	assert_int_equal(plan.over_count, 1);
	assert_string_equal(plan.ops[plan.op_count - 1].to, "/home/ada/src/app/.env");
	f.paths.index.error = EACCES;
	refuses(&unit_policy, &f, "git's index does not tell whether it is tracked",
		"the right to read the index");
	f.paths.index = (struct cb_contents) { .text = strdup("DIRC"), .size = 4 };
	refuses(&unit_policy, &f, "git's index does not tell whether it is tracked",
		"--no-split-index");
}

static void a_record_that_cannot_be_read_is_told(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	f.paths.watch.record.error = ENOENT;
	struct cb_plan plan = plans(&unit_policy, &f);
	assert_false(has_note(&plan, "is not known"));
	f.paths.watch.record.error = EACCES;
	plan = plans(&unit_policy, &f);
	assert_true(has_note(&plan, "what changed since the last launch is not known"));
}

static void tools_are_refused_where_they_could_not_be_had(void **state)
{
	(void)state;
	struct cb_policy policy = unit_policy;
	struct cb_facts f = unit_facts();
	f.tools.asked = true;
	refuses(&policy, &f, "this project's tools cannot be had", "--profile default");
	policy.packages = "/packages.nix";
	f.tools.fault = "a symbolic link";
	refuses(&policy, &f, "cannot use /home/ada/src/app/.claudebox/tools.txt (a symbolic link)",
		"a plain file of your own");
	f.tools.fault = NULL;
	f.tools.list = (struct cb_contents) { .text = strdup("jq; rm\n"), .size = 7 };
	refuses(&policy, &f, "line 1: no name of a package", "a line is the name");
}

static void tools_that_were_built_of_another_list_are_built_anew(void **state)
{
	(void)state;
	struct cb_policy policy = unit_policy;
	struct cb_facts f = unit_facts();
	policy.packages = "/packages.nix";
	f.tools = (struct cb_tools_facts) { .asked = true,
					    .list = { strdup("jq\n"), 3, 0 },
					    .built = strdup("/nix/store/built") };
	struct cb_plan plan = plans(&policy, &f);
	assert_null(plan.tools.path);
	assert_true(has_note(&plan, "nixpkgs: jq (built or fetched by Nix first)"));
	f.tools.built_from.text = plan.tools.record;
	plan = plans(&policy, &f);
	assert_string_equal(plan.tools.path, "/nix/store/built");
	for (size_t i = 0; i < plan.var_count; i++)
		if (strcmp(plan.vars[i].name, "PATH") == 0)
			assert_non_null(strstr(plan.vars[i].value, ":/nix/store/built/bin"));
	unit_set(&f.tools.list.text, "fd\n");
	plan = plans(&policy, &f);
	assert_null(plan.tools.path);
}

static void root_is_never_given_the_nix_daemon(void **state)
{
	(void)state;
	struct cb_policy policy = unit_policy;
	policy.nix_trusted = true;
	for (unsigned i = 0; i < CB_NIX_COUNT; i++)
		assert_int_equal(cb_plan_judge_daemon(&policy, 0, (enum cb_nix_answer)i),
				 CB_NIX_ROOT);
	assert_int_equal(cb_plan_judge_daemon(&policy, 1000, CB_NIX_TRUSTED), CB_NIX_MEANT);
}

static void a_sandbox_in_the_background_has_no_terminal(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	assert_true(plans(&unit_policy, &f).tty);
	f.in_background = true;
	assert_false(plans(&unit_policy, &f).tty);
}

static void check_refuses(const struct cb_facts *f, const char *what)
{
	struct cb_error err = { 0 };
	assert_int_equal(cb_plan_check(&unit_policy, f, &err), -1);
	assert_int_equal(err.code, CB_EXIT_REFUSED);
	assert_non_null(strstr(err.what, what));
	assert_non_null(err.hint);
}

static void streams_that_lead_out_are_refused(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_error err = { 0 };
	assert_int_equal(cb_plan_check(&unit_policy, &f, &err), 0);
	f.streams[1].is_directory = true;
	check_refuses(&f, "standard output is a directory");
	f = unit_facts();
	f.streams[0].in_background = true;
	check_refuses(&f, "in the background of a terminal");
	f = unit_facts();
	f.streams[1].in_background = true; /* it is written to, no more */
	assert_int_equal(cb_plan_check(&unit_policy, &f, &err), 0);
}

static void a_login_that_does_not_say_whose_it_is_any_more_is_told(void **state)
{
	(void)state;
	struct cb_policy policy = unit_policy_with_login();
	struct cb_facts f = unit_facts();
	f.sources = calloc(1, sizeof *f.sources);
	f.login = (struct cb_login) { .there = true,
				      .known = strdup("aaaa bbbb"),
				      .account = strdup("aaaa bbbb") };
	struct cb_plan plan = plans(&policy, &f);
	assert_false(has_note(&plan, "the login is not of the account"));
	unit_set(&f.login.account, "- -");
	plan = plans(&policy, &f);
	assert_true(has_note(&plan, "the login is not of the account"));
	f.login.fault = "the client keeps nothing of that name there";
	f.login.stranger = strdup("x");
	refuses(&policy, &f, "refusing ~/.claudebox/credentials/x", "remove it or move it away");
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(a_forged_git_is_refused_before_anything_else_is_read),
	cmocka_unit_test(the_git_directory_must_be_that_of_the_first_launch),
	cmocka_unit_test(every_obstacle_is_a_refusal),
	cmocka_unit_test(an_index_that_cannot_be_read_does_not_say_untracked),
	cmocka_unit_test(a_record_that_cannot_be_read_is_told),
	cmocka_unit_test(tools_are_refused_where_they_could_not_be_had),
	cmocka_unit_test(tools_that_were_built_of_another_list_are_built_anew),
	cmocka_unit_test(root_is_never_given_the_nix_daemon),
	cmocka_unit_test(a_sandbox_in_the_background_has_no_terminal),
	cmocka_unit_test(streams_that_lead_out_are_refused),
	cmocka_unit_test(a_login_that_does_not_say_whose_it_is_any_more_is_told),
};

UNIT_MAIN(tests)
