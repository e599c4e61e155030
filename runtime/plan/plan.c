/* Makes a plan, step by step. No system call and no output: tests/meta/rooms.t limits what the
 * files of this folder may call. */
#include "plan/plan.h"

#include "base/path.h"
#include "plan/guard.h"
#include "plan/planner.h"
#include "vocab/secrets.h"

#include <errno.h>
#include <string.h>

char *cb_plan_expand(const struct cb_planner *m, struct cb_path path)
{
	const char *home = m->facts->home, *project = m->plan->project;
	switch (path.anchor) {
	case CB_ANCHOR_RUNTIME:
		return cb_path_join(cb_format("/run/user/%u", m->facts->uid), path.rest);
	case CB_ANCHOR_STATE:
		return cb_state_place(home, m->plan->state, m->policy->name, path.rest);
	case CB_ANCHOR_LOGIN:
		return cb_path_join(cb_path_join(home, CB_STATE_HOME "/credentials"), path.rest);
	default:
		return cb_path_on_host(path, home, project);
	}
}

/* A work tree's .git file and its git directory point at each other, but two agents could write one
 * end each. So the first launch records the git directory, out of their reach (L33). */
static int check_common(const struct cb_facts *f, struct cb_error *err)
{
	const struct cb_contents *was = &f->common_record;
	if (!f->git.common || (!was->text && (!was->error || was->error == ENOENT)) ||
	    (was->text && strcmp(was->text, f->git.common) == 0))
		return 0;
	cb_fail(err, CB_EXIT_REFUSED,
		"refusing the .git of %s (it leads to %s, and led to %s at the first launch)",
		f->git.top, f->git.common,
		!was->text   ? "what cannot be read"
		: *was->text ? was->text
			     : "no other directory");
	return cb_hint(err,
		       "if you have moved the repository or made this a work tree yourself: rm "
		       "%s/" CB_STATE_HOME "/%s; if "
		       "not, the project has been tampered with",
		       f->home, f->project.common_record);
}

static int check_obstacle(const struct cb_obstacle *obstacle, struct cb_error *err)
{
	static const char *const hints[] = {
#define X(NAME, hint) hint,
#include "host/obstacles.def"
#undef X
	};
	if (!obstacle->path)
		return 0;
	cb_fail(err, CB_EXIT_REFUSED, "refusing %s (%s)", obstacle->path, obstacle->why);
	return cb_hint(err, "%s", hints[obstacle->kind]);
}

static int set_project(struct cb_planner *m)
{
	static const char only[] = "only the current directory is shown, without git: ";
	const struct cb_facts *f = m->facts;
	const struct cb_project *project = &f->project;
	struct cb_plan *plan = m->plan;
	if (cb_guard_project(f, "project", project->path, m->err) < 0)
		return -1;
	if (project->top_refused)
		cb_strv_take(&plan->notes, cb_format("%s%s", only, project->top_refused));
	if (f->git.skipped)
		cb_strv_take(&plan->notes, cb_format("%s%s is no repository of yours (%s)", only,
						     f->git.skipped, f->git.skipped_why));
	if (f->state_is_link) {
		cb_fail(m->err, CB_EXIT_REFUSED,
			"cannot use %s/" CB_STATE_HOME " (it is a symbolic link)", f->home);
		return cb_hint(m->err, "put a directory of your own there");
	}
	if (check_common(f, m->err) < 0)
		return -1;
	plan->home = cb_strdup(f->home);
	plan->project = cb_strdup(project->path);
	plan->workdir = cb_strdup(f->cwd);
	plan->state = cb_strdup(project->state);
	cb_state_plan(m->policy, f, &plan->state_ops);
	return 0;
}

/* The name and address of the agent's commits, as they are shown. The generated gitconfig has them
 * unchanged. */
static void set_who(struct cb_planner *m)
{
	const struct cb_identity *who = &m->facts->identity;
	if (!who->name && !who->email)
		return;
	m->plan->who =
	    cb_format("%s <%s>", who->name ? who->name : "", who->email ? who->email : "");
	cb_secret_strike(m->plan->who);
}

int cb_plan_make(const struct cb_policy *policy, const struct cb_facts *facts,
		 const struct cb_opts *opts, struct cb_plan *ret, struct cb_error *err)
{
	struct cb_plan plan = { .policy = policy, .uid = facts->uid };
	struct cb_planner m = { policy, facts, opts, &plan, err };

	if (facts->uid == 0)
		cb_strv_push(&plan.notes,
			     "you are root: what the agent makes in the project is root's");
	if (set_project(&m) < 0 || cb_plan_set_tools(&m) < 0 ||
	    check_obstacle(&facts->paths.obstacle, err) < 0 ||
	    check_obstacle(&facts->memory.obstacle, err) < 0)
		return -1;
	if (cb_plan_add_mounts(&m) < 0 || cb_plan_add_protection(&m) < 0)
		return -1;
	cb_plan_assign_build(&m);
	cb_plan_allow_sockets(&m);
	if (cb_plan_set_env(&m) < 0 || cb_plan_set_command(&m) < 0)
		return -1;
	set_who(&m);
	if (cb_plan_set_login(&m) < 0)
		return -1;
	cb_plan_compare_memory(&m);
	cb_plan_add_tools(&m);
	cb_plan_tell_agent(&m);
	for (size_t i = 0; i < plan.notes.len; i++)
		cb_secret_strike(plan.notes.items[i]);
	plan.agreement = cb_agreement_make(&plan, &facts->agreed);
	*ret = plan;
	return 0;
}
