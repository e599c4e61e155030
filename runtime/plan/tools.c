/* A project's own tools in the plan: told; and once they are made, remembered and last on PATH,
 * where they cannot stand in for a program of the profile's. */
#include "plan/parts.h"

#include <stdlib.h>
#include <string.h>

static int add_to_path(struct cb_plan *plan, const char *tools, struct cb_error *err)
{
	for (size_t i = 0; i < plan->var_count; i++) {
		struct cb_var *var = &plan->vars[i];
		if (strcmp(var->name, "PATH") != 0)
			continue;
		char *value = cb_concat(var->value, *var->value ? ":" : "", tools, "/bin", NULL);
		if (!value)
			return cb_fail_memory(err);
		free(var->value);
		var->value = value;
	}
	return 0;
}

int cb_plan_tools(const struct cb_facts *facts, struct cb_plan *plan, struct cb_error *err)
{
	const struct cb_asked *asked = &facts->tools;
	if (!asked->note)
		return 0;
	cb_strv_push(&plan->notes, asked->note);
	if (!asked->path)
		return 0;
	char *file = cb_concat(plan->state, "/" CB_TOOLS_RECORD, NULL);
	if (!file)
		return cb_fail_memory(err);
	cb_state_ops_push(&plan->makes, CB_STATE_OP_TEXT, file, asked->record);
	free(file);
	return add_to_path(plan, asked->path, err);
}
