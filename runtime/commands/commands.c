/* The commands beside an ordinary launch: which one it is. Not linked into the launcher on PATH,
 * which hands over to the whole program: see policy.h. */
#include "commands/commands.h"

#include "host/facts.h"
#include "show/show.h"

/* --dry-run: the plan of a launch, by which the launcher builds the root, and the command that it
 * becomes. */
static int show(const struct cb_opts *opts, char *const *env, struct cb_error *err)
{
	cleanup_facts struct cb_facts facts = { 0 };
	cleanup_plan struct cb_plan plan = { 0 };
	cleanup_bwrap struct cb_bwrap bwrap = { 0 };

	if (cb_facts_read(&cb_policy, opts, env, &facts, err) < 0 ||
	    cb_plan_make(&cb_policy, &facts, opts, &plan, err) < 0 ||
	    cb_bwrap_make(&plan, &bwrap, err) < 0)
		return -1;
	if (opts->json) {
		cb_show_json(stdout, &plan, &bwrap);
	} else {
		cb_show_plan(cb_screen_of(stdout), &plan);
		cb_show_command(cb_screen_of(stdout), &plan, &bwrap);
	}
	return cb_finish_output(err);
}

int cb_aside(const struct cb_opts *opts, char *const *env, struct cb_error *err)
{
	const char *other = cb_opts_other(opts, env, cb_policy.name);
	if (other)
		return cb_aside_profile(opts, env, other, err);
	if (opts->given[CB_OPT_HELP]) {
		cb_show_help(stdout, &cb_policy);
		return cb_finish_output(err);
	}
	if (cb_opts_check_aside(opts, err) < 0)
		return -1;
	if (opts->given[CB_OPT_PROFILES])
		return cb_aside_profiles(opts, env, err);
	if (opts->given[CB_OPT_GC])
		return cb_aside_gc(opts, env, err);
	if (opts->given[CB_OPT_PROVE])
		return cb_aside_prove(opts, env, err);
	if (opts->given[CB_OPT_WHY])
		return cb_aside_why(opts, env, err);
	if (opts->given[CB_OPT_CHECK])
		return cb_aside_check(opts, env, err);
	return show(opts, env, err);
}
