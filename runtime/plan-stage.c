/* Which mounts of a plan are put together on the stage, before bwrap starts. All of them as a rule,
 * in a tree that bwrap is then given as the root: bwrap reads the whole mount table again for each
 * of its binds, and mounts by path, where an agent may be changing things at this moment (L7).
 * What belongs to namespaces that bwrap has yet to make, /proc, stays bwrap's. */
#include "plan-parts.h"

#include "path.h"

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

/* Whether the tree can have it: bwrap's are what belongs to namespaces that are yet to be made, or
 * lies in such; what is behind a link or a file; files of ours in a directory of the host's; and
 * anything in a store that is read-only by then. */
static bool is_stageable(const struct cb_plan *plan, const struct cb_op *op,
			 const struct cb_op *above)
{
	bool bind = op->kind == CB_KIND_RO || op->kind == CB_KIND_RW || op->kind == CB_KIND_TMPFS;
	return op->kind != CB_KIND_PROC && op->to[1] && (op->own || bind) &&
	       (!above || (above->stage != CB_STAGE_NOT && above->is_directory)) &&
	       !(plan->store && cb_path_is_within(op->to, CB_STORE_PATH));
}

static void stage_op(struct cb_plan *plan, size_t index)
{
	struct cb_op *op = &plan->ops[index];
	const struct cb_op *holder = above(plan, index);
	op->bare = !holder;
	op->own = !holder || holder->kind == CB_KIND_TMPFS || holder->kind == CB_KIND_DEV;
	if (index >= plan->op_count - plan->kept_count)
		op->stage = holder && holder->stage != CB_STAGE_NOT ? CB_STAGE_BELOW : CB_STAGE_NOT;
	else
		op->stage = is_stageable(plan, op, holder) ? CB_STAGE_TREE : CB_STAGE_NOT;
	/* bwrap needs the root for whatever it mounts there itself; /proc has its place already. */
	plan->sealed &= op->stage != CB_STAGE_NOT || op->kind == CB_KIND_PROC ||
			(holder && holder->kind == CB_KIND_PROC);
}

int cb_plan_stage(struct cb_maker *m)
{
	struct cb_plan *plan = m->plan;
	plan->sealed = true;
	plan->doubtful = m->facts->userns_doubtful;
	for (size_t i = 0; i < plan->op_count; i++)
		plan->store |= plan->ops[i].stage == CB_STAGE_STORE;
	for (size_t i = 0; i < plan->op_count; i++)
		if (plan->ops[i].stage != CB_STAGE_STORE)
			stage_op(plan, i);
	char *name = cb_concat(plan->state, "/" CB_STAGE_NAME, NULL);
	plan->stage = name ? cb_concat(plan->home, "/" CB_STATE_HOME "/", name, NULL) : NULL;
	if (name)
		cb_makes_push(&plan->makes, CB_MAKE_DIR, name, NULL);
	free(name);
	return plan->stage ? 0 : cb_fail_memory(m->err);
}
