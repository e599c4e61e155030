/* The plan: what the policy, the host and the flags become. */
#include "unit.h"

#include "host.h"
#include "plan/bwrap.h"
#include "plan/plan.h"

#include <stdlib.h>
#include <string.h>

static const struct cb_opts no_opts = { 0 };

static const char *var(const struct cb_plan *plan, const char *name)
{
	for (size_t i = 0; i < plan->var_count; i++)
		if (strcmp(plan->vars[i].name, name) == 0)
			return plan->vars[i].value;
	return NULL;
}

static const struct cb_op *op_at(const struct cb_plan *plan, const char *to)
{
	for (size_t i = 0; i < plan->op_count; i++)
		if (strcmp(plan->ops[i].to, to) == 0)
			return &plan->ops[i];
	return NULL;
}

static void only_named_variables_enter(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_plan plan = { 0 };
	struct cb_error err = { 0 };
	assert_int_equal(unit_plan(&unit_policy, &f, &no_opts, &plan, &err), 0);
	assert_string_equal(var(&plan, "TERM"), "xterm");
	assert_string_equal(var(&plan, "HOME"), "/home/ada");
	assert_string_equal(var(&plan, "CLAUDE_CONFIG_DIR"), "/home/ada/.claude");
	assert_string_equal(var(&plan, "XDG_RUNTIME_DIR"), "/run/user/1000");
	assert_null(var(&plan, "SECRET"));
	assert_null(var(&plan, "LANGUAGE"));
	assert_null(var(&plan, "ANTHROPIC_API_KEY")); /* allowed, but not set on this host */
	assert_int_equal(plan.var_count, 8);
}

static void rows_keep_the_order_of_the_policy(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_plan plan = { 0 };
	struct cb_error err = { 0 };
	unit_set(&f.sources[2].real, "/etc/hosts");
	assert_int_equal(unit_plan(&unit_policy, &f, &no_opts, &plan, &err), 0);
	const char *want[] = { "/proc",
			       "/tmp",
			       "/etc/hosts",
			       "/etc/passwd",
			       "/home/ada",
			       "/home/ada/src/app",
			       "/home/ada/.claude",
			       "/home/ada/.claude/CLAUDE.md",
			       CB_LOCK_PATH,
			       CB_INNER_STEP_PATH };
	assert_int_equal(plan.op_count, sizeof want / sizeof want[0]);
	for (size_t i = 0; i < plan.op_count; i++)
		assert_string_equal(plan.ops[i].to, want[i]);
	assert_string_equal(plan.workdir, "/home/ada/src/app/lib");
}

static void an_optional_source_may_be_missing_a_needed_one_not(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_plan plan = { 0 };
	struct cb_error err = { 0 };
	assert_int_equal(unit_plan(&unit_policy, &f, &no_opts, &plan, &err), 0);
	assert_int_equal(plan.op_count, 9);
	struct cb_plan untouched = plan;
	struct cb_policy needing = unit_policy;
	struct cb_mount_row rows[8];
	memcpy(rows, unit_policy.mounts, sizeof rows);
	rows[2].optional = false;
	needing.mounts = rows;
	assert_int_equal(unit_plan(&needing, &f, &no_opts, &untouched, &err), -1);
	assert_memory_equal(&untouched, &plan, sizeof plan);
	assert_string_equal(err.what, "cannot mount /etc/hosts (it does not exist)");
}

static void a_source_that_leads_to_a_secret_is_refused(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_plan plan = { 0 };
	struct cb_error err = { 0 };
	unit_set(&f.sources[2].real, "/home/ada/.ssh/id_ed25519");
	assert_int_equal(unit_plan(&unit_policy, &f, &no_opts, &plan, &err), -1);
	assert_non_null(strstr(err.what, "SSH private keys"));
}

static void a_source_in_the_project_may_not_lead_out_of_it(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_plan plan = { 0 };
	struct cb_error err = { 0 };
	struct cb_policy policy = unit_policy;
	struct cb_mount_row rows[8];
	memcpy(rows, unit_policy.mounts, sizeof rows);
	rows[2].from = (struct cb_path) { CB_ANCHOR_PROJECT, "docs" };
	policy.mounts = rows;
	unit_set(&f.sources[2].real, "/srv/elsewhere");
	assert_int_equal(unit_plan(&policy, &f, &no_opts, &plan, &err), -1);
	assert_string_equal(err.what,
			    "refusing mount of @project/docs (it leads out of the project)");
	unit_set(&f.sources[2].real, "/home/ada/src/app/real-docs");
	assert_int_equal(unit_plan(&policy, &f, &no_opts, &plan, &err), 0);
}

