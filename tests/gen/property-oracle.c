/* The oracle of the property test, written without guard.c, path.c and plan*.c: it asks of every
 * mounted path whether it is, holds or lies in a secret place, by name and by where that leads. */
#include "property.h"

#include "vocab/secrets.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char said[32768];

static const enum cb_from froms[] = {
#define X(NAME, word, option, from) from,
#include "vocab/mount-kinds.def"
#undef X
};

/* With a slash behind both, the one is a beginning of the other. */
static bool meets(const char *a, const char *b)
{
	char x[4096], y[4096];
	snprintf(x, sizeof x, "%s/", strcmp(a, "/") == 0 ? "" : a);
	snprintf(y, sizeof y, "%s/", strcmp(b, "/") == 0 ? "" : b);
	size_t len = strlen(x) < strlen(y) ? strlen(x) : strlen(y);
	return strncmp(x, y, len) == 0;
}

static bool below(const char *path, const char *dir)
{
	size_t len = strlen(dir);
	return strcmp(dir, "/") == 0 ||
	       (strncmp(path, dir, len) == 0 && (path[len] == '/' || path[len] == '\0'));
}

/* The Nix daemon is let in by a policy that has it, if it does not trust the user or that is meant;
 * never for root. */
static bool daemon_is_meant(const struct world *world)
{
	switch (world->facts.nix) {
	case CB_NIX_UNTRUSTED:
		return world->policy->nix_daemon;
	case CB_NIX_TRUSTED:
	case CB_NIX_UNKNOWN:
		return world->policy->nix_daemon && world->policy->nix_trusted;
	default:
		return false;
	}
}

/* The parts of ~/.claudebox and ~/.claude that are made to be shown. */
static bool is_meant(const struct world *world, const struct cb_plan *plan, const char *from)
{
	static const char *const parts[] = {
		".claudebox/credentials", ".claudebox/CLAUDE.md", ".claudebox/settings.json",
		".claudebox/agents",      ".claudebox/commands",  ".claudebox/skills",
		".claude/CLAUDE.md",      ".claude/agents",       ".claude/commands",
		".claude/skills",
	};
	char path[4096];
	if (strcmp(from, "/nix/var/nix/daemon-socket") == 0)
		return daemon_is_meant(world);
	snprintf(path, sizeof path, "%s/.claudebox/%s/", world->facts.home, plan->state);
	if (strncmp(from, path, strlen(path)) == 0)
		return true;
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
		snprintf(path, sizeof path, "%s/%s", world->facts.home, parts[i]);
		if (below(from, path))
			return true;
	}
	return false;
}

static const char *leak(const struct cb_op *op, const char *secret, const char *what)
{
	snprintf(said, sizeof said, "%s at %s shows %s (%s)", op->from, op->to, secret, what);
	return said;
}

static const char *look(const struct world *world, const struct cb_op *op, const char *home,
			const struct cb_secret_path *secret)
{
	char path[4096];
	const char *base = strcmp(home, "/") == 0 ? "" : home;
	snprintf(path, sizeof path, "%s%s%s", secret->path.anchor == CB_ANCHOR_HOME ? base : "",
		 secret->path.anchor == CB_ANCHOR_HOME ? "/" : "", secret->path.rest);
	if (secret->path.anchor == CB_ANCHOR_ROOT && below(world->facts.home, path))
		return NULL; /* the user's own home lies in it */
	if (meets(op->from, path))
		return leak(op, path, secret->what);
	char *real = world_real(world, path);
	bool hit = real && !below(real, "/nix/store") && !below(world->facts.home, real) &&
		   meets(op->from, real);
	free(real);
	return hit ? leak(op, path, "where it really is") : NULL;
}

