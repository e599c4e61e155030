/* The launch, from flags to exec, one step a line. Only this file exits. */
#include "act-gc.h"
#include "act-prove.h"
#include "act.h"
#include "bwrap.h"
#include "facts-gc.h"
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
	cb_fail(err, CB_EXIT_REFUSED, "cannot write the output (standard output)");
	return cb_hint(err, "is its reader still there, or the disk full?");
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
	if (cb_plan_check(&facts, err) < 0)
		return -1;
	if (opts->given[CB_OPT_YES]) {
		cb_show_notes(screen_of(stderr), &plan);
	} else {
		cb_show_audit(screen_of(stderr), &plan);
		if (cb_act_confirm("Start? [Y/n] ", true, err) < 0)
			return -1;
	}
	return cb_act_exec(&plan, &bwrap, err);
}

/* The launch of --prove, in a process of its own. */
static int launch_probes(char *const *env)
{
	cleanup_error struct cb_error err = { 0 };
	struct cb_opts opts = { 0 };
	opts.given[CB_OPT_YES] = opts.given[CB_OPT_PROVE] = true;
	launch(&opts, env, &err);
	cb_show_error(screen_of(stderr), &err);
	return (int)err.code;
}

/* Removes what is still gone; one that cannot be removed is told and does not stop the others. */
static int remove_gone(struct cb_gc *gc, size_t all, struct cb_error *err)
{
	size_t done = 0, removed = 0, failed = 0;
	bool terminal = isatty(STDERR_FILENO);
	for (size_t i = 0; i < gc->len; i++) {
		cleanup_error struct cb_error why = { 0 };
		if (cb_gc_verdict(gc->items[i].reason) != CB_GC_GONE)
			continue;
		if (cb_act_gc_remove(gc, &gc->items[i], &why) < 0) {
			cb_show_error(screen_of(stderr), &why);
			failed++;
		} else if (cb_gc_verdict(gc->items[i].reason) != CB_GC_GONE) {
			cb_show_gc_instance(stdout, &gc->items[i]);
		} else {
			removed++;
		}
		if (terminal)
			cb_show_gc_progress(stderr, ++done, all);
	}
	cb_show_gc_done(stdout, removed);
	if (finish_output(err) < 0)
		return -1;
	if (!failed)
		return 0;
	cb_fail(err, CB_EXIT_REFUSED, "not everything was removed (see above)");
	return cb_hint(err, "another --gc finishes it");
}

static int collect(const struct cb_opts *opts, char *const *env, struct cb_error *err)
{
	cleanup_facts struct cb_facts facts = { .env = env };
	cleanup_gc struct cb_gc gc = { .dir = -1 };
	size_t counts[CB_GC_VERDICT_COUNT] = { 0 };

	if (cb_facts_read_user(&facts, err) < 0 || cb_gc_read(facts.home, facts.uid, &gc, err) < 0)
		return -1;
	cb_show_gc(stdout, &gc, counts);
	if (finish_output(err) < 0)
		return -1;
	if (opts->given[CB_OPT_DRY_RUN] || counts[CB_GC_GONE] == 0)
		return 0;
	if ((!opts->given[CB_OPT_YES] && cb_act_confirm("Remove? [y/N] ", false, err) < 0) ||
	    cb_act_gc_begin(&gc, err) < 0)
		return -1;
	return remove_gone(&gc, counts[CB_GC_GONE], err);
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
	if (opts.given[CB_OPT_PROVE])
		return cb_act_prove(env, launch_probes, err);
	if (opts.given[CB_OPT_GC])
		return collect(&opts, env, err);
	return launch(&opts, env, err);
}

int main(int argc, char **argv)
{
	cleanup_error struct cb_error err = { 0 };
	(void)argc;
	int code = run(argv, environ, &err);
	if (code >= 0)
		return code;
	cb_show_error(screen_of(stderr), &err);
	return (int)err.code;
}
