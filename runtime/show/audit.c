/* The audit before a launch: one screen with what matters, each mount of the host and each variable
 * by name. The rest is one key away: show/plan.c. */
#include "show/show.h"

#include "base/memory.h"
#include "base/path.h"
#include "vocab/words.h"

#include <string.h>

enum group { WRITABLE, READ_ONLY, PROTECTED, HIDDEN, SCRATCH, GROUP_COUNT };

/* GROUP_COUNT: in another line of the audit, or of the sandbox's own making. */
static enum group group_of(const struct cb_plan *plan, size_t i)
{
	const struct cb_op *op = &plan->ops[i];
	bool over = i >= plan->op_count - plan->over_count;
	switch (op->kind) {
	case CB_KIND_RW:
		return over || strcmp(op->to, plan->project) == 0 ? GROUP_COUNT : WRITABLE;
	case CB_KIND_RO:
		if (over)
			return PROTECTED;
		return op->build == CB_BUILD_STORE || cb_path_is_within(op->to, CB_OWN_PATH)
			   ? GROUP_COUNT
			   : READ_ONLY;
	case CB_KIND_TMPFS:
		return over ? HIDDEN : SCRATCH;
	default:
		return !over ? GROUP_COUNT : op->is_copy ? PROTECTED : HIDDEN;
	}
}

/* The path as a user would write it: below the project or the home without them. */
static const char *shorten(const struct cb_plan *plan, const char *path)
{
	size_t project = strlen(plan->project);
	if (cb_path_is_within(path, plan->project) && path[project])
		return path + project + 1;
	if (cb_path_is_within(path, plan->home))
		return cb_format("~%s", path + strlen(plan->home));
	return path;
}

/* Whether a later mount takes its place. */
static bool is_covered(const struct cb_plan *plan, size_t index)
{
	for (size_t i = index + 1; i < plan->op_count - plan->over_count; i++)
		if (strcmp(plan->ops[i].to, plan->ops[index].to) == 0)
			return true;
	return false;
}

static void show_group(struct cb_screen s, const struct cb_plan *plan, enum group group)
{
	static const char *const labels[] = { "writable", "read-only", "protected", "hidden",
					      "scratch" };
	struct cb_flow f;
	size_t shown = 0, store = 0;
	for (size_t i = 0; i < plan->op_count; i++) {
		store += plan->ops[i].build == CB_BUILD_STORE;
		if (group_of(plan, i) != group || is_covered(plan, i))
			continue;
		if (shown++ == 0)
			f = cb_show_label(s, labels[group], false);
		cb_flow_item(&f, shown > 1 ? ", " : "", shorten(plan, plan->ops[i].to));
	}
	if (shown && store && group == READ_ONLY) {
		cb_flow_item(&f, ", ", cb_format("%zu", store));
		cb_flow_words(&f, " paths of " CB_STORE_PATH);
	}
	if (shown)
		putc('\n', s.file);
}

/* Values of ours are told by `?`, and so are the ends of long ones. */
static const char *cut(const char *value)
{
	enum { LONGEST = 40, CUT = 36 };
	return strlen(value) < LONGEST ? value : cb_format("%.*s...", CUT, value);
}

static const char *describe_variable(const struct cb_var *var)
{
	if (var->origin == CB_ORIGIN_CLAUDEBOX || var->origin == CB_ORIGIN_POLICY)
		return var->name;
	return cb_format("%s=%s", var->name, cut(cb_shown_value(var)));
}

/* Variables of some origins, or the secrets among them. */
static void show_variables(struct cb_screen s, const struct cb_plan *plan, const char *label,
			   enum cb_origin first, enum cb_origin last, bool secret)
{
	struct cb_flow f;
	size_t shown = 0;
	for (size_t i = 0; i < plan->var_count; i++) {
		const struct cb_var *var = &plan->vars[i];
		if (var->secret != secret || var->origin < first || var->origin > last)
			continue;
		if (shown++ == 0)
			f = cb_show_label(s, label, secret);
		cb_flow_item(&f, shown > 1 ? ", " : "", describe_variable(var));
		if (secret) {
			cb_flow_words(&f, " looks like");
			cb_flow_item(&f, " ", cb_shown_shape(var));
		}
	}
	if (shown)
		putc('\n', s.file);
}

/* Nobody checks these one by one: how many. */
static void show_own_variables(struct cb_screen s, const struct cb_plan *plan)
{
	size_t count = 0;
	for (size_t i = 0; i < plan->var_count; i++)
		count += !plan->vars[i].secret && (plan->vars[i].origin == CB_ORIGIN_CLAUDEBOX ||
						   plan->vars[i].origin == CB_ORIGIN_POLICY);
	cb_show_words(s, "own env", false, cb_format("%zu variables set by claudebox (?)", count));
}

/* What the user says to the agent; what claudebox always says is in the policy. */
static void show_arguments(struct cb_screen s, const struct cb_plan *plan)
{
	if (plan->argument_count == 0)
		return;
	struct cb_flow f = cb_show_label(s, "passes", false);
	size_t first = plan->command.len - plan->argument_count;
	for (size_t i = first; i < plan->command.len; i++)
		cb_flow_item(&f, i > first ? " " : "",
			     cut(cb_shown_argument(plan->command.items[i])));
	putc('\n', s.file);
}

/* What differs from the plan that was agreed to, a line each. */
static void show_changes(struct cb_screen s, const char *mark, const struct cb_strv *lines)
{
	for (size_t i = 0; i < lines->len; i++) {
		struct cb_flow f = cb_show_label(s, i ? "" : "changed", true);
		cb_flow_item(&f, mark, lines->items[i]);
		putc('\n', s.file);
	}
}

void cb_show_agreed(struct cb_screen s, const struct cb_plan *plan)
{
	const struct cb_policy *p = plan->policy;
	struct cb_flow f = { s, 2, 0 };
	cb_flow_words(&f, cb_format("claudebox %s, profile %s, network %s: as agreed; "
				    "--dry-run shows it",
				    p->version, p->name, cb_word_tier(p->network)));
	putc('\n', s.file);
}

void cb_show_audit(struct cb_screen s, const struct cb_plan *plan)
{
	struct cb_flow end = { s, 0, 0 };
	cb_show_head(s, plan, false);
	show_changes(s, "+ ", &plan->agreement.added);
	show_changes(s, "- ", &plan->agreement.removed);
	show_variables(s, plan, "secrets", CB_ORIGIN_CLAUDEBOX, CB_ORIGIN_EXTRA, true);
	for (enum group group = 0; group < GROUP_COUNT; group++)
		show_group(s, plan, group);
	show_variables(s, plan, "extra env", CB_ORIGIN_EXTRA, CB_ORIGIN_EXTRA, false);
	show_variables(s, plan, "your env", CB_ORIGIN_HOST, CB_ORIGIN_HOST, false);
	show_own_variables(s, plan);
	show_arguments(s, plan);
	putc('\n', s.file);
	cb_flow_words(&end,
		      "Nothing else of this machine is inside; ? shows every mount and value; "
		      "a starts, and asks again only when something changes.");
	putc('\n', s.file);
}
