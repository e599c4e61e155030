/* The mounts of a plan: the rows of the policy in their order, then what this launch adds. */
#include "plan/parts.h"

#include "base/path.h"
#include "plan/guard.h"
#include "plan/inside-files.h"
#include "vocab/words.h"

#include <stdlib.h>
#include <string.h>

/* Which strings an operation of a kind must have; one that is missing means no memory. */
static bool is_complete(const struct cb_op *op)
{
	static const enum cb_from froms[] = {
#define X(NAME, word, option, from) from,
#include "vocab/mount-kinds.def"
#undef X
	};
	enum cb_from from = froms[op->kind];
	return op->to && (op->from || from == CB_FROM_NONE) &&
	       (op->text || from != CB_FROM_GENERATED);
}

int cb_plan_take_op(struct cb_planner *m, struct cb_op op)
{
	struct cb_plan *plan = m->plan;
	if (!is_complete(&op) ||
	    !(plan->ops = cb_grow(plan->ops, plan->op_count, &plan->op_cap, sizeof *plan->ops))) {
		free(op.from);
		free(op.text);
		free(op.to);
		return cb_fail_memory(m->err);
	}
	plan->ops[plan->op_count++] = op;
	return 0;
}

int cb_plan_bind(struct cb_planner *m, enum cb_kind kind, const char *from, const char *to,
		 bool is_directory, const char *why)
{
	return cb_plan_take_op(m, (struct cb_op) { .kind = kind,
						   .from = strdup(from),
						   .to = to ? strdup(to) : NULL,
						   .why = why,
						   .is_directory = is_directory });
}

static bool is_of_state(enum cb_anchor anchor)
{
	return anchor == CB_ANCHOR_STATE || anchor == CB_ANCHOR_LOGIN;
}

static bool is_made(const struct cb_state_ops *makes, const char *path)
{
	for (size_t i = 0; i < makes->len; i++)
		if (strcmp(makes->items[i].path, path) == 0)
			return true;
	return false;
}

/* A source that is there only once the launch has made it: the default notes. */
static bool will_be_made(const struct cb_planner *m, struct cb_path path)
{
	return path.anchor == CB_ANCHOR_CONFIG && is_made(&m->plan->makes, path.rest);
}

static bool is_whole_project(const struct cb_mount_row *row)
{
	return row->from.anchor == CB_ANCHOR_PROJECT && !*row->from.rest;
}

/* Where a row's source really is; *ret NULL: it does not exist. The launch makes the state
 * itself, without following a link, so its own path is the real one. */
static int find_source(struct cb_planner *m, const struct cb_mount_row *row,
		       const struct cb_source *fact, struct cb_source *ret)
{
	if (is_of_state(row->from.anchor) || is_whole_project(row) ||
	    (!fact->real && will_be_made(m, row->from))) {
		ret->is_directory = row->from.anchor != CB_ANCHOR_CONFIG;
		ret->real = cb_plan_expand(m, row->from);
		return ret->real ? 0 : cb_fail_memory(m->err);
	}
	*ret = (struct cb_source) { .is_directory = fact->is_directory };
	/* facts has looked below git's top level: of no use where only a part of it is shown. */
	const char *top = m->facts->git.top;
	bool other_project =
	    row->from.anchor == CB_ANCHOR_PROJECT && top && strcmp(top, m->plan->project) != 0;
	if (!fact->real || other_project)
		return 0;
	ret->real = strdup(fact->real);
	return ret->real ? 0 : cb_fail_memory(m->err);
}

/* The project was guarded when it was chosen, and rows of the policy that name places of
 * claudebox's own are what those places are for. Any other source is guarded by where it really
 * leads; one below the project too, where the agent may have put a link. */
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
	if (anchor == CB_ANCHOR_CONFIG || anchor == CB_ANCHOR_CLAUDE) {
		char *place = cb_plan_expand(m, row->from);
		if (!place)
			return cb_fail_memory(m->err);
		bool direct = cb_path_is_within(real, place);
		free(place);
		if (direct)
			return 0;
	}
	return cb_guard_source(m->facts, real, m->err);
}

static int plan_bind(struct cb_planner *m, const struct cb_mount_row *row,
		     const struct cb_source *fact)
{
	struct cb_source source = { 0 };
	if (find_source(m, row, fact, &source) < 0)
		return -1;
	if (!source.real && row->optional)
		return 0;
	char *to = cb_plan_expand(m, row->to);
	int result = -1;
	if (!to) {
		cb_fail_memory(m->err);
	} else if (!source.real) {
		char *from = cb_plan_expand(m, row->from);
		cb_fail(m->err, CB_EXIT_REFUSED, "cannot mount %s (it does not exist)",
			from ? from : row->from.rest);
		cb_hint(m->err, "the profile needs it: %s", row->why);
		free(from);
	} else if (guard_row(m, row, source.real) == 0) {
		result = cb_plan_bind(m, row->kind, source.real, to, source.is_directory, row->why);
	}
	free(to);
	free(source.real);
	return result;
}

/* L19: what anybody has put into the store can be read there, so only this is shown. */
static int plan_closure(struct cb_planner *m, const struct cb_mount_row *row)
{
	for (size_t i = 0; m->policy->closure[i]; i++) {
		const char *path = m->policy->closure[i];
		if (cb_plan_bind(m, CB_KIND_RO, path, path, true, row->why) < 0)
			return -1;
		m->plan->ops[m->plan->op_count - 1].stage = CB_STAGE_STORE;
	}
	return 0;
}

