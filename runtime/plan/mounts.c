/* The mounts of a plan: those of the policy in their order, then what the launch adds. */
#include "plan/planner.h"

#include "base/path.h"
#include "plan/guard.h"
#include "plan/inside-files.h"
#include "vocab/words.h"

#include <string.h>

void cb_plan_push_op(struct cb_planner *m, struct cb_op op)
{
	struct cb_plan *plan = m->plan;
	plan->ops = cb_grow(plan->ops, plan->op_count, &plan->op_cap, sizeof *plan->ops);
	plan->ops[plan->op_count++] = op;
}

void cb_plan_push_bind(struct cb_planner *m, enum cb_kind kind, const char *from, const char *to,
		       bool is_directory, const char *why)
{
	cb_plan_push_op(m, (struct cb_op) { .kind = kind,
					    .from = cb_strdup(from),
					    .to = cb_strdup(to),
					    .why = why,
					    .is_directory = is_directory });
}

/* --- the rows of the policy --- */

static bool is_of_state(enum cb_anchor anchor)
{
	return anchor == CB_ANCHOR_STATE || anchor == CB_ANCHOR_LOGIN;
}

/* Whether the launch makes this path in ~/.claudebox. */
static bool is_made(const struct cb_plan *plan, const char *path)
{
	for (size_t i = 0; i < plan->state_ops.len; i++)
		if (strcmp(plan->state_ops.items[i].path, path) == 0)
			return true;
	return false;
}

static bool is_whole_project(const struct cb_mount_row *row)
{
	return row->from.anchor == CB_ANCHOR_PROJECT && !*row->from.rest;
}

/* The source of a mount; `real` is NULL where it does not exist. The launch makes the state, and
 * the default notes where there are none, without following a link: their paths are real. */
static struct cb_source find_source(const struct cb_planner *m, const struct cb_mount_row *row,
				    const struct cb_source *fact)
{
	bool notes =
	    row->from.anchor == CB_ANCHOR_CONFIG && !fact->real && is_made(m->plan, row->from.rest);
	if (is_of_state(row->from.anchor) || is_whole_project(row) || notes)
		return (struct cb_source) { .real = cb_plan_expand(m, row->from),
					    .is_directory = !notes };
	return *fact;
}

/* Checks the real path of a source. The project was checked before, and the state is meant to be
 * mounted. A path below the project must stay in it: the agent may have put a link there. */
static int guard_row(struct cb_planner *m, const struct cb_mount_row *row, const char *real)
{
	enum cb_anchor anchor = row->from.anchor;
	if (is_of_state(anchor))
		return 0;
	if (anchor == CB_ANCHOR_PROJECT) {
		if (cb_path_is_within(real, m->plan->project))
			return 0;
		cb_fail(m->err, CB_EXIT_REFUSED,
			"refusing mount of @project/%s (it leads out of the project)",
			row->from.rest);
		return cb_hint(m->err, "a link in the project points to %s", real);
	}
	bool own = anchor == CB_ANCHOR_CONFIG || anchor == CB_ANCHOR_CLAUDE;
	if (own && cb_path_is_within(real, cb_plan_expand(m, row->from)))
		return 0;
	return cb_guard_source(m->facts, real, m->err);
}

static int add_bind(struct cb_planner *m, const struct cb_mount_row *row,
		    const struct cb_source *fact)
{
	struct cb_source source = find_source(m, row, fact);
	if (!source.real && row->optional)
		return 0;
	if (!source.real) {
		cb_fail(m->err, CB_EXIT_REFUSED, "cannot mount %s (it does not exist)",
			cb_plan_expand(m, row->from));
		return cb_hint(m->err, "the profile needs it: %s", row->why);
	}
	if (guard_row(m, row, source.real) < 0)
		return -1;
	cb_plan_push_bind(m, row->kind, source.real, cb_plan_expand(m, row->to),
			  source.is_directory, row->why);
	return 0;
}

