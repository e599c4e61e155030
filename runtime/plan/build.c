/* Who makes which mount of a plan: the launcher all it can, in a tree that bwrap is then given as
 * the root. bwrap would mount by path, where an agent may be changing things at this moment (L7,
 * L30), and read the whole mount table again for each of its binds. And in which mounts unix
 * sockets can be made. */
#include "plan/planner.h"

#include "base/path.h"

#include <string.h>

/* The latest operation before `index` that shows, holds or covers its place; those of a closure
 * cannot, since nothing is mounted below them. NULL: the root does. */
static const struct cb_op *find_holder(const struct cb_plan *plan, size_t index)
{
	for (size_t i = index; i > 0; i--) {
		const struct cb_op *op = &plan->ops[i - 1];
		if (op->build != CB_BUILD_STORE && cb_path_is_within(plan->ops[index].to, op->to))
			return op;
	}
	return NULL;
}

static void assign_build(struct cb_plan *plan, size_t index)
{
	struct cb_op *op = &plan->ops[index];
	const struct cb_op *holder = find_holder(plan, index);
	op->on_root = !holder;
	op->parent_is_ours =
	    !holder || holder->kind == CB_KIND_TMPFS || holder->kind == CB_KIND_DEV;
	if (op->kind == CB_KIND_PROC || (holder && holder->build == CB_BUILD_BWRAP))
		op->build = CB_BUILD_BWRAP;
	else if (index >= plan->op_count - plan->over_count)
		op->build = CB_BUILD_OVER;
	else
		op->build = CB_BUILD_TREE;
}

void cb_plan_assign_build(struct cb_planner *m)
{
	struct cb_plan *plan = m->plan;
	for (size_t i = 0; i < plan->op_count; i++) {
		if (plan->ops[i].build == CB_BUILD_STORE)
			plan->store = true;
		else
			assign_build(plan, i);
	}
	/* A terminal that another process is in front of is of no honest use inside (L5). */
	plan->tty = !m->facts->in_background;
	char *name = cb_format("%s/" CB_STAGE_NAME, plan->state);
	plan->stage = cb_format("%s/" CB_STATE_HOME "/%s", plan->home, name);
	cb_state_ops_push(&plan->state_ops, CB_STATE_OP_DIR, name, NULL);
}

/* --- sockets --- */

/* A directory of the project, of its repository, or of a mount of the command line. */
static bool is_of_launch(const struct cb_planner *m, const char *path)
{
	const struct cb_facts *facts = m->facts;
	if (cb_path_is_within(path, m->plan->project) ||
	    (facts->git.common && cb_path_is_within(path, facts->git.common)))
		return true;
	for (size_t i = 0; i < facts->extra_count; i++)
		if (cb_path_is_within(path, facts->extras[i].real))
			return true;
	return false;
}

/* The project or a tmpfs. Landlock grants downwards: a tmpfs that holds a directory of the state,
 * as the home does, is none of these places either. */
static bool takes_sockets(const struct cb_planner *m, size_t index)
{
	const struct cb_plan *plan = m->plan;
	const struct cb_op *op = &plan->ops[index];
	bool project = op->kind == CB_KIND_RW && strcmp(op->to, plan->project) == 0;
	if (!project && op->kind != CB_KIND_TMPFS)
		return false;
	for (size_t i = index + 1; i < plan->op_count; i++)
		if (plan->ops[i].kind == CB_KIND_RW && cb_path_is_within(plan->ops[i].to, op->to) &&
		    !is_of_launch(m, plan->ops[i].from))
			return false;
	return !strchr(op->to, ':');
}

/* A descriptor can be handed over by a socket: in directories that other sandboxes have too (login,
 * state, cache) an agent without a network could be given the connection of another (L34). */
void cb_plan_allow_sockets(struct cb_planner *m)
{
	struct cb_plan *plan = m->plan;
	plan->sockets = cb_strdup("");
	for (size_t i = 0; i < plan->op_count; i++)
		if (takes_sockets(m, i))
			plan->sockets = cb_format("%s%s%s", plan->sockets,
						  *plan->sockets ? ":" : "", plan->ops[i].to);
}