/* Directories of ours are private, those of the whole sandbox are like /tmp. */
static unsigned mode_of(const struct cb_mount_row *row)
{
	switch (row->kind) {
	case CB_KIND_MADE:
		return 0444;
	case CB_KIND_FILE:
		return 0644;
	case CB_KIND_TMPFS:
	case CB_KIND_DIR:
		return row->to.anchor == CB_ANCHOR_ROOT ? 01777 : 0700;
	default:
		return 0;
	}
}

static int plan_row(struct cb_planner *m, const struct cb_mount_row *row,
		    const struct cb_source *fact)
{
	if (row->kind == CB_KIND_RO || row->kind == CB_KIND_RW)
		return plan_bind(m, row, fact);
	if (row->kind == CB_KIND_CLOSURE)
		return plan_closure(m, row);
	if (row->kind == CB_KIND_DAEMON)
		return cb_plan_daemon(m, row);

	bool made = row->kind == CB_KIND_MADE || row->kind == CB_KIND_FILE;
	if (made && !cb_inside_has_text(row->made, m->policy, m->facts))
		return 0;
	struct cb_op op = { .kind = row->kind, .why = row->why, .mode = mode_of(row) };
	op.to = cb_plan_expand(m, row->to);
	op.is_directory = !made && row->kind != CB_KIND_LINK;
	if (row->kind == CB_KIND_LINK)
		op.from = strdup(row->from.rest);
	if (made) {
		op.from = strdup(cb_word_inside(row->made));
		op.text = cb_inside_text(row->made, m->policy, m->facts, &op.text_size);
	}
	return cb_plan_take_op(m, op);
}

/* A linked work tree or a submodule keeps its history outside the project. facts has checked
 * that both belong together; the guard still has its say. */
static int plan_git(struct cb_planner *m)
{
	const struct cb_git *git = &m->facts->git;
	if (!git->common || strcmp(m->plan->project, git->top) != 0)
		return 0;
	if (cb_guard_project(m->facts, "git directory", git->common, m->err) < 0)
		return -1;
	return cb_plan_bind(m, CB_KIND_RW, git->common, git->common, true,
			    "the repository this work tree belongs to");
}

static bool is_in_closure(const struct cb_policy *policy, const char *path)
{
	for (size_t i = 0; policy->closure[i]; i++)
		if (cb_path_is_within(path, policy->closure[i]))
			return true;
	return false;
}

/* A claude outside the store is shown at its own path; one inside it must be shown already. */
static int plan_agent(struct cb_planner *m)
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
	return cb_plan_bind(m, CB_KIND_RO, agent->package, agent->package, is_directory,
			    "claude, as it is installed on the host");
}

/* The launcher as inner step, and the lock by which --gc sees that this state is in use. */
static int plan_own(struct cb_planner *m)
{
	const struct cb_path lock = { CB_ANCHOR_STATE, "lock" };
	char *from = cb_plan_expand(m, lock);
	int result = from ? cb_plan_bind(m, CB_KIND_RO, from, CB_LOCK_PATH, false,
					 "locked while the sandbox runs")
			  : cb_fail_memory(m->err);
	free(from);
	if (result < 0)
		return -1;
	return cb_plan_bind(m, CB_KIND_RO, m->facts->self, CB_INNER_STEP_PATH, false,
			    "this launcher: starts the agent with its signals and limits");
}

/* The directory or file that `to` names below a writable bind of the state, with the directories
 * above it. */
static void push_mount_point(struct cb_plan *plan, const char *path, bool is_directory)
{
	for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
		char *above = strndup(path, (size_t)(slash - path));
		plan->makes.failed |= !above;
		if (above && !is_made(&plan->makes, above))
			cb_state_ops_push(&plan->makes, CB_STATE_OP_DIR, above, NULL);
		free(above);
	}
	cb_state_ops_push(&plan->makes, is_directory ? CB_STATE_OP_DIR : CB_STATE_OP_FILE, path,
			  is_directory ? NULL : "");
}

/* bwrap makes missing mount points itself, but in a bound directory of the host those stay behind
 * as files nobody can write (0444); the launch makes them beforehand, properly. */
static int plan_mount_points(struct cb_planner *m)
{
	struct cb_plan *plan = m->plan;
	char *home = cb_path_join(plan->home, CB_STATE_HOME);
	if (!home)
		return cb_fail_memory(m->err);
	size_t len = strlen(home);
	for (size_t i = 0; i < plan->op_count; i++) {
		for (size_t j = 0; j < i; j++) {
			const struct cb_op *above = &plan->ops[j], *op = &plan->ops[i];
			if (above->kind != CB_KIND_RW || !cb_path_is_within(above->from, home) ||
			    !cb_path_is_within(op->to, above->to))
				continue;
			size_t skip = strlen(above->to);
			if (op->to[skip] != '/')
				continue;
			char *path = cb_concat(above->from + len + 1, op->to + skip, NULL);
			if (path)
				push_mount_point(plan, path, op->is_directory);
			plan->makes.failed |= !path;
			free(path);
		}
	}
	free(home);
	return plan->makes.failed ? cb_fail_memory(m->err) : 0;
}

int cb_plan_mounts(struct cb_planner *m)
{
	bool reached = false; /* the project's row */
	if (cb_plan_check_extras(m) < 0)
		return -1;
	for (size_t i = 0; i < m->policy->mount_count; i++) {
		const struct cb_mount_row *row = &m->policy->mounts[i];
		if (!reached && is_whole_project(row)) {
			reached = true;
			if (cb_plan_extras(m, true) < 0)
				return -1;
		}
		if (plan_row(m, row, &m->facts->sources[i]) < 0)
			return -1;
	}
	if (plan_git(m) < 0 || plan_agent(m) < 0 || cb_plan_extras(m, false) < 0 || plan_own(m) < 0)
		return -1;
	return plan_mount_points(m);
}
