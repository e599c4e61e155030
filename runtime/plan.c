/* Makes the plan. Pure: no system call, no output; a test limits what this file may link to. */
#include "plan.h"

#include "guard.h"
#include "made.h"
#include "path.h"
#include "secrets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void clear_op(struct cb_op *op)
{
	free(op->from);
	free(op->text);
	free(op->to);
}

struct maker {
	const struct cb_policy *policy;
	const struct cb_facts *facts;
	const struct cb_opts *opts;
	struct cb_plan *plan;
	struct cb_error *err;
};

/* Which strings an operation of a kind must have; one that is missing means no memory. */
static bool is_complete(const struct cb_op *op)
{
	static const enum cb_from froms[] = {
#define X(NAME, word, option, from) from,
#include "mount-kinds.def"
#undef X
	};
	enum cb_from from = froms[op->kind];
	return op->to && (op->from || from == CB_FROM_NONE) && (op->text || from != CB_FROM_MADE);
}

/* Takes the operation's strings. */
static int take_op(struct maker *m, struct cb_op op)
{
	struct cb_plan *plan = m->plan;
	if (plan->op_count == plan->op_cap) {
		size_t cap = plan->op_cap ? plan->op_cap * 2 : 32;
		struct cb_op *ops = reallocarray(plan->ops, cap, sizeof *ops);
		if (ops) {
			plan->ops = ops;
			plan->op_cap = cap;
		}
	}
	if (!is_complete(&op) || plan->op_count == plan->op_cap) {
		clear_op(&op);
		return cb_fail_memory(m->err);
	}
	plan->ops[plan->op_count++] = op;
	return 0;
}

/* Takes `value`. */
static int take_var(struct maker *m, const char *name, char *value, enum cb_origin origin)
{
	struct cb_plan *plan = m->plan;
	if (plan->var_count == plan->var_cap) {
		size_t cap = plan->var_cap ? plan->var_cap * 2 : 32;
		struct cb_var *vars = reallocarray(plan->vars, cap, sizeof *vars);
		if (vars) {
			plan->vars = vars;
			plan->var_cap = cap;
		}
	}
	char *copy = strdup(name);
	if (!copy || !value || plan->var_count == plan->var_cap) {
		free(copy);
		free(value);
		return cb_fail_memory(m->err);
	}
	bool secret = cb_secret_name(name) || cb_secret_shape(value);
	plan->vars[plan->var_count++] = (struct cb_var) { copy, value, origin, secret };
	return 0;
}

/* The path inside, and for project and root on the host too. Caller frees. */
static char *expand(const struct maker *m, struct cb_path path)
{
	char runtime[sizeof "/run/user/" + 3 * sizeof(uid_t)];
	switch (path.anchor) {
	case CB_ANCHOR_HOME:
		return cb_path_join(m->facts->home, path.rest);
	case CB_ANCHOR_PROJECT:
		return cb_path_join(m->facts->project, path.rest);
	case CB_ANCHOR_RUNTIME:
		snprintf(runtime, sizeof runtime, "/run/user/%u", (unsigned)m->facts->uid);
		return cb_path_join(runtime, path.rest);
	default:
		return strdup(path.rest);
	}
}

/* Directories of ours are private, those of the whole sandbox are like /tmp. */
static unsigned mode_of(const struct cb_mount_row *row)
{
	if (row->kind != CB_KIND_TMPFS && row->kind != CB_KIND_DIR)
		return row->kind == CB_KIND_MADE ? 0444 : 0;
	return row->to.anchor == CB_ANCHOR_ROOT ? 01777 : 0700;
}

/* A bind of a host path: guarded by where it really leads. */
static int plan_bind(struct maker *m, const struct cb_mount_row *row, const char *real)
{
	if (!real && row->optional)
		return 0;
	if (!real) {
		char *from = expand(m, row->from);
		cb_fail(m->err, CB_EXIT_REFUSED, "cannot mount %s (it does not exist)",
			from ? from : row->from.rest);
		free(from);
		return cb_hint(m->err, "the profile needs it: %s", row->why);
	}
	if (row->from.anchor != CB_ANCHOR_PROJECT && cb_guard_source(m->facts, real, m->err) < 0)
		return -1;
	return take_op(m, (struct cb_op) { .kind = row->kind,
					   .from = strdup(real),
					   .to = expand(m, row->to),
					   .why = row->why });
}

static int plan_closure(struct maker *m, const struct cb_mount_row *row)
{
	for (size_t i = 0; m->policy->closure[i]; i++) {
		const char *path = m->policy->closure[i];
		struct cb_op op = { CB_KIND_RO, strdup(path), NULL, strdup(path), row->why, 0 };
		if (take_op(m, op) < 0)
			return -1;
	}
	return 0;
}

static int plan_row(struct maker *m, const struct cb_mount_row *row, const char *real)
{
	if (row->kind == CB_KIND_RO || row->kind == CB_KIND_RW)
		return plan_bind(m, row, real);
	if (row->kind == CB_KIND_CLOSURE)
		return plan_closure(m, row);

	struct cb_op op = { .kind = row->kind, .why = row->why, .mode = mode_of(row) };
	op.to = expand(m, row->to);
	if (row->kind == CB_KIND_LINK)
		op.from = strdup(row->from.rest);
	if (row->kind == CB_KIND_MADE) {
		op.from = strdup(cb_made_word(row->made));
		op.text = cb_made_text(row->made, m->policy, m->facts);
	}
	return take_op(m, op);
}

