/* What a plan tells of the agent's memory: a hook or a plugin that was written under one profile
 * runs under all others, with their rights. Told is what this profile's last session did not have,
 * as soon as others share the memory: which of them wrote it is not known. */
#include "plan/parts.h"

#include <stdlib.h>
#include <string.h>

int cb_plan_agent_memory(struct cb_planner *m)
{
	const struct cb_agent_memory *memory = &m->facts->memory;
	const struct cb_keeping *k = &memory->looked;
	struct cb_plan *plan = m->plan;
	cleanup_strv struct cb_strv changed = { 0 }, new = { 0 };
	if (!memory->place) /* nobody has looked */
		return 0;
	/* Without a record all that is there is news: it is not this profile's. */
	char *none = k->record ? NULL : cb_record_next(NULL, memory->place, NULL, 0, &new, &new);
	const char *before = k->record ? k->record : none;
	char *path = cb_concat(plan->state, "/" CB_STATE_SEEN "/", m->policy->name, NULL);
	char *next = before ? cb_record_next(before, memory->place, k->watched, k->watched_count,
					     &changed, &new)
			    : NULL;
	bool failed = !path || !next || changed.failed || new.failed;
	if (!failed && (!k->record || strcmp(k->record, next) != 0))
		cb_state_ops_push(&plan->makes, CB_STATE_OP_TEXT, path, next);
	if (memory->shared || !k->record) {
		cb_plan_note_paths(
		    m,
		    "changed in ~/.claude, which other profiles write too, since this "
		    "one's last session",
		    &changed, memory->place);
		cb_plan_note_paths(m,
				   "new in ~/.claude, which other profiles write too, since this "
				   "one's last session",
				   &new, memory->place);
		if (k->watch_full)
			cb_strv_push(&plan->notes, "~/.claude holds more hooks, plugins and their "
						   "like than are compared");
	}
	free(none);
	free(path);
	free(next);
	return failed ? cb_fail_memory(m->err) : 0;
}
