/* Decides who makes each mount of a plan, and in which ones unix sockets can be made. The launcher
 * makes all it can, in a tree that bwrap then gets as the root: bwrap mounts by path, where another
 * agent may be changing things at that moment (L7, L30), and reads the mount table again for each
 * bind. */
#include "plan/planner.h"

#include "base/path.h"

#include <string.h>

/* The last operation before `index` whose mount contains its mount point; NULL: it is on the root.
 * Nothing is mounted below the paths of a closure. */
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
	/* In the background /dev/tty has no honest use inside (L5). */
	plan->tty = !m->facts->in_background;
	char *name = cb_format("%s/" CB_STAGE_NAME, plan->state);
	plan->stage = cb_format("%s/" CB_STATE_HOME "/%s", plan->home, name);
	cb_state_ops_push(&plan->state_ops, CB_STATE_OP_DIR, name, NULL);
}

/* --- sockets --- */

/* Belongs to this launch: to the project, its repository, or a mount of the command line. */
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

/* The project or a tmpfs. Landlock rights hold for everything below, so a tmpfs that contains a
 * directory of the state, as the home does, is excluded. */
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

/* A socket can pass descriptors. In directories that other sandboxes share (login, state, caches)
 * another agent could pass a network connection to one without a network (L34). */
void cb_plan_allow_sockets(struct cb_planner *m)
{
	struct cb_plan *plan = m->plan;
	plan->sockets = cb_strdup("");
	for (size_t i = 0; i < plan->op_count; i++)
		if (takes_sockets(m, i))
			plan->sockets = cb_format("%s%s%s", plan->sockets,
						  *plan->sockets ? ":" : "", plan->ops[i].to);
}