const char *oracle_leak(const struct world *world, const struct cb_plan *plan)
{
	const char *homes[] = { world->facts.home, world->facts.home_passwd };
	for (size_t i = 0; i < plan->op_count; i++) {
		const struct cb_op *op = &plan->ops[i];
		if (froms[op->kind] != CB_FROM_PATH || is_meant(world, plan, op->from))
			continue;
		for (size_t h = 0; h < 2; h++) {
			if (meets(op->from, homes[h]) && below(homes[h], op->from))
				return leak(op, homes[h], "the home");
			for (size_t s = 0; s < cb_secret_path_count; s++) {
				const char *found = look(world, op, homes[h], &cb_secret_paths[s]);
				if (found)
					return found;
			}
		}
	}
	return NULL;
}

/* The destination as the policy writes it, on this host. */
static void expand(const struct world *world, const struct cb_plan *plan, struct cb_path path,
		   char into[4096])
{
	const char *slash = path.rest[0] ? "/" : "";
	if (path.anchor == CB_ANCHOR_HOME)
		snprintf(into, 4096, "%s%s%s", world->facts.home, slash, path.rest);
	else if (path.anchor == CB_ANCHOR_PROJECT)
		snprintf(into, 4096, "%s%s%s", plan->project, slash, path.rest);
	else if (path.anchor == CB_ANCHOR_RUNTIME)
		snprintf(into, 4096, "/run/user/%u%s%s", world->facts.uid, slash, path.rest);
	else
		snprintf(into, 4096, "%s", path.rest);
}

/* A source in the project is looked for in the project that is shown. */
static bool is_from_project(const struct world *world, const struct cb_plan *plan,
			    const struct cb_mount_row *row, const struct cb_op *op)
{
	if (row->from.anchor != CB_ANCHOR_PROJECT || froms[row->kind] != CB_FROM_PATH)
		return true;
	char path[4096];
	expand(world, plan, row->from, path);
	char *real = world_real(world, path);
	bool same = real && strcmp(real, op->from) == 0;
	free(real);
	return same;
}

static const char *lost(const char *what, size_t row)
{
	snprintf(said, sizeof said, "row %zu: %s", row, what);
	return said;
}

/* An operation that this launch adds to those of the table: an extra mount, claude, the step. */
static bool is_added(const struct world *world, const struct cb_op *op)
{
	for (size_t i = 0; i < world->policy->mount_count; i++)
		if (op->why == world->policy->mounts[i].why)
			return false;
	return true;
}

const char *oracle_order(const struct world *world, const struct cb_plan *plan)
{
	size_t next = 0;
	for (size_t i = 0; i < world->policy->mount_count; i++) {
		const struct cb_mount_row *row = &world->policy->mounts[i];
		char to[4096];
		expand(world, plan, row->to, to);
		size_t times = 1;
		if (row->kind == CB_KIND_CLOSURE)
			for (times = 0; world->policy->closure[times];)
				times++;
		if (row->kind == CB_KIND_DAEMON)
			times = daemon_is_meant(world);
		bool may_lack = row->optional || (froms[row->kind] == CB_FROM_GENERATED &&
						  row->made == CB_INSIDE_LOCALTIME);
		for (size_t n = 0; n < times; n++, next++) {
			size_t before = next;
			while (next < plan->op_count && is_added(world, &plan->ops[next]))
				next++;
			const struct cb_op *op = &plan->ops[next];
			bool here = next < plan->op_count && op->why == row->why;
			if (!here && may_lack) {
				next = before - 1;
				continue;
			}
			if (!here)
				return lost("is not in its place in the plan", i);
			if (row->kind == CB_KIND_CLOSURE || row->kind == CB_KIND_DAEMON
				? strcmp(op->to, op->from) != 0
				: op->kind != row->kind)
				return lost("has become another kind", i);
			if (strcmp(op->to, row->kind == CB_KIND_CLOSURE ? world->policy->closure[n]
									: to) != 0)
				return lost("is mounted elsewhere", i);
			if (!is_from_project(world, plan, row, op))
				return lost("comes from another project", i);
		}
	}
	if (plan->op_count < next + 2)
		return lost("there is no lock and no step behind the rows", next);
	if (strcmp(plan->ops[plan->op_count - 1].to, CB_INNER_STEP_PATH) != 0)
		return lost("the step is not the last", next);
	return NULL;
}
