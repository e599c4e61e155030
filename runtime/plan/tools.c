/* The project's own tools: which they are, and whether they are built already. They come last on
 * PATH, where they cannot replace a program of the profile. */
#include "plan/planner.h"

#include "formats/tools-list.h"

#include <string.h>

int cb_plan_set_tools(struct cb_planner *m)
{
	const struct cb_tools_facts *facts = &m->facts->tools;
	struct cb_plan_tools *tools = &m->plan->tools;
	if (facts->asked && !m->policy->packages) {
		/* Refused, or the agent would look for them in vain. */
		cb_fail(m->err, CB_EXIT_REFUSED,
			"this project's tools cannot be had (" CB_TOOLS_FILE
			": the profile %s shows its own programs only)",
			m->policy->name);
		return cb_hint(m->err,
			       "--profile default, or a profile of your own with these packages");
	}
	if (facts->fault) {
		cb_fail(m->err, CB_EXIT_REFUSED, "cannot use %s/" CB_TOOLS_FILE " (%s)",
			m->plan->project, facts->fault);
		return cb_hint(m->err, "it must be a plain file of your own, of at most 16 KiB");
	}
	if (!facts->list.text)
		return 0;
	if (cb_tools_parse(facts->list.text, facts->list.size, &tools->names, m->err) < 0)
		return -1;
	tools->record = cb_tools_record(m->policy->packages, &tools->names);
	if (facts->built && facts->built_from.text &&
	    strcmp(facts->built_from.text, tools->record) == 0)
		tools->path = facts->built;
	return 0;
}

void cb_plan_add_tools(struct cb_planner *m)
{
	struct cb_plan *plan = m->plan;
	const struct cb_plan_tools *tools = &plan->tools;
	if (tools->names.len == 0)
		return;
	cb_strv_take(&plan->notes,
		     cb_format("this project's own tools, from nixpkgs: %s%s",
			       cb_tools_list(&tools->names),
			       tools->path ? "" : " (built or fetched by Nix first)"));
	if (!tools->path)
		return;
	cb_state_ops_push(&plan->state_ops, CB_STATE_OP_TEXT,
			  cb_format("%s/" CB_TOOLS_RECORD, plan->state), tools->record);
	struct cb_var *var = cb_plan_find_var(plan, "PATH");
	var->value = cb_format("%s%s%s/bin", var->value, *var->value ? ":" : "", tools->path);
}
