/* --why: whether a path or a variable is visible inside, asked of the plan of a launch. */
#include "commands/commands.h"

#include "commands/why/why.h"

/* 0: it is visible inside; 1: it is not. */
int cb_command_why(const struct cb_opts *opts, char *const *env, struct cb_error *err)
{
	struct cb_facts facts;
	struct cb_plan plan;
	struct cb_opts dry = *opts;
	struct cb_screen screen = cb_screen_of(stdout);
	const char *name = cb_why_variable(opts->why, cb_why_is_file(opts->why));
	bool visible;

	dry.given[CB_OPT_DRY_RUN] = true; /* nothing is launched: no agent is needed */
	if (cb_read_facts(&cb_policy, opts, env, &facts, err) < 0 ||
	    cb_plan_make(&cb_policy, &facts, &dry, &plan, err) < 0)
		return -1;
	if (name) {
		const struct cb_var *var;
		enum cb_entry entry = cb_why_enters(&plan, env, name, &var);
		cb_show_why_variable(screen, &plan, name, entry, var);
		visible = entry == CB_ENTRY_ENTERS || entry == CB_ENTRY_OF_BWRAP;
	} else {
		const char *asked = cb_why_absolute(&facts, opts->why);
		const struct cb_resolution found = cb_why_resolve(&plan, asked);
		const char *refused = cb_why_refused(&facts, found.host ? found.host : asked);
		cb_show_why_path(screen, &plan, asked, &found, refused);
		visible = found.visible;
	}
	return cb_finish_output(err) < 0 ? -1 : !visible;
}
