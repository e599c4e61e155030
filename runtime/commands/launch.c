/* The launch, from facts to exec, one step a line. */
#include "commands/commands.h"

#include "act/act.h"
#include "act/tools.h"
#include "host/facts.h"
#include "plan/bwrap.h"
#include "plan/plan.h"
#include "show/show.h"

#include <stdbool.h>

static int decide(const struct cb_facts *facts, const struct cb_opts *opts, struct cb_plan *plan,
		  struct cb_bwrap *bwrap, struct cb_error *err)
{
	cb_plan_clear(plan);
	cb_bwrap_clear(bwrap);
	return cb_plan_make(&cb_policy, facts, opts, plan, err) < 0
		   ? -1
		   : cb_bwrap_make(plan, bwrap, err);
}

/* Told in any case; asked unless --yes says that it was read before. */
static int agree(const struct cb_opts *opts, const struct cb_plan *plan, struct cb_error *err)
{
	int answer;
	if (opts->given[CB_OPT_YES]) {
		cb_show_notes(cb_screen_of(stderr), plan);
		return 0;
	}
	cb_show_audit(cb_screen_of(stderr), plan);
	while ((answer = cb_confirm("Start? [Y/n/?] ", true, err)) > 0)
		cb_show_plan(cb_screen_of(stderr), plan);
	return answer;
}

int cb_launch(const struct cb_opts *opts, char *const *env, struct cb_error *err)
{
	cleanup_facts struct cb_facts facts = { 0 };
	cleanup_plan struct cb_plan plan = { 0 };
	cleanup_bwrap struct cb_bwrap bwrap = { 0 };

	if (cb_facts_read(&cb_policy, opts, env, &facts, err) < 0 ||
	    decide(&facts, opts, &plan, &bwrap, err) < 0 ||
	    cb_plan_check(&cb_policy, &facts, err) < 0 || agree(opts, &plan, err) < 0)
		return -1;
	/* They are built after they were agreed to, and only then known. */
	if (facts.tools.note && !facts.tools.path &&
	    (cb_tools_build(&plan, &facts, err) < 0 ||
	     decide(&facts, opts, &plan, &bwrap, err) < 0))
		return -1;
	return cb_exec_bwrap(&plan, &bwrap, err);
}
