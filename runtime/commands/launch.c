/* The launch, from facts to exec, one step a line. */
#include "commands/commands.h"

#include "act/descriptors.h"
#include "act/exec.h"
#include "act/state.h"
#include "act/terminal.h"
#include "act/tools.h"
#include "act/userns.h"
#include "host/read-facts.h"
#include "net/net.h"
#include "plan/bwrap.h"
#include "plan/guard.h"
#include "plan/plan.h"
#include "root/build.h"
#include "root/streams.h"
#include "show/show.h"

#include <stdbool.h>

int cb_read_facts(const struct cb_policy *policy, const struct cb_opts *opts, char *const *env,
		  struct cb_facts *ret, struct cb_error *err)
{
	*ret = (struct cb_facts) { .env = env };
	return cb_facts_read_place(ret, err) < 0 ||
		       cb_choose_project(policy, ret, &ret->project, err) < 0
		   ? -1
		   : cb_facts_read_rest(policy, &opts->mount_ro, &opts->mount_rw, ret, err);
}

static int decide(const struct cb_facts *facts, const struct cb_opts *opts, struct cb_plan *plan,
		  struct cb_bwrap *bwrap, struct cb_error *err)
{
	return cb_plan_make(&cb_policy, facts, opts, plan, err) < 0
		   ? -1
		   : cb_bwrap_make(plan, bwrap, err);
}

/* Told in any case; asked unless --yes says that it was read before, or the user has agreed to this
 * very plan once for all. */
static int agree(const struct cb_opts *opts, struct cb_plan *plan, struct cb_error *err)
{
	int answer;
	if (opts->given[CB_OPT_YES]) {
		cb_show_notes(cb_screen_of(stderr), plan);
		return 0;
	}
	if (cb_agreement_holds(&plan->agreement)) {
		cb_show_agreed(cb_screen_of(stderr), plan);
		return 0;
	}
	cb_show_audit(cb_screen_of(stderr), plan);
	while ((answer = cb_terminal_ask("Start? [Y/n/a/?] ", "a?", true, err)) == CB_ANSWER_MORE)
		cb_show_plan(cb_screen_of(stderr), plan);
	if (answer >= 0 && (answer == CB_ANSWER_ALWAYS || plan->agreement.known))
		cb_plan_remember_agreement(plan);
	return answer < 0 ? -1 : 0;
}

/* The project's own tools are built after they were agreed to, and only then known; meanwhile the
 * user may have sent the launcher to the background. What a reading of the host would say now. */
static int build_tools(const struct cb_plan *plan, struct cb_facts *facts, struct cb_error *err)
{
	facts->tools.built_from = (struct cb_contents) { .text = plan->tools.record };
	if (cb_tools_build(plan, facts->env, &facts->tools.built, err) < 0)
		return -1;
	cb_facts_read_streams(facts);
	return cb_plan_check(&cb_policy, facts, err);
}

/* Each step relies on those before it: the streams are reopened in the namespaces of the root, the
 * network is made when the numbers of bwrap's descriptors are taken. */
static int become_bwrap(const struct cb_plan *plan, const struct cb_bwrap *bwrap,
			struct cb_error *err)
{
	cb_terminal_make_write_only();
	if (cb_state_make(plan->home, plan->uid, &plan->state_ops, err) < 0 ||
	    cb_leave_keyring(err) < 0 || cb_root_build(plan, err) < 0 ||
	    cb_streams_make_read_only(err) < 0 || cb_descriptors_hand_over(bwrap, err) < 0)
		return -1;
	cb_terminal_restore_at_end();
	if (cb_net_start(plan, bwrap->sync, err) < 0)
		return -1;
	return cb_exec_bwrap(plan, bwrap, err);
}

int cb_launch(const struct cb_opts *opts, char *const *env, struct cb_error *err)
{
	struct cb_facts facts;
	struct cb_plan plan;
	struct cb_bwrap bwrap;

	if (cb_read_facts(&cb_policy, opts, env, &facts, err) < 0 ||
	    decide(&facts, opts, &plan, &bwrap, err) < 0)
		return -1;
	if (facts.userns != CB_USERNS_WORKS && cb_userns_works(&cb_policy, facts.self))
		facts.userns = CB_USERNS_WORKS;
	if (cb_plan_check(&cb_policy, &facts, err) < 0 || agree(opts, &plan, err) < 0)
		return -1;
	if (plan.tools.names.len > 0 && !plan.tools.path &&
	    (build_tools(&plan, &facts, err) < 0 || decide(&facts, opts, &plan, &bwrap, err) < 0))
		return -1;
	return become_bwrap(&plan, &bwrap, err);
}
