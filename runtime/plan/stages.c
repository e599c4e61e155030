/* Which mounts of a plan the launcher makes itself, before bwrap starts: all of them, in a tree
 * that bwrap is then given as the root. bwrap would mount by path, where an agent may be changing
 * things at this moment (L7, L30), and read the whole mount table again for each of its binds. What
 * belongs to namespaces that bwrap has yet to make, /proc and what is in it, stays bwrap's. */
#include "plan/parts.h"

#include "base/path.h"

#include <stdlib.h>
#include <string.h>

/* The latest operation before `index` that shows, holds or covers `path`; those of a closure
 * cannot, since nothing is mounted below them. */
static const struct cb_op *above(const struct cb_plan *plan, size_t index)
{
	for (size_t i = index; i > 0; i--) {
		const struct cb_op *op = &plan->ops[i - 1];
		if (op->stage != CB_STAGE_STORE && cb_path_is_within(plan->ops[index].to, op->to))
			return op;
	}
	return NULL;
}

static void stage_op(struct cb_plan *plan, size_t index)
{
	struct cb_op *op = &plan->ops[index];
	const struct cb_op *holder = above(plan, index);
	op->bare = !holder;
	op->own = !holder || holder->kind == CB_KIND_TMPFS || holder->kind == CB_KIND_DEV;
	if (op->kind == CB_KIND_PROC || (holder && holder->stage == CB_STAGE_NOT))
		op->stage = CB_STAGE_NOT;
	else if (index >= plan->op_count - plan->kept_count)
		op->stage = CB_STAGE_BELOW;
	else
		op->stage = CB_STAGE_TREE;
}

int cb_plan_stage(struct cb_planner *m)
{
	struct cb_plan *plan = m->plan;
	for (size_t i = 0; i < plan->op_count; i++)
		plan->store |= plan->ops[i].stage == CB_STAGE_STORE;
	for (size_t i = 0; i < plan->op_count; i++)
		if (plan->ops[i].stage != CB_STAGE_STORE)
			stage_op(plan, i);
	char *name = cb_concat(plan->state, "/" CB_STAGE_NAME, NULL);
	plan->stage = name ? cb_concat(plan->home, "/" CB_STATE_HOME "/", name, NULL) : NULL;
	if (name)
		cb_state_ops_push(&plan->makes, CB_STATE_OP_DIR, name, NULL);
	free(name);
	return plan->stage ? 0 : cb_fail_memory(m->err);
}
