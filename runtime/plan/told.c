/* What SANDBOX.md says about this launch, after what it says about the profile. Read from the
 * finished plan, so that it is true. */
#include "plan/planner.h"

#include "base/path.h"
#include "vocab/words.h"

#include <stdio.h>
#include <string.h>

/* Appends a name as plain Markdown on one line: names from the host or the project cannot begin a
 * line or an import. */
static void push_name(struct cb_strv *out, const char *name)
{
	static const char special[] = "\\`*[]<>&|$@#!", reference[] = "&#255;";
	char *plain = cb_alloc(strlen(name) * sizeof reference + 1, 1), *end = plain;
	for (; *name; name++) {
		unsigned char c = (unsigned char)*name;
		if (c < 0x20 || c == 0x7f || strchr(special, c))
			end += snprintf(end, sizeof reference, "&#%u;", c);
		else
			*end++ = *name;
	}
	cb_strv_take(out, plain);
}

/* Whether a mount is one of the host that no other sentence mentions. */
static bool is_told(const struct cb_plan *plan, const char *state, size_t index)
{
	const struct cb_op *op = &plan->ops[index];
	if ((op->kind != CB_KIND_RO && op->kind != CB_KIND_RW) || op->build == CB_BUILD_STORE ||
	    strcmp(op->to, plan->project) == 0 || strcmp(op->to, CB_STORE_PATH) == 0 ||
	    strcmp(op->to, CB_NIX_SOCKETS) == 0 || cb_path_is_within(op->to, CB_OWN_PATH) ||
	    cb_path_is_within(op->from, state))
		return false;
	for (size_t i = index + 1; i < plan->op_count - plan->over_count; i++)
		if (strcmp(plan->ops[i].to, op->to) == 0)
			return false; /* a later one takes its place */
	return true;
}

static void tell_mounts(const struct cb_plan *plan, struct cb_strv *out)
{
	const char *state = cb_path_join(plan->home, CB_STATE_HOME);
	bool any = false;
	cb_strv_push(out, "- **Mounted from the host**, beside the project:");
	for (size_t i = 0; i < plan->op_count - plan->over_count; i++) {
		if (!is_told(plan, state, i))
			continue;
		any = true;
		cb_strv_push(out, "\n  - ");
		push_name(out, plan->ops[i].to);
		cb_strv_push(out,
			     plan->ops[i].kind == CB_KIND_RO ? ", read-only: " : ", read-write: ");
		push_name(out, plan->ops[i].why);
	}
	cb_strv_push(out, any ? "\n" : " nothing.\n");
}

/* Lists the variables that come from the host; with `secret`, those that are secrets. */
static bool tell_names(const struct cb_plan *plan, struct cb_strv *out, bool secret)
{
	bool any = false;
	for (size_t i = 0; i < plan->var_count; i++) {
		const struct cb_var *var = &plan->vars[i];
		bool host = var->origin == CB_ORIGIN_HOST || var->origin == CB_ORIGIN_EXTRA;
		if (secret ? !var->secret : !host)
			continue;
		cb_strv_push(out, any ? ", " : "");
		push_name(out, var->name);
		any = true;
	}
	return any;
}

static void tell_variables(const struct cb_plan *plan, struct cb_strv *out)
{
	bool login = cb_state_has_login(plan->policy);
	cb_strv_push(out, "- **Variables from the host:** ");
	cb_strv_push(out, tell_names(plan, out, false) ? ".\n" : "none.\n");
	cb_strv_push(out, "- **Secrets that can be read here:** ");
	bool any = tell_names(plan, out, true);
	if (login)
		cb_strv_push(out, any ? ", and your login in ~/.claudebox/credentials"
				      : "your login in ~/.claudebox/credentials");
	cb_strv_push(out, any || login ? ". Never print them, never write them to a file.\n"
				       : "none that claudebox knows of.\n");
}

static void tell_tools(const struct cb_plan *plan, struct cb_strv *out)
{
	const struct cb_strv *names = &plan->tools.names;
	if (plan->policy->nix_daemon)
		cb_strv_push(out, cb_plan_has_daemon(plan)
				      ? "- **Nix daemon:** let in.\n"
				      : "- **Nix daemon:** left out, the user was told why. "
					"Nothing can be fetched: say which program is missing.\n");
	if (!plan->tools.path)
		return;
	cb_strv_push(out, "- **Programs of the project's own list**, last on `PATH`, from the "
			  "packages ");
	for (size_t i = 0; i < names->len; i++) {
		cb_strv_push(out, i ? ", " : "");
		push_name(out, names->items[i]);
	}
	cb_strv_push(out, ".\n");
}

void cb_plan_tell_agent(struct cb_planner *m)
{
	const struct cb_plan *plan = m->plan;
	struct cb_strv out = { 0 };
	cb_strv_push(&out, m->policy->sandbox_md);
	cb_strv_push(&out, "\n## In this session\n\n- **Project:** ");
	push_name(&out, plan->project);
	cb_strv_push(&out, "\n");
	tell_mounts(plan, &out);
	tell_variables(plan, &out);
	tell_tools(plan, &out);
	for (size_t i = 0; i < plan->op_count; i++) {
		struct cb_op *op = &plan->ops[i];
		if (!op->text || strcmp(op->from, cb_word_inside(CB_INSIDE_SANDBOX_MD)) != 0)
			continue;
		op->text = cb_strv_join(&out, "");
		op->text_size = strlen(op->text);
	}
}
