/* --why: is a path or a variable there inside? Asked of the plan of a launch. */
#include "commands/commands.h"

#include "commands/why/show.h"
#include "plan/guard.h"
#include "plan/plan.h"
#include "show/show.h"

#include <stdlib.h>
#include <string.h>

/* Why no mount may show a path, as the guard says it; NULL: one may. Caller frees. */
static char *refusal(const struct cb_facts *facts, const char *path)
{
	cleanup_error struct cb_error err = { 0 };
	if (cb_guard_project(facts, "mount of", path, &err) == 0 || !err.what)
		return NULL;
	char *why = strrchr(err.what, '(');
	return why ? strndup(why + 1, strlen(why + 1) - 1) : NULL;
}

static int answer_path(const struct cb_facts *facts, const struct cb_plan *plan, const char *word,
		       struct cb_error *err)
{
	cleanup_sight struct cb_sight sight = { 0 };
	char *asked = cb_why_absolute(facts, word);
	int result = asked ? cb_sight_read(plan, asked, &sight, err) : cb_fail_memory(err);
	if (result == 0) {
		char *refused = refusal(facts, sight.host ? sight.host : asked);
		cb_show_why_path(cb_screen_of(stdout), plan, asked, &sight, refused);
		free(refused);
	}
	free(asked);
	return result < 0 ? -1 : !sight.visible;
}

/* 0: it is there inside; 1: it is not. */
int cb_command_why(const struct cb_opts *opts, char *const *env, struct cb_error *err)
{
	struct cb_facts facts;
	struct cb_plan plan;
	struct cb_opts dry = *opts;
	const char *name = cb_why_variable(opts->why, cb_why_is_file(opts->why));
	const struct cb_var *var;
	int result;

	dry.given[CB_OPT_DRY_RUN] = true; /* nothing is launched: no agent is needed */
	if (cb_read_facts(&cb_policy, opts, env, &facts, err) < 0 ||
	    cb_plan_make(&cb_policy, &facts, &dry, &plan, err) < 0)
		return -1;
	if (name) {
		enum cb_entry entry = cb_why_enters(&plan, env, name, &var);
		cb_show_why_variable(cb_screen_of(stdout), &plan, name, entry, var);
		result = entry != CB_ENTRY_ENTERS && entry != CB_ENTRY_OF_BWRAP;
	} else {
		result = answer_path(&facts, &plan, opts->why, err);
	}
	return result < 0 || cb_finish_output(err) < 0 ? -1 : result;
}
