/* Which mounts of a plan are put together on the stage: the paths of a closure, because bwrap reads
 * the whole mount table again for each of its binds; and what lies in a directory that an agent
 * may be changing at this moment, because bwrap mounts by path (L7). */
#include "plan-parts.h"

#include "path.h"

#include <stdlib.h>
#include <string.h>

/* A directory shown at its own path: the project, its git directory. */
static bool is_root(const struct cb_op *op)
{
	return op->kind == CB_KIND_RW && strcmp(op->from, op->to) == 0;
}

/* The staged directory that shows `path`, which is not that directory itself. */
static struct cb_op *root_of(struct cb_plan *plan, const char *path)
{
	for (size_t i = plan->op_count; i > 0; i--) {
		struct cb_op *op = &plan->ops[i - 1];
		if (op->to != path && is_root(op) && op->stage != CB_STAGE_BELOW &&
		    cb_path_is_within(path, op->to))
			return op;
	}
	return NULL;
}

/* Operations of the lists, the last ones of a plan. Mounts of the command line may lie above or
 * below them in any way: then bwrap does all of it, in the plan's order. */
static void stage_kept(struct cb_maker *m)
{
	struct cb_plan *plan = m->plan;
	for (size_t i = plan->op_count - plan->kept_count; i < plan->op_count; i++) {
		struct cb_op *root = root_of(plan, plan->ops[i].to);
		if (!root)
			continue;
		root->stage = CB_STAGE_ROOT;
		plan->ops[i].stage = CB_STAGE_BELOW;
	}
}

int cb_plan_stage(struct cb_maker *m)
{
	struct cb_plan *plan = m->plan;
	bool any = false;
	if (m->facts->extra_count == 0)
		stage_kept(m);
	for (size_t i = 0; i < plan->op_count; i++)
		any |= plan->ops[i].stage != CB_STAGE_NOT;
	if (!any)
		return 0;
	char *name = cb_concat(plan->state, "/" CB_STAGE_NAME, NULL);
	plan->stage = name ? cb_concat(plan->home, "/" CB_STATE_HOME "/", name, NULL) : NULL;
	if (name)
		cb_makes_push(&plan->makes, CB_MAKE_DIR, name, NULL);
	free(name);
	return plan->stage ? 0 : cb_fail_memory(m->err);
}
