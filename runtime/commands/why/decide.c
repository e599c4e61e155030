/* What the plan says of a path or a variable inside. Pure. */
#include "commands/why/why.h"

#include "base/path.h"
#include "plan/guard.h"

#include <string.h>

static bool is_bind(const struct cb_op *op)
{
	return op->kind == CB_KIND_RO || op->kind == CB_KIND_RW;
}

/* `path`, which lies within `from`, as it hangs below `to`. */
static char *move_path(const char *path, const char *from, const char *to)
{
	const char *rest = path + (strcmp(from, "/") == 0 ? 0 : strlen(from));
	return cb_format("%s%s", strcmp(to, "/") == 0 && *rest ? "" : to, rest);
}

struct cb_mount_match cb_why_match(const struct cb_plan *plan, const char *path)
{
	/* The root itself is a tmpfs that only holds what leads to the mounts. */
	struct cb_mount_match match = { .is_ancestor = strcmp(path, "/") == 0 };
	for (size_t i = 0; i < plan->op_count; i++) {
		const struct cb_op *op = &plan->ops[i];
		if (cb_path_is_within(path, op->to))
			match =
			    (struct cb_mount_match) { .op = op,
						      .is_mount_point = strcmp(path, op->to) == 0 };
		else if (cb_path_is_within(op->to, path))
			match.is_ancestor = true;
	}
	bool bound = match.op && is_bind(match.op);
	match.is_ancestor &= !match.is_mount_point && !bound;
	match.source = bound ? move_path(path, match.op->to, match.op->from) : NULL;
	return match;
}

char *cb_why_elsewhere(const struct cb_plan *plan, const char *path)
{
	for (size_t i = 0; i < plan->op_count; i++) {
		const struct cb_op *op = &plan->ops[i];
		if (!is_bind(op) || strcmp(op->from, op->to) == 0 ||
		    !cb_path_is_within(path, op->from))
			continue;
		char *inside = move_path(path, op->from, op->to);
		if (cb_why_match(plan, inside).op == op)
			return inside;
	}
	return NULL;
}

char *cb_why_refused(const struct cb_facts *facts, const char *path)
{
	struct cb_error err = { 0 };
	if (cb_guard_project(facts, "mount of", path, &err) == 0)
		return NULL;
	/* The guard's words, which are in the last brackets. */
	const char *why = strrchr(err.what, '(');
	return why ? cb_strndup(why + 1, strlen(why + 1) - 1) : NULL;
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
