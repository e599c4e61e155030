/* The plan as a whole: which project, then mounts, environment and command from their own files.
 * Pure: no system call, no output; a test limits what this file may link to. */
#include "plan/plan.h"

#include "base/number.h"
#include "base/path.h"
#include "plan/guard.h"
#include "plan/parts.h"
#include "vocab/secrets.h"

#include <stdlib.h>
#include <string.h>

char *cb_plan_expand(const struct cb_planner *m, struct cb_path path)
{
	const struct cb_facts *f = m->facts;
	const char *slash = *path.rest ? "/" : "";
	char uid[CB_NUMBER_SIZE];
	switch (path.anchor) {
	case CB_ANCHOR_HOME:
		return cb_path_join(f->home, path.rest);
	case CB_ANCHOR_PROJECT:
		return cb_path_join(m->plan->project, path.rest);
	case CB_ANCHOR_RUNTIME:
		return cb_concat("/run/user/", cb_number(uid, f->uid, 10, 1), slash, path.rest,
				 NULL);
	case CB_ANCHOR_STATE:
		return cb_state_place(f->home, m->plan->state, m->policy->name, path.rest);
	case CB_ANCHOR_LOGIN:
		return cb_concat(f->home, "/" CB_STATE_HOME "/credentials", slash, path.rest, NULL);
	case CB_ANCHOR_CONFIG:
		return cb_concat(f->home, "/" CB_STATE_HOME, slash, path.rest, NULL);
	case CB_ANCHOR_CLAUDE:
		return cb_concat(f->home, "/.claude", slash, path.rest, NULL);
	default:
		return strdup(path.rest);
	}
}

int cb_plan_project(struct cb_planner *m)
{
	struct cb_plan *plan = m->plan;
	const struct cb_facts *f = m->facts;
	cleanup_error struct cb_error why = { 0 };
	const char *project = cb_guard_choose(f, &why);
	if (cb_guard_project(f, "project", project, m->err) < 0)
		return -1;
	if (f->git.top && strcmp(project, f->git.top) != 0)
		cb_strv_take(&plan->notes,
			     cb_concat("only the current directory is shown, without git: ",
				       why.what ? why.what : "the git top level is refused", NULL));
	if (f->git.passed)
		cb_strv_take(
		    &plan->notes,
		    cb_concat("only the current directory is shown, without git: ", f->git.passed,
			      " is no repository of yours (", f->git.fault, ")", NULL));
	if (f->state_is_link) {
		cb_fail(m->err, CB_EXIT_REFUSED,
			"cannot use %s/" CB_STATE_HOME " (it is a symbolic link)", f->home);
		return cb_hint(m->err, "put a directory of your own there");
	}
	const char *root = cb_state_root(f, project);
	plan->home = strdup(f->home);
	plan->project = strdup(project);
	plan->workdir = strdup(f->cwd);
	plan->state = cb_state_name(m->policy->state, root);
	if (!plan->home || !plan->project || !plan->workdir || !plan->state)
		return cb_fail_memory(m->err);
	cb_state_plan(m->policy, plan->state, root, project, f, &plan->makes);
	return plan->makes.failed ? cb_fail_memory(m->err) : 0;
}

/* By what the agent signs its work. */
static int plan_who(struct cb_planner *m)
{
	const struct cb_identity *who = &m->facts->identity;
	struct cb_plan *plan = m->plan;
	if (!who->name && !who->email)
		return 0;
	plan->who =
	    cb_concat(who->name ? who->name : "", " <", who->email ? who->email : "", ">", NULL);
	if (!plan->who)
		return cb_fail_memory(m->err);
	/* Only shown: the agent's git is told what was read. */
	cb_secret_strike(plan->who);
	return 0;
}

int cb_plan_make(const struct cb_policy *policy, const struct cb_facts *facts,
		 const struct cb_opts *opts, struct cb_plan *ret, struct cb_error *err)
{
	cleanup_plan struct cb_plan plan = { .policy = policy, .uid = facts->uid };
	struct cb_planner m = { policy, facts, opts, &plan, err };

	if (facts->uid == 0)
		cb_strv_push(&plan.notes,
			     "you are root: what the agent makes in the project is root's");
	if (cb_plan_project(&m) < 0 || cb_plan_mounts(&m) < 0 || cb_plan_kept(&m) < 0 ||
	    cb_plan_stage(&m) < 0 || cb_plan_sockets(&m) < 0 || cb_plan_env(&m) < 0 ||
	    cb_plan_command(&m) < 0)
		return -1;
	if (plan_who(&m) < 0 || cb_plan_login(&m) < 0 || cb_plan_agent_memory(&m) < 0 ||
	    cb_plan_tools(facts, &plan, err) < 0 || cb_plan_told(&m) < 0)
		return -1;
	if (plan.makes.failed || plan.notes.failed)
		return cb_fail_memory(err);
	for (size_t i = 0; i < plan.notes.len; i++)
		cb_secret_strike(plan.notes.items[i]);
	*ret = plan;
	plan = (struct cb_plan) { 0 };
	return 0;
}

int cb_plan_check(const struct cb_policy *policy, const struct cb_facts *facts,
		  struct cb_error *err)
{
	static const char *const signs[][2] = {
#define X(NAME, why, hint) { why, hint },
#include "host/userns-signs.def"
#undef X
	};
	if (cb_plan_streams(policy, facts, err) < 0)
		return -1;
	if (facts->userns == CB_USERNS_WORKS)
		return 0;
	cb_fail(err, CB_EXIT_REFUSED, "no sandbox can be made here (%s)", signs[facts->userns][0]);
	return cb_hint(err, "%s", signs[facts->userns][1]);
}

void cb_plan_clear(struct cb_plan *plan)
{
	for (size_t i = 0; i < plan->op_count; i++) {
		free(plan->ops[i].from);
		free(plan->ops[i].text);
		free(plan->ops[i].to);
	}
	for (size_t i = 0; i < plan->var_count; i++) {
		free(plan->vars[i].name);
		free(plan->vars[i].value);
	}
	free(plan->ops);
	free(plan->vars);
	free(plan->home);
	free(plan->project);
	free(plan->workdir);
	free(plan->state);
	free(plan->stage);
	free(plan->sockets);
	free(plan->who);
	cb_state_ops_clear(&plan->makes);
	cb_strv_clear(&plan->notes);
	cb_strv_clear(&plan->command);
	*plan = (struct cb_plan) { 0 };
}