static void sockets_are_made_on_a_tmpfs_without_state_and_in_the_project(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_plan plan = { 0 };
	struct cb_error err = { 0 };
	assert_int_equal(unit_plan(&unit_policy, &f, &no_opts, &plan, &err), 0);
	/* The home holds the state, and what is granted there is granted below it. */
	assert_string_equal(plan.sockets, "/tmp:/home/ada/src/app");
}

static void the_command_is_step_then_agent_then_arguments(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_opts opts = { 0 };
	struct cb_plan plan = { 0 };
	struct cb_error err = { 0 };
	f.quit_ignored = true;
	cb_strv_push(&opts.agent, "-p");
	assert_int_equal(unit_plan(&unit_policy, &f, &opts, &plan, &err), 0);
	const char *want[] = { CB_INNER_STEP_PATH, "q", f.agent.program,
			       "--dangerously-skip-permissions", "-p" };
	assert_int_equal(plan.command.len, sizeof want / sizeof want[0]);
	for (size_t i = 0; i < plan.command.len; i++)
		assert_string_equal(plan.command.items[i], want[i]);
}

static void no_agent_is_127_but_a_shell_starts_and_dry_run_shows(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_opts opts = { 0 };
	struct cb_plan plan = { 0 };
	struct cb_error err = { 0 };
	unit_set(&f.agent.program, NULL);
	assert_int_equal(unit_plan(&unit_policy, &f, &opts, &plan, &err), -1);
	assert_int_equal(err.code, CB_EXIT_NOT_FOUND);
	opts.given[CB_OPT_DRY_RUN] = true;
	assert_int_equal(unit_plan(&unit_policy, &f, &opts, &plan, &err), 0);
	assert_string_equal(plan.notes.items[0], "claude was not found: a launch would stop here");
	opts.given[CB_OPT_DRY_RUN] = false;
	opts.given[CB_OPT_SHELL] = true;
	assert_int_equal(unit_plan(&unit_policy, &f, &opts, &plan, &err), 0);
	assert_string_equal(plan.command.items[2], unit_policy.shell);
}

static void bwrap_gets_no_value_in_its_arguments(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_plan plan = { 0 };
	struct cb_bwrap b = { 0 };
	struct cb_error err = { 0 };
	assert_int_equal(unit_plan(&unit_policy, &f, &no_opts, &plan, &err), 0);
	assert_int_equal(cb_bwrap_make(&plan, &b, &err), 0);
	const char *want[] = { "bwrap", "--args", "3", "--", CB_INNER_STEP_PATH };
	for (size_t i = 0; i < sizeof want / sizeof want[0]; i++)
		assert_string_equal(b.argv.items[i], want[i]);
	assert_int_equal(b.blob_count, 2); /* options, filter: in the order of their descriptors */
	assert_int_equal(b.blobs[1].size, sizeof(struct cb_bpf));
}

static void passwd_holds_the_user_and_nobody_else(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_plan plan = { 0 };
	struct cb_error err = { 0 };
	assert_int_equal(unit_plan(&unit_policy, &f, &no_opts, &plan, &err), 0);
	const struct cb_op *op = op_at(&plan, "/etc/passwd");
	assert_int_equal(op->build, CB_BUILD_TREE);
	assert_string_equal(op->text, "ada:x:1000:100::/home/ada:" /* no real name */
				      "/nix/store/00000000000000000000000000000000-bash/bin/bash\n"
				      "nobody:x:65534:65534:nobody:/:/bin/sh\n");
}

static void more_arguments_than_bwrap_takes_are_refused(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_opts opts = { 0 };
	struct cb_plan plan = { 0 };
	struct cb_bwrap b = { 0 };
	struct cb_error err = { 0 };
	for (size_t i = 0; i < CB_BWRAP_MAX_ARGS; i++)
		cb_strv_push(&opts.agent, "x");
	assert_int_equal(unit_plan(&unit_policy, &f, &opts, &plan, &err), 0);
	assert_int_equal(cb_bwrap_make(&plan, &b, &err), -1);
	assert_int_equal(err.code, CB_EXIT_REFUSED);
	assert_null(b.blobs);
}

static const struct cb_state_op *make_at(const struct cb_plan *plan, const char *path)
{
	for (size_t i = 0; i < plan->state_ops.len; i++)
		if (strcmp(plan->state_ops.items[i].path, path) == 0)
			return &plan->state_ops.items[i];
	return NULL;
}

