/* Whether the Nix daemon is let in: where it trusts the user, or may, its builds are root's (L13),
 * and only a policy that says so takes that. */
#include "plan/parts.h"

bool cb_plan_has_daemon(const struct cb_plan *plan)
{
	return plan->nix == CB_NIX_UNTRUSTED || plan->nix == CB_NIX_MEANT;
}

enum cb_nix_answer cb_plan_judge_daemon(const struct cb_policy *policy, enum cb_nix_answer answer)
{
	bool trusts = answer == CB_NIX_TRUSTED || answer == CB_NIX_UNKNOWN;
	return trusts && policy->nix_trusted ? CB_NIX_MEANT : answer;
}

/* The directory rather than the socket, which a daemon that is started again makes anew. Read-only:
 * a socket can be connected to all the same. */
int cb_plan_daemon(struct cb_planner *m, const struct cb_mount_row *row)
{
	m->plan->nix = cb_plan_judge_daemon(m->policy, m->facts->nix);
	if (!cb_plan_has_daemon(m->plan))
		return 0;
	return cb_plan_bind(m, CB_KIND_RO, row->to.rest, row->to.rest, true, row->why);
}