/* L19: the store is world-readable and may hold secrets, so only the closure is shown. */
static void add_closure(struct cb_planner *m, const struct cb_mount_row *row)
{
	for (size_t i = 0; m->policy->closure[i]; i++) {
		const char *path = m->policy->closure[i];
		cb_plan_push_bind(m, CB_KIND_RO, path, path, true, row->why);
		m->plan->ops[m->plan->op_count - 1].build = CB_BUILD_STORE;
	}
}

bool cb_plan_has_daemon(const struct cb_plan *plan)
{
	return plan->nix == CB_NIX_UNTRUSTED || plan->nix == CB_NIX_MEANT;
}

/* A daemon that trusts the user, or may do so, lets the agent become root (L13): only a policy that
 * allows that lets it in. Root is always trusted, and never gets it. */
enum cb_nix_answer cb_plan_judge_daemon(const struct cb_policy *policy, uid_t uid,
					enum cb_nix_answer answer)
{
	bool trusts = answer == CB_NIX_TRUSTED || answer == CB_NIX_UNKNOWN;
	return uid == 0 ? CB_NIX_ROOT : trusts && policy->nix_trusted ? CB_NIX_MEANT : answer;
}

/* Shows the directory, not the socket: a restarted daemon makes a new one. Read-only: a socket can
 * be connected to all the same. */
static void add_daemon(struct cb_planner *m, const struct cb_mount_row *row)
{
	m->plan->nix = cb_plan_judge_daemon(m->policy, m->facts->uid, m->facts->nix);
	if (cb_plan_has_daemon(m->plan))
		cb_plan_push_bind(m, CB_KIND_RO, row->to.rest, row->to.rest, true, row->why);
}

static int add_row(struct cb_planner *m, const struct cb_mount_row *row,
		   const struct cb_source *fact)
{
	struct cb_op op = { .kind = row->kind, .why = row->why };
	switch (row->kind) {
	case CB_KIND_RO:
	case CB_KIND_RW:
		return add_bind(m, row, fact);
	case CB_KIND_CLOSURE:
		add_closure(m, row);
		return 0;
	case CB_KIND_DAEMON:
		add_daemon(m, row);
		return 0;
	case CB_KIND_MADE:
	case CB_KIND_FILE:
		op.from = cb_strdup(cb_word_inside(row->made));
		op.text = cb_inside_text(row->made, m->policy, m->facts, &op.text_size);
		op.mode = row->kind == CB_KIND_MADE ? 0444 : 0644;
		if (!op.text)
			return 0;
		break;
	case CB_KIND_LINK:
		op.from = cb_strdup(row->from.rest);
		break;
	case CB_KIND_TMPFS:
	case CB_KIND_DIR:
		/* Directories of the user are private, others are like /tmp. */
		op.mode = row->to.anchor == CB_ANCHOR_ROOT ? 01777 : 0700;
		op.is_directory = true;
		break;
	default:
		op.is_directory = true;
	}
	op.to = cb_plan_expand(m, row->to);
	cb_plan_push_op(m, op);
	return 0;
}

/* --- what a launch adds --- */

/* Shows the git directory that a linked work tree or a submodule needs. host/git.c has checked that
 * they belong together. */
static int add_git(struct cb_planner *m)
{
	const char *common = m->facts->git.common;
	if (!common || !m->facts->project.is_git_top)
		return 0;
	if (cb_guard_project(m->facts, "git directory", common, m->err) < 0)
		return -1;
	cb_plan_push_bind(m, CB_KIND_RW, common, common, true,
			  "the repository this work tree belongs to");
	return 0;
}

static bool is_in_closure(const struct cb_policy *policy, const char *path)
{
	for (size_t i = 0; policy->closure[i]; i++)
		if (cb_path_is_within(path, policy->closure[i]))
			return true;
	return false;
}

