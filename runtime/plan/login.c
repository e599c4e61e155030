/* What a plan makes of the login that all sandboxes share: one agent may have left something there
 * for another, or put its own account in the place of the user's. */
#include "plan/parts.h"

#include "formats/login.h"

#include <stdlib.h>
#include <string.h>

static int refuse(struct cb_planner *m, const struct cb_login *login)
{
	cb_fail(m->err, CB_EXIT_REFUSED, "refusing ~/" CB_STATE_HOME "/credentials%s%s (%s)",
		*login->stranger ? "/" : "", login->stranger, login->fault);
	return cb_hint(m->err, "every agent may write there and all others see it: look at what is "
			       "there, then remove it or move it away");
}

/* Names an account that has changed, and remembers it where no agent writes. */
static int compare_account(struct cb_planner *m, const struct cb_login *login)
{
	struct cb_plan *plan = m->plan;
	if (!login->account || (login->known && strcmp(login->known, login->account) == 0))
		return 0;
	if (login->known && cb_login_has_changed(login->known, login->account))
		cb_strv_push(&plan->notes,
			     "the login is not of the account it was of at the last launch: if you "
			     "have not logged in anew, an agent has put its own there; /logout, "
			     "then /login");
	cb_state_ops_push(&plan->makes, CB_STATE_OP_TEXT, CB_STATE_ACCOUNT, login->account);
	return plan->makes.failed ? cb_fail_memory(m->err) : 0;
}

int cb_plan_login(struct cb_planner *m)
{
	const struct cb_login *login = &m->facts->login;
	if (login->failed)
		return cb_fail_memory(m->err);
	bool shared = cb_state_has_login(m->policy);
	m->plan->login = !shared        ? "none in this profile"
			 : login->there ? "the agent's own, shared by your projects"
					: "none yet: the agent asks for one";
	for (size_t i = 0; i < m->plan->var_count; i++)
		if (strcmp(m->plan->vars[i].name, "ANTHROPIC_API_KEY") == 0)
			m->plan->login = "by the key in ANTHROPIC_API_KEY";
	if (!shared)
		return 0;
	return login->fault ? refuse(m, login) : compare_account(m, login);
}