static int plan_mounts(struct maker *m)
{
	for (size_t i = 0; i < m->policy->mount_count; i++)
		if (plan_row(m, &m->policy->mounts[i], m->facts->sources[i]) < 0)
			return -1;
	return take_op(m,
		       (struct cb_op) {
			   .kind = CB_KIND_RO,
			   .from = strdup(m->facts->self),
			   .to = strdup(CB_STEP_PATH),
			   .why = "this launcher: starts the agent with its signals and limits" });
}

static char *join_path_list(const char *const *dirs)
{
	char *list = strdup("");
	for (size_t i = 0; list && dirs[i]; i++) {
		char *longer = cb_concat(list, i ? ":" : "", dirs[i], NULL);
		free(list);
		list = longer;
	}
	return list;
}

/* Built from empty: what the launcher makes, what the policy sets, what the policy lets in. */
static int plan_env(struct maker *m)
{
	const struct cb_policy *p = m->policy;
	const struct cb_path runtime = { CB_ANCHOR_RUNTIME, "" };

	if (take_var(m, "HOME", strdup(m->facts->home), CB_ORIGIN_MADE) < 0 ||
	    take_var(m, "USER", strdup(m->facts->user), CB_ORIGIN_MADE) < 0 ||
	    take_var(m, "PATH", join_path_list(p->path), CB_ORIGIN_MADE) < 0 ||
	    take_var(m, "SHELL", strdup(p->shell), CB_ORIGIN_MADE) < 0 ||
	    take_var(m, "XDG_RUNTIME_DIR", expand(m, runtime), CB_ORIGIN_MADE) < 0)
		return -1;
	for (size_t i = 0; i < p->env_set_count; i++) {
		const struct cb_env_row *row = &p->env_set[i];
		char *value = row->text ? strdup(row->text) : expand(m, row->path);
		if (take_var(m, row->name, value, CB_ORIGIN_POLICY) < 0)
			return -1;
	}
	for (size_t i = 0; p->env_pass[i]; i++) {
		const char *value = cb_env_get(m->facts->env, p->env_pass[i]);
		if (value && take_var(m, p->env_pass[i], strdup(value), CB_ORIGIN_HOST) < 0)
			return -1;
	}
	return 0;
}

/* What the step must leave ignored because whoever started us had it so (a job of a script). */
static const char *kept_signals(const struct cb_facts *facts)
{
	static const char *const words[2][2] = { { "-", "q" }, { "i", "iq" } };
	return words[facts->int_ignored][facts->quit_ignored];
}

static int plan_command(struct maker *m)
{
	struct cb_strv *command = &m->plan->command;
	bool shell = m->opts->given[CB_OPT_SHELL];

	if (!shell && !m->facts->agent) {
		cb_fail(m->err, CB_EXIT_NOT_FOUND, "claude not found (not on PATH)");
		return cb_hint(m->err,
			       "npm install -g @anthropic-ai/claude-code, or pin a package with "
			       "agent.program in your policy");
	}
	cb_strv_push(command, CB_STEP_PATH);
	cb_strv_push(command, kept_signals(m->facts));
	cb_strv_push(command, shell ? m->policy->shell : m->facts->agent);
	for (size_t i = 0; !shell && m->policy->agent_args[i]; i++)
		cb_strv_push(command, m->policy->agent_args[i]);
	for (size_t i = 0; i < m->opts->agent.len; i++)
		cb_strv_push(command, m->opts->agent.items[i]);
	return command->failed ? cb_fail_memory(m->err) : 0;
}

int cb_plan_make(const struct cb_policy *policy, const struct cb_facts *facts,
		 const struct cb_opts *opts, struct cb_plan *ret, struct cb_error *err)
{
	cleanup_plan struct cb_plan plan = { .policy = policy };
	struct maker m = { policy, facts, opts, &plan, err };

	if (cb_guard_project(facts, "project", facts->project, err) < 0)
		return -1;
	plan.project = strdup(facts->project);
	plan.workdir = strdup(facts->cwd);
	if (!plan.project || !plan.workdir)
		return cb_fail_memory(err);
	if (plan_mounts(&m) < 0 || plan_env(&m) < 0 || plan_command(&m) < 0)
		return -1;
	*ret = plan;
	plan = (struct cb_plan) { 0 };
	return 0;
}

void cb_plan_clear(struct cb_plan *plan)
{
	for (size_t i = 0; i < plan->op_count; i++)
		clear_op(&plan->ops[i]);
	for (size_t i = 0; i < plan->var_count; i++) {
		free(plan->vars[i].name);
		free(plan->vars[i].value);
	}
	free(plan->ops);
	free(plan->vars);
	free(plan->project);
	free(plan->workdir);
	cb_strv_clear(&plan->command);
	*plan = (struct cb_plan) { 0 };
}