/* Shows a claude outside the store at its own path. One in the store must be shown already. */
static int add_agent(struct cb_planner *m)
{
	const struct cb_agent *agent = &m->facts->agent;
	if (m->opts->given[CB_OPT_SHELL] || m->opts->given[CB_OPT_PROVE] || !agent->program)
		return 0;
	if (cb_path_is_within(agent->program, CB_STORE_PATH)) {
		if (!m->policy->closure[0] || is_in_closure(m->policy, agent->program))
			return 0;
		cb_fail(m->err, CB_EXIT_NOT_FOUND,
			"%s cannot run in profile %s (it shows only its own part of the store)",
			agent->program, m->policy->name);
		return cb_hint(m->err, "pin it: agent.program in a policy of your own");
	}
	if (cb_path_is_within(agent->package, m->plan->project))
		return 0;
	if (cb_guard_source(m->facts, agent->package, m->err) < 0)
		return cb_hint(m->err,
			       "claude is installed in a place that may not be shown; install "
			       "it with npm or its native installer");
	bool is_directory = strcmp(agent->package, agent->program) != 0;
	cb_plan_push_bind(m, CB_KIND_RO, agent->package, agent->package, is_directory,
			  "claude, as it is installed on the host");
	return 0;
}

/* Shows the launcher, which is the inner step, and the lock by which --gc sees that this state is
 * in use. */
static void add_own(struct cb_planner *m)
{
	const struct cb_path lock = { CB_ANCHOR_STATE, "lock" };
	cb_plan_push_bind(m, CB_KIND_RO, cb_plan_expand(m, lock), CB_LOCK_PATH, false,
			  "locked while the sandbox runs");
	cb_plan_push_bind(m, CB_KIND_RO, m->facts->self, CB_INNER_STEP_PATH, false,
			  "this launcher: starts the agent with its signals and limits");
}

/* Makes a mount point in the state, and the directories above it. */
static void push_mount_point(struct cb_plan *plan, const char *path, bool is_directory)
{
	for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
		const char *above = cb_strndup(path, (size_t)(slash - path));
		if (!is_made(plan, above))
			cb_state_ops_push(&plan->state_ops, CB_STATE_OP_DIR, above, NULL);
	}
	cb_state_ops_push(&plan->state_ops, is_directory ? CB_STATE_OP_DIR : CB_STATE_OP_FILE, path,
			  is_directory ? NULL : "");
}

/* Makes the mount points below writable binds of the state. If they were made when mounting,
 * read-only files (0444) would stay behind on the host. */
static void add_mount_points(struct cb_plan *plan)
{
	const char *home = cb_path_join(plan->home, CB_STATE_HOME);
	for (size_t i = 0; i < plan->op_count; i++) {
		for (size_t j = 0; j < i; j++) {
			const struct cb_op *above = &plan->ops[j], *op = &plan->ops[i];
			if (above->kind != CB_KIND_RW || !cb_path_is_within(above->from, home) ||
			    !cb_path_is_within(op->to, above->to))
				continue;
			const char *rest = op->to + strlen(above->to);
			if (*rest == '/')
				push_mount_point(
				    plan, cb_format("%s%s", above->from + strlen(home) + 1, rest),
				    op->is_directory);
		}
	}
}

int cb_plan_add_mounts(struct cb_planner *m)
{
	bool reached = false; /* the project's mount was reached */
	if (cb_plan_check_extras(m) < 0)
		return -1;
	for (size_t i = 0; i < m->policy->mount_count; i++) {
		const struct cb_mount_row *row = &m->policy->mounts[i];
		if (!reached && is_whole_project(row)) {
			reached = true;
			cb_plan_add_extras(m, true);
		}
		if (add_row(m, row, &m->facts->sources[i]) < 0)
			return -1;
	}
	if (add_git(m) < 0 || add_agent(m) < 0)
		return -1;
	cb_plan_add_extras(m, false);
	add_own(m);
	add_mount_points(m->plan);
	return 0;
}
