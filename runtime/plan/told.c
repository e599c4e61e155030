/* What SANDBOX.md says of this one launch, behind what it says of the profile: read from the
 * finished plan, so that the agent is told what is run. Pure. */
#include "plan/parts.h"

#include "base/number.h"
#include "base/path.h"
#include "plan/inside-files.h"
#include "vocab/words.h"

#include <stdlib.h>
#include <string.h>

/* As plain Markdown on one line: what the host or the project has named makes no line and no import
 * of its own. */
static void push_name(struct cb_strv *out, const char *name)
{
	char *plain = malloc(strlen(name) * sizeof "&#255;" + 1), *end = plain;
	for (; plain && *name; name++) {
		unsigned char c = (unsigned char)*name;
		char number[CB_NUMBER_SIZE];
		if (c < 0x20 || c == 0x7f || strchr("\\`*[]<>&|$@#!", c))
			end = stpcpy(stpcpy(stpcpy(end, "&#"), cb_number(number, c, 10, 1)), ";");
		else
			*end++ = *name;
	}
	if (plain)
		*end = '\0';
	cb_strv_take(out, plain);
}

/* A mount of the host that no other sentence is about. */
static bool is_told(const struct cb_plan *plan, const char *state, size_t index)
{
	const struct cb_op *op = &plan->ops[index];
	if ((op->kind != CB_KIND_RO && op->kind != CB_KIND_RW) || op->stage == CB_STAGE_STORE ||
	    strcmp(op->to, plan->project) == 0 || strcmp(op->to, CB_STORE_PATH) == 0 ||
	    strcmp(op->to, CB_NIX_SOCKETS) == 0 || cb_path_is_within(op->to, CB_OWN_PATH) ||
	    cb_path_is_within(op->from, state))
		return false;
	for (size_t i = index + 1; i < plan->op_count - plan->kept_count; i++)
		if (strcmp(plan->ops[i].to, op->to) == 0)
			return false; /* a later one takes its place */
	return true;
}

static void tell_mounts(const struct cb_plan *plan, struct cb_strv *out)
{
	char *state = cb_path_join(plan->home, CB_STATE_HOME);
	bool any = false;
	out->failed |= !state;
	cb_strv_push(out, "- **Mounted from the host**, beside the project:");
	for (size_t i = 0; state && i < plan->op_count - plan->kept_count; i++) {
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
	free(state);
}

/* The names of the variables that are of the host, or, `secret`, that are secrets. */
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

static void tell_tools(const struct cb_facts *facts, const struct cb_plan *plan,
		       struct cb_strv *out)
{
	if (plan->policy->nix_daemon)
		cb_strv_push(out, cb_plan_has_daemon(plan)
				      ? "- **Nix daemon:** let in.\n"
				      : "- **Nix daemon:** left out, the user was told why. "
					"Nothing can be fetched: say which program is missing.\n");
	if (!facts->tools.path)
		return;
	cb_strv_push(out, "- **Programs of the project's own list**, last on `PATH`, from the "
			  "packages ");
	for (size_t i = 0; i < facts->tools.names.len; i++) {
		cb_strv_push(out, i ? ", " : "");
		push_name(out, facts->tools.names.items[i]);
	}
	cb_strv_push(out, ".\n");
}

/* All of `parts` as one text, which the caller frees; NULL: no memory. */
static char *join(const struct cb_strv *parts)
{
	size_t size = 1;
	for (size_t i = 0; i < parts->len; i++)
		size += strlen(parts->items[i]);
	char *text = parts->failed ? NULL : malloc(size), *end = text;
	for (size_t i = 0; text && i < parts->len; i++)
		end = stpcpy(end, parts->items[i]);
	return text;
}

int cb_plan_told(struct cb_planner *m)
{
	const struct cb_plan *plan = m->plan;
	cleanup_strv struct cb_strv out = { 0 };
	cb_strv_push(&out, m->policy->sandbox_md);
	cb_strv_push(&out, "\n## In this session\n\n- **Project:** ");
	push_name(&out, plan->project);
	cb_strv_push(&out, "\n");
	tell_mounts(plan, &out);
	tell_variables(plan, &out);
	tell_tools(m->facts, plan, &out);
	for (size_t i = 0; i < plan->op_count; i++) {
		struct cb_op *op = &plan->ops[i];
		if (!op->text || strcmp(op->from, cb_word_inside(CB_INSIDE_SANDBOX_MD)) != 0)
			continue;
		char *text = join(&out);
		if (!text)
			return cb_fail_memory(m->err);
		free(op->text);
		op->text = text;
		op->text_size = strlen(text);
	}
	return out.failed ? cb_fail_memory(m->err) : 0;
}
