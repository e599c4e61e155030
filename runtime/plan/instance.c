/* Names the state directory and lists what has to be in it. */
#include "plan/instance.h"

#include "base/path.h"
#include "base/sha256.h"

#include <stdint.h>
#include <string.h>

/* The user's notes for every project. Made only once, because they are the user's to change. */
static const char default_notes[] = "# Notes for the agent\n\n@/etc/claude-code/CLAUDE.md\n";

/* Skips the client's onboarding. Trusting the directory stays the user's decision. */
static const char client_state[] = "{\"hasCompletedOnboarding\":true}\n";

void cb_state_ops_push(struct cb_state_ops *ops, enum cb_state_op_kind kind, const char *path,
		       const char *text)
{
	ops->items = cb_grow(ops->items, ops->len, &ops->cap, sizeof *ops->items);
	ops->items[ops->len++] =
	    (struct cb_state_op) { kind, cb_strdup(path), text ? cb_strdup(text) : NULL };
}

char *cb_state_name(enum cb_state state, const char *root)
{
	uint8_t digest[32];
	if (state == CB_STATE_SHARED)
		return cb_strdup("shared");
	char *name = cb_strdup("projects/");
	cb_sha256(root, strlen(root), digest);
	for (size_t i = 0; i < 8; i++)
		name = cb_format("%s%02x", name, digest[i]);
	return name;
}

char *cb_state_place(const char *home, const char *name, const char *profile, const char *rest)
{
	static const char cache[] = "cache";
	char *state = cb_format("%s/" CB_STATE_HOME "/%s", home, name);
	return cb_path_is_within(rest, cache)
		   ? cb_format("%s/caches/%s%s", state, profile, rest + strlen(cache))
		   : cb_path_join(state, rest);
}

char *cb_state_common(const char *project)
{
	return cb_format("%s/git-common", cb_state_name(CB_STATE_PROJECT, project));
}

/* Pushes `name`/`rest`. */
static void push_below(struct cb_state_ops *ops, enum cb_state_op_kind kind, const char *name,
		       const char *rest, const char *text)
{
	cb_state_ops_push(ops, kind, cb_format("%s/%s", name, rest), text);
}

/* The longest path for which the client's name of the history is known; it shortens longer ones. */
#define HISTORY_MAX 200

static char *history_of(const char *path)
{
	static const char plain[] =
	    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
	char *text = cb_format("claude/projects/%s", path);
	for (char *p = text + strlen("claude/projects/"); *p; p++)
		if (!strchr(plain, *p))
			*p = '-';
	return text;
}

/* `--continue` looks for the history of the directory it is started in. Work trees of a repository
 * share one: the name of a linked work tree is a link to that of the main one. */
static void share_history(const struct cb_project *p, struct cb_state_ops *ops)
{
	if (strcmp(p->root, p->path) == 0 || strlen(p->root) > HISTORY_MAX ||
	    strlen(p->path) > HISTORY_MAX)
		return;
	char *shared = history_of(p->root);
	push_below(ops, CB_STATE_OP_DIR, p->state, "claude/projects", NULL);
	push_below(ops, CB_STATE_OP_DIR, p->state, shared, NULL);
	push_below(ops, CB_STATE_OP_LINK, p->state, history_of(p->path), strrchr(shared, '/') + 1);
}

/* Records for --gc whose state a directory is, and on which file system that project was. */
static void remember_root(const char *name, const char *root, struct cb_state_ops *ops)
{
	cb_state_ops_push(ops, CB_STATE_OP_DIR, "projects", NULL);
	cb_state_ops_push(ops, CB_STATE_OP_DIR, name, NULL);
	push_below(ops, CB_STATE_OP_FILE, name, "project-root", root);
	push_below(ops, CB_STATE_OP_FILESYSTEM, name, CB_STATE_FILESYSTEM, root);
}

/* Records the git directory outside the project, once: only the user can change it later. */
static void remember_common(const struct cb_facts *facts, struct cb_state_ops *ops)
{
	const struct cb_project *p = &facts->project;
	const char *common = p->is_git_top ? facts->git.common : NULL;
	char *name = cb_state_name(CB_STATE_PROJECT, p->path);
	if (strcmp(name, p->state) != 0)
		remember_root(name, p->path, ops);
	cb_state_ops_push(ops, CB_STATE_OP_FILE, cb_state_common(p->path), common ? common : "");
	push_below(ops, CB_STATE_OP_DIR, name, "agreed", NULL);
}

void cb_state_plan(const struct cb_policy *policy, const struct cb_facts *facts,
		   struct cb_state_ops *ops)
{
	static const char login[] = "credentials/.credentials.json";
	const struct cb_project *p = &facts->project;
	const char *name = p->state;
	cb_state_ops_push(ops, CB_STATE_OP_DIR, "", NULL);
	cb_state_ops_push(ops, CB_STATE_OP_SEED, "CLAUDE.md", default_notes);
	/* L22: a directory, bound read-write. Renewing the login replaces the file: in a read-only
	 * directory the new one would be lost, and renewing a copy would end the original. */
	cb_state_ops_push(ops, CB_STATE_OP_DIR, "credentials", NULL);
	if (facts->login.old) { /* the place of the login in old versions */
		cb_state_ops_push(ops, CB_STATE_OP_MOVE, ".credentials.json", login);
		cb_state_ops_push(ops, CB_STATE_OP_LINK, ".credentials.json", login);
	}
	if (policy->state == CB_STATE_PROJECT)
		remember_root(name, p->root, ops);
	else
		cb_state_ops_push(ops, CB_STATE_OP_DIR, name, NULL);
	push_below(ops, CB_STATE_OP_FILE, name, "lock", "");
	push_below(ops, CB_STATE_OP_DIR, name, "caches", NULL);
	push_below(ops, CB_STATE_OP_DIR, name, cb_format("caches/%s", policy->name), NULL);
	push_below(ops, CB_STATE_OP_DIR, name, CB_STATE_SEEN, NULL);
	push_below(ops, CB_STATE_OP_DIR, name, "claude", NULL);
	push_below(ops, CB_STATE_OP_SEED, name, "claude/.claude.json", client_state);
	push_below(ops, CB_STATE_OP_SEED, name, "claude/settings.json", CB_STATE_SETTINGS);
	push_below(ops, CB_STATE_OP_LINK, name, "claude/.credentials.json",
		   cb_format("%s/" CB_STATE_HOME "/%s", facts->home, login));
	share_history(p, ops);
	remember_common(facts, ops);
}

bool cb_state_has_login(const struct cb_policy *policy)
{
	for (size_t i = 0; i < policy->mount_count; i++)
		if (policy->mounts[i].from.anchor == CB_ANCHOR_LOGIN)
			return true;
	return false;
}
