/* What a path or a variable is inside, by the plan alone. */
#include "commands/why/why.h"

#include "base/path.h"

#include <stdlib.h>
#include <string.h>

static bool is_bind(const struct cb_op *op)
{
	return op->kind == CB_KIND_RO || op->kind == CB_KIND_RW;
}

/* `path`, which lies within `from`, as it hangs below `to`. */
static char *moved(const char *path, const char *from, const char *to)
{
	const char *rest = path + (strcmp(from, "/") == 0 ? 0 : strlen(from));
	return cb_concat(strcmp(to, "/") == 0 && *rest ? "" : to, rest, NULL);
}

int cb_why_place(const struct cb_plan *plan, const char *path, struct cb_place *ret,
		 struct cb_error *err)
{
	/* The root itself is a tmpfs that only holds what leads to the rows. */
	struct cb_place place = { .is_way = strcmp(path, "/") == 0 };
	for (size_t i = 0; i < plan->op_count; i++) {
		const struct cb_op *op = &plan->ops[i];
		if (cb_path_is_within(path, op->to)) {
			place.op = op;
			place.is_row = strcmp(path, op->to) == 0;
			place.is_way = false;
		} else if (cb_path_is_within(op->to, path)) {
			place.is_way = true;
		}
	}
	if (place.is_row)
		place.is_way = false;
	if (place.op && is_bind(place.op)) {
		place.is_way = false;
		place.source = moved(path, place.op->to, place.op->from);
		if (!place.source)
			return cb_fail_memory(err);
	}
	*ret = place;
	return 0;
}

char *cb_why_elsewhere(const struct cb_plan *plan, const char *path)
{
	for (size_t i = 0; i < plan->op_count; i++) {
		const struct cb_op *op = &plan->ops[i];
		if (!is_bind(op) || strcmp(op->from, op->to) == 0 ||
		    !cb_path_is_within(path, op->from))
			continue;
		char *inside = moved(path, op->from, op->to);
		struct cb_place place = { 0 };
		cleanup_error struct cb_error err = { 0 };
		if (inside && cb_why_place(plan, inside, &place, &err) == 0) {
			bool found = place.op == op;
			free(place.source);
			if (found)
				return inside;
		}
		free(inside);
	}
	return NULL;
}

bool cb_why_is_writable(const struct cb_op *op)
{
	switch (op->kind) {
	case CB_KIND_RW:
	case CB_KIND_FILE:
		return true;
	case CB_KIND_TMPFS:
	case CB_KIND_DIR:
		return op->mode & 0200;
	default:
		return false;
	}
}

const char *cb_why_variable(const char *word, bool is_file)
{
	if (*word == '$')
		return cb_is_name(word + 1) ? word + 1 : NULL;
	return !is_file && cb_is_name(word) ? word : NULL;
}

enum cb_entry cb_why_enters(const struct cb_plan *plan, char *const *env, const char *name,
			    const struct cb_var **ret_var)
{
	*ret_var = NULL;
	for (size_t i = 0; i < plan->var_count; i++)
		if (strcmp(plan->vars[i].name, name) == 0)
			*ret_var = &plan->vars[i];
	if (*ret_var)
		return CB_ENTRY_ENTERS;
	if (strcmp(name, "PWD") == 0)
		return CB_ENTRY_OF_BWRAP;
	if (cb_env_get(env, name))
		return CB_ENTRY_NOT_NAMED;
	for (size_t i = 0; plan->policy->env_pass[i]; i++)
		if (strcmp(plan->policy->env_pass[i], name) == 0)
			return CB_ENTRY_NOT_SET;
	return CB_ENTRY_UNKNOWN;
}