static void state_is_named_after_the_root_and_made_beforehand(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_plan plan = { 0 };
	struct cb_error err = { 0 };
	assert_int_equal(unit_plan(&unit_policy, &f, &no_opts, &plan, &err), 0);
	/* printf %s /home/ada/src/app | sha256sum */
	assert_string_equal(plan.state, "projects/5289543d4663e377");
	assert_string_equal(op_at(&plan, "/home/ada/.claude")->from,
			    "/home/ada/.claudebox/projects/5289543d4663e377/claude");
	assert_string_equal(make_at(&plan, "projects/5289543d4663e377/project-root")->text,
			    "/home/ada/src/app");
	const struct cb_state_op *record =
	    make_at(&plan, "projects/5289543d4663e377/" CB_STATE_FILESYSTEM);
	assert_int_equal(record->kind, CB_STATE_OP_FILESYSTEM);
	assert_string_equal(record->text, "/home/ada/src/app");
	/* The mount point of a file below the state is made by us: bwrap would leave it unwritable.
	 */
	assert_int_equal(make_at(&plan, "projects/5289543d4663e377/claude/CLAUDE.md")->kind,
			 CB_STATE_OP_FILE);
}

static void a_work_tree_shares_the_state_of_its_repository(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_plan plan = { 0 };
	struct cb_error err = { 0 };
	unit_set(&f.git.top, "/home/ada/wt");
	unit_set(&f.cwd, "/home/ada/wt");
	unit_set(&f.git.gitdir, "/home/ada/src/app/.git/worktrees/wt");
	unit_set(&f.git.common, "/home/ada/src/app/.git");
	assert_int_equal(unit_plan(&unit_policy, &f, &no_opts, &plan, &err), 0);
	assert_string_equal(plan.project, "/home/ada/wt");
	assert_string_equal(plan.state, "projects/5289543d4663e377");
	/* --gc asks of both directories where their work tree was. */
	char *own =
	    cb_format("%s/" CB_STATE_FILESYSTEM, cb_state_name(CB_STATE_PROJECT, "/home/ada/wt"));
	assert_string_equal(make_at(&plan, own)->text, "/home/ada/wt");
	assert_string_equal(make_at(&plan, "projects/5289543d4663e377/" CB_STATE_FILESYSTEM)->text,
			    "/home/ada/src/app");
	assert_int_equal(op_at(&plan, "/home/ada/src/app/.git")->kind, CB_KIND_RW);
}

static void a_top_level_that_may_not_be_shown_leaves_the_current_directory(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_plan plan = { 0 };
	struct cb_error err = { 0 };
	unit_set(&f.git.top, "/home/ada");
	assert_int_equal(unit_plan(&unit_policy, &f, &no_opts, &plan, &err), 0);
	assert_string_equal(plan.project, "/home/ada/src/app/lib");
	assert_int_equal(plan.notes.len, 1);
	assert_non_null(strstr(plan.notes.items[0], "it holds your whole home"));
}

static void what_is_only_told_is_told_without_secrets(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_plan plan = { 0 };
	struct cb_error err = { 0 };
	unit_set(&f.refusals.text, "1 https://u:pw@h: no host\n");
	unit_set(&f.identity.name, "Ada ghp_1");
	assert_int_equal(unit_plan(&unit_policy, &f, &no_opts, &plan, &err), 0);
	assert_string_equal(plan.notes.items[0], "the last session was refused https://****@h, see "
						 "~/.claudebox/projects/5289543d4663e377/refused");
	assert_non_null(strstr(plan.who, "Ada ***** <"));
}

static void extra_variables_enter_by_name(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_plan plan = { 0 };
	struct cb_error err = { 0 };
	char extra[] = "CLAUDEBOX_EXTRA_ENV= A ,,B,UNSET,TERM", a[] = "A=1", b[] = "B=2",
	     term[] = "TERM=x";
	char *env[] = { extra, a, b, term, NULL };
	f.env = env;
	assert_int_equal(unit_plan(&unit_policy, &f, &no_opts, &plan, &err), 0);
	assert_string_equal(var(&plan, "A"), "1");
	assert_string_equal(var(&plan, "B"), "2");
	assert_null(var(&plan, "UNSET"));
	assert_null(var(&plan, "CLAUDEBOX_EXTRA_ENV"));
	const char *bad[] = { "CLAUDEBOX_EXTRA_ENV=A-B", "CLAUDEBOX_EXTRA_ENV=1A" };
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		struct cb_plan untouched = { 0 };
		strcpy(extra, bad[i]);
		assert_int_equal(unit_plan(&unit_policy, &f, &no_opts, &untouched, &err), -1);
		assert_int_equal(err.code, CB_EXIT_REFUSED);
	}
}

