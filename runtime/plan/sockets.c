/* Where unix sockets can be made: in the project, and on a tmpfs. A descriptor can be handed over
 * by one, so in directories that other sandboxes have too (login, state, cache) an agent without a
 * network could be given the connection of another (L34). */
#include "plan/parts.h"

#include "base/path.h"

#include <stdlib.h>
#include <string.h>

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

/* Landlock grants downwards: a tmpfs that holds a directory of the state, as the home does, is none
 * of these places either. */
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

int cb_plan_sockets(struct cb_planner *m)
{
	struct cb_plan *plan = m->plan;
	plan->sockets = strdup("");
	for (size_t i = 0; plan->sockets && i < plan->op_count; i++) {
		if (!takes_sockets(m, i))
			continue;
		char *longer =
		    cb_concat(plan->sockets, *plan->sockets ? ":" : "", plan->ops[i].to, NULL);
		free(plan->sockets);
		plan->sockets = longer;
	}
	return plan->sockets ? 0 : cb_fail_memory(m->err);
}
