/* The audit before a launch: one screen with what matters, each mount of the host and each variable
 * in it by name. The rest is in show.c, one key away. */
#include "show/show.h"

#include "base/number.h"
#include "base/path.h"
#include "vocab/secrets.h"

#include <stdlib.h>
#include <string.h>

enum group { WRITABLE, READ_ONLY, PROTECTED, HIDDEN, SCRATCH, GROUP_COUNT };

/* GROUP_COUNT: named elsewhere, or of the sandbox's own making. */
static enum group group_of(const struct cb_plan *plan, size_t i)
{
	const struct cb_op *op = &plan->ops[i];
	bool kept = i >= plan->op_count - plan->over_count;
	switch (op->kind) {
	case CB_KIND_RW:
		return kept || strcmp(op->to, plan->project) == 0 ? GROUP_COUNT : WRITABLE;
	case CB_KIND_RO:
		if (kept)
			return PROTECTED;
		return op->build == CB_BUILD_STORE || cb_path_is_within(op->to, CB_OWN_PATH)
			   ? GROUP_COUNT
			   : READ_ONLY;
	case CB_KIND_TMPFS:
		return kept ? HIDDEN : SCRATCH;
	default:
		return !kept ? GROUP_COUNT : op->is_copy ? PROTECTED : HIDDEN;
	}
}

/* The path as a user would write it: below the project or the home without them. */
static void put_path(struct cb_flow *f, const struct cb_plan *plan, const char *gap,
		     const char *path)
{
	size_t project = strlen(plan->project), home = strlen(plan->home);
	char *tilde = NULL;
	if (cb_path_is_within(path, plan->project) && path[project])
		path += project + 1;
	else if (cb_path_is_within(path, plan->home))
		tilde = cb_concat("~", path + home, NULL);
	cb_flow_item(f, gap, tilde ? tilde : path);
	free(tilde);
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
	struct cb_flow f = { 0 };
	size_t store = 0;
	for (size_t i = 0; i < plan->op_count; i++) {
		store += plan->ops[i].build == CB_BUILD_STORE;
		if (group_of(plan, i) != group || is_covered(plan, i))
			continue;
		const char *gap = f.file ? ", " : "";
		if (!f.file)
			f = cb_show_label(s, labels[group], false);
		put_path(&f, plan, gap, plan->ops[i].to);
	}
	if (store && f.file && group == READ_ONLY) {
		char number[CB_NUMBER_SIZE];
		cb_flow_item(&f, ", ", cb_number(number, store, 10, 1));
		cb_flow_words(&f, " paths of " CB_STORE_PATH);
	}
	if (f.file)
		putc('\n', s.file);
}

/* Longer values are told by `?`. */
enum { VALUE = 40 };

static void put_var(struct cb_flow *f, const char *gap, const struct cb_var *var)
{
	const char *value = cb_shown_value(var);
	if (var->origin == CB_ORIGIN_CLAUDEBOX || var->origin == CB_ORIGIN_POLICY) {
		cb_flow_item(f, gap, var->name);
		return;
	}
	char *item = cb_concat(var->name, "=", value, NULL);
	size_t end = strlen(var->name) + VALUE;
	if (item && strlen(item) > end)
		memcpy(item + end - 3, "...", 4);
	cb_flow_item(f, gap, item ? item : var->name);
	free(item);
}

/* Variables of up to two origins, or the secrets among all of them. */
static void show_vars(struct cb_screen s, const struct cb_plan *plan, const char *label,
		      enum cb_origin first, enum cb_origin last, bool secret)
{
	struct cb_flow f = { 0 };
	for (size_t i = 0; i < plan->var_count; i++) {
		const struct cb_var *var = &plan->vars[i];
		if (var->secret != secret || var->origin < first || var->origin > last)
			continue;
		const char *gap = f.file ? ", " : "";
		if (!f.file)
			f = cb_show_label(s, label, secret);
		put_var(&f, gap, var);
		if (secret) {
			const char *shape = cb_secret_shape(var->value);
			cb_flow_words(&f, " looks like");
			cb_flow_item(&f, " ", shape ? shape : "a secret");
		}
	}
	if (f.file)
		putc('\n', s.file);
}

void cb_show_audit(struct cb_screen s, const struct cb_plan *plan)
{
	cb_show_head(s, plan, false);
	show_vars(s, plan, "secrets", CB_ORIGIN_CLAUDEBOX, CB_ORIGIN_EXTRA, true);
	for (enum group group = 0; group < GROUP_COUNT; group++)
		show_group(s, plan, group);
	show_vars(s, plan, "extra env", CB_ORIGIN_EXTRA, CB_ORIGIN_EXTRA, false);
	show_vars(s, plan, "host env", CB_ORIGIN_HOST, CB_ORIGIN_HOST, false);
	show_vars(s, plan, "own env", CB_ORIGIN_CLAUDEBOX, CB_ORIGIN_POLICY, false);
	putc('\n', s.file);
	cb_flow_words(&(struct cb_flow) { s.file, s.width, 0, 0 },
		      "Nothing else of this machine is inside; ? shows every mount and value.");
	putc('\n', s.file);
}
