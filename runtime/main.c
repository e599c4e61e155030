/* The launch, from flags to exec, one step a line. Only this file exits. */
#include "act.h"
#include "bwrap.h"
#include "facts.h"
#include "opts.h"
#include "plan.h"
#include "show.h"
#include "step.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static struct cb_screen screen_of(FILE *file)
{
	const char *no_colour = getenv("NO_COLOR");
	return (struct cb_screen) { file, isatty(fileno(file)) && !(no_colour && *no_colour) };
}

/* What was asked for must have reached its reader: a full disk is an error, not a success. */
static int finish_output(struct cb_error *err)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return 0;
	return cb_fail(err, CB_EXIT_REFUSED, "cannot write the output (standard output)");
}

static int launch(const struct cb_opts *opts, char *const *env, struct cb_error *err)
{
	cleanup_facts struct cb_facts facts = { 0 };
	cleanup_plan struct cb_plan plan = { 0 };
	cleanup_bwrap struct cb_bwrap bwrap = { 0 };

	if (cb_facts_read(&cb_policy, opts, env, &facts, err) < 0 ||
	    cb_plan_make(&cb_policy, &facts, opts, &plan, err) < 0 ||
	    cb_bwrap_make(&plan, &bwrap, err) < 0)
		return -1;
	if (opts->given[CB_OPT_DRY_RUN]) {
		if (opts->json)
			cb_show_json(stdout, &plan, &bwrap);
		else
			cb_show_plan(screen_of(stdout), &plan, &bwrap);
		return finish_output(err);
	}
	if (opts->given[CB_OPT_YES]) {
		cb_show_notes(screen_of(stderr), &plan);
	} else {
		cb_show_audit(screen_of(stderr), &plan);
		if (cb_act_confirm(err) < 0)
			return -1;
	}
	return cb_act_exec(&plan, &bwrap, err);
}

static int run(char *const *argv, char *const *env, struct cb_error *err)
{
	cleanup_opts struct cb_opts opts = { 0 };

	if (cb_step_is_here())
		return cb_step_run(&cb_policy, argv, env, err);
	if (cb_act_check_streams(err) < 0 || cb_opts_parse(argv, &opts, err) < 0)
		return -1;
	if (opts.given[CB_OPT_HELP]) {
		cb_show_help(stdout, &cb_policy);
		return finish_output(err);
	}
	if (opts.given[CB_OPT_VERSION]) {
		cb_show_version(stdout, &cb_policy);
		return finish_output(err);
	}
	return launch(&opts, env, err);
}

int main(int argc, char **argv)
{
	cleanup_error struct cb_error err = { 0 };
	(void)argc;
	if (run(argv, environ, &err) == 0)
		return 0;
	cb_show_error(screen_of(stderr), &err);
	return (int)err.code;
}
