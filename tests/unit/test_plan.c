/* The plan: what the policy, the host and the flags become. */
#include "unit.h"

#include "bwrap.h"
#include "host.h"
#include "plan.h"

#include <string.h>

static const struct cb_opts no_opts = { 0 };

static const char *var(const struct cb_plan *plan, const char *name)
{
	for (size_t i = 0; i < plan->var_count; i++)
		if (strcmp(plan->vars[i].name, name) == 0)
			return plan->vars[i].value;
	return NULL;
}

static void only_named_variables_enter(void **state)
{
	(void)state;
	cleanup_facts struct cb_facts f = unit_facts();
	cleanup_plan struct cb_plan plan = { 0 };
	cleanup_error struct cb_error err = { 0 };
	assert_int_equal(cb_plan_make(&unit_policy, &f, &no_opts, &plan, &err), 0);
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
	cleanup_facts struct cb_facts f = unit_facts();
	cleanup_plan struct cb_plan plan = { 0 };
	cleanup_error struct cb_error err = { 0 };
	unit_set(&f.sources[2], "/etc/hosts");
	assert_int_equal(cb_plan_make(&unit_policy, &f, &no_opts, &plan, &err), 0);
	const char *want[] = { "/proc",       "/tmp",      "/etc/hosts",
			       "/etc/passwd", "/home/ada", "/home/ada/src/app",
			       CB_STEP_PATH };
	assert_int_equal(plan.op_count, sizeof want / sizeof want[0]);
	for (size_t i = 0; i < plan.op_count; i++)
		assert_string_equal(plan.ops[i].to, want[i]);
	assert_string_equal(plan.workdir, "/home/ada/src/app/lib");
}

static void an_optional_source_may_be_missing_a_needed_one_not(void **state)
{
	(void)state;
	cleanup_facts struct cb_facts f = unit_facts();
	cleanup_plan struct cb_plan plan = { 0 };
	cleanup_error struct cb_error err = { 0 };
	assert_int_equal(cb_plan_make(&unit_policy, &f, &no_opts, &plan, &err), 0);
	assert_int_equal(plan.op_count, 6);
	struct cb_plan untouched = plan;
	unit_set(&f.sources[5], NULL);
	assert_int_equal(cb_plan_make(&unit_policy, &f, &no_opts, &untouched, &err), -1);
	assert_memory_equal(&untouched, &plan, sizeof plan);
	assert_string_equal(err.what, "cannot mount /home/ada/src/app (it does not exist)");
}

static void a_source_that_leads_to_a_secret_is_refused(void **state)
{
	(void)state;
	cleanup_facts struct cb_facts f = unit_facts();
	cleanup_plan struct cb_plan plan = { 0 };
	cleanup_error struct cb_error err = { 0 };
	unit_set(&f.sources[2], "/home/ada/.ssh/id_ed25519");
	assert_int_equal(cb_plan_make(&unit_policy, &f, &no_opts, &plan, &err), -1);
	assert_non_null(strstr(err.what, "SSH private keys"));
}

static void the_command_is_step_then_agent_then_arguments(void **state)
{
	(void)state;
	cleanup_facts struct cb_facts f = unit_facts();
	cleanup_opts struct cb_opts opts = { 0 };
	cleanup_plan struct cb_plan plan = { 0 };
	cleanup_error struct cb_error err = { 0 };
	f.quit_ignored = true;
	cb_strv_push(&opts.agent, "-p");
	assert_int_equal(cb_plan_make(&unit_policy, &f, &opts, &plan, &err), 0);
	const char *want[] = { CB_STEP_PATH, "q", f.agent, "--dangerously-skip-permissions", "-p" };
	assert_int_equal(plan.command.len, sizeof want / sizeof want[0]);
	for (size_t i = 0; i < plan.command.len; i++)
		assert_string_equal(plan.command.items[i], want[i]);
}

static void no_agent_is_127_but_a_shell_still_starts(void **state)
{
	(void)state;
	cleanup_facts struct cb_facts f = unit_facts();
	cleanup_opts struct cb_opts opts = { 0 };
	cleanup_plan struct cb_plan plan = { 0 };
	cleanup_error struct cb_error err = { 0 };
	unit_set(&f.agent, NULL);
	assert_int_equal(cb_plan_make(&unit_policy, &f, &opts, &plan, &err), -1);
	assert_int_equal(err.code, CB_EXIT_NOT_FOUND);
	opts.given[CB_OPT_SHELL] = true;
	assert_int_equal(cb_plan_make(&unit_policy, &f, &opts, &plan, &err), 0);
	assert_string_equal(plan.command.items[2], unit_policy.shell);
}

static void bwrap_gets_no_value_in_its_arguments(void **state)
{
	(void)state;
	cleanup_facts struct cb_facts f = unit_facts();
	cleanup_plan struct cb_plan plan = { 0 };
	cleanup_bwrap struct cb_bwrap b = { 0 };
	cleanup_error struct cb_error err = { 0 };
	assert_int_equal(cb_plan_make(&unit_policy, &f, &no_opts, &plan, &err), 0);
	assert_int_equal(cb_bwrap_make(&plan, &b, &err), 0);
	const char *want[] = { "bwrap", "--args", "3", "--", CB_STEP_PATH };
	for (size_t i = 0; i < sizeof want / sizeof want[0]; i++)
		assert_string_equal(b.argv.items[i], want[i]);
	/* options, passwd, filter: in the order of their descriptors */
	assert_int_equal(b.blob_count, 3);
	assert_string_equal(b.blobs[1].data,
			    "ada:x:1000:100::/home/ada:" /* no real name, no other user */
			    "/nix/store/00000000000000000000000000000000-bash/bin/bash\n"
			    "nobody:x:65534:65534:nobody:/:/bin/sh\n");
	assert_int_equal(b.blobs[2].size, sizeof(struct cb_bpf));
}

static void more_arguments_than_bwrap_takes_are_refused(void **state)
{
	(void)state;
	cleanup_facts struct cb_facts f = unit_facts();
	cleanup_opts struct cb_opts opts = { 0 };
	cleanup_plan struct cb_plan plan = { 0 };
	cleanup_bwrap struct cb_bwrap b = { 0 };
	cleanup_error struct cb_error err = { 0 };
	for (size_t i = 0; i < CB_BWRAP_MAX_ARGS; i++)
		cb_strv_push(&opts.agent, "x");
	assert_int_equal(cb_plan_make(&unit_policy, &f, &opts, &plan, &err), 0);
	assert_int_equal(cb_bwrap_make(&plan, &b, &err), -1);
	assert_int_equal(err.code, CB_EXIT_REFUSED);
	assert_null(b.blobs);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(only_named_variables_enter),
	cmocka_unit_test(rows_keep_the_order_of_the_policy),
	cmocka_unit_test(an_optional_source_may_be_missing_a_needed_one_not),
	cmocka_unit_test(a_source_that_leads_to_a_secret_is_refused),
	cmocka_unit_test(the_command_is_step_then_agent_then_arguments),
	cmocka_unit_test(no_agent_is_127_but_a_shell_still_starts),
	cmocka_unit_test(bwrap_gets_no_value_in_its_arguments),
	cmocka_unit_test(more_arguments_than_bwrap_takes_are_refused),
};

UNIT_MAIN(tests)
