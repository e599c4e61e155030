/* --dry-run: the plan of a launch, by which the launcher builds the root, and the command that it
 * becomes. */
#include "commands/commands.h"

#include "plan/plan.h"
#include "show/show.h"

int cb_command_dry_run(const struct cb_opts *opts, char *const *env, struct cb_error *err)
{
	struct cb_facts facts;
	struct cb_plan plan;
	struct cb_bwrap bwrap;

	if (cb_read_facts(&cb_policy, opts, env, &facts, err) < 0 ||
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