static void extra_mounts_go_through_the_guard(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_opts opts = { 0 };
	struct cb_plan plan = { 0 };
	struct cb_error err = { 0 };
	cb_strv_push(&opts.mount_ro, "../docs");
	cb_strv_push(&opts.mount_rw, "/srv/data");
	f.extras = calloc(2, sizeof *f.extras);
	assert_non_null(f.extras);
	f.extra_count = 2;
	unit_set(&f.extras[0].real, "/home/ada/docs");
	unit_set(&f.extras[1].real, "/srv/data");
	assert_int_equal(unit_plan(&unit_policy, &f, &opts, &plan, &err), 0);
	assert_int_equal(op_at(&plan, "/home/ada/docs")->kind, CB_KIND_RO);
	assert_int_equal(op_at(&plan, "/srv/data")->kind, CB_KIND_RW);
	struct cb_plan untouched = { 0 };
	unit_set(&f.extras[1].real, "/home/ada/.aws");
	assert_int_equal(unit_plan(&unit_policy, &f, &opts, &untouched, &err), -1);
	assert_non_null(strstr(err.what, "AWS credentials"));
	unit_set(&f.extras[1].real, NULL);
	assert_int_equal(unit_plan(&unit_policy, &f, &opts, &untouched, &err), -1);
	assert_string_equal(err.what, "cannot mount /srv/data (it does not exist)");
}

static void a_claude_outside_the_store_is_shown_at_its_own_path(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_plan plan = { 0 };
	struct cb_error err = { 0 };
	unit_set(&f.agent.program, "/usr/lib/node_modules/claude/cli.js");
	unit_set(&f.agent.package, "/usr/lib/node_modules/claude");
	assert_int_equal(unit_plan(&unit_policy, &f, &no_opts, &plan, &err), 0);
	assert_int_equal(op_at(&plan, "/usr/lib/node_modules/claude")->kind, CB_KIND_RO);
	struct cb_plan untouched = { 0 };
	unit_set(&f.agent.package, "/home/ada/.claude/local");
	assert_int_equal(unit_plan(&unit_policy, &f, &no_opts, &untouched, &err), -1);
}

static void subcommands_that_break_on_it_get_no_argument_of_ours(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_opts opts = { 0 };
	struct cb_plan plan = { 0 };
	struct cb_error err = { 0 };
	cb_strv_push(&opts.agent, "logs");
	assert_int_equal(unit_plan(&unit_policy, &f, &opts, &plan, &err), 0);
	assert_string_equal(plan.command.items[3], "logs");
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(only_named_variables_enter),
	cmocka_unit_test(rows_keep_the_order_of_the_policy),
	cmocka_unit_test(an_optional_source_may_be_missing_a_needed_one_not),
	cmocka_unit_test(a_source_that_leads_to_a_secret_is_refused),
	cmocka_unit_test(a_source_in_the_project_may_not_lead_out_of_it),
	cmocka_unit_test(sockets_are_made_on_a_tmpfs_without_state_and_in_the_project),
	cmocka_unit_test(the_command_is_step_then_agent_then_arguments),
	cmocka_unit_test(no_agent_is_127_but_a_shell_starts_and_dry_run_shows),
	cmocka_unit_test(bwrap_gets_no_value_in_its_arguments),
	cmocka_unit_test(passwd_holds_the_user_and_nobody_else),
	cmocka_unit_test(more_arguments_than_bwrap_takes_are_refused),
	cmocka_unit_test(state_is_named_after_the_root_and_made_beforehand),
	cmocka_unit_test(a_work_tree_shares_the_state_of_its_repository),
	cmocka_unit_test(a_top_level_that_may_not_be_shown_leaves_the_current_directory),
	cmocka_unit_test(what_is_only_told_is_told_without_secrets),
	cmocka_unit_test(extra_variables_enter_by_name),
	cmocka_unit_test(extra_mounts_go_through_the_guard),
	cmocka_unit_test(a_claude_outside_the_store_is_shown_at_its_own_path),
	cmocka_unit_test(subcommands_that_break_on_it_get_no_argument_of_ours),
};

UNIT_MAIN(tests)
