/* Names the state directory and lists what is in it. */
#include "plan/instance.h"

#include "base/number.h"
#include "base/path.h"
#include "base/sha256.h"
#include "base/strv.h"

#include <stdlib.h>
#include <string.h>

/* The user's own notes for every project; theirs to change, so it is made only once. */
static const char default_notes[] = "# Notes for the agent\n\n@/etc/claude-code/CLAUDE.md\n";

/* There is no account to choose before the login; trust in the folder stays the user's to give. */
static const char client_state[] = "{\"hasCompletedOnboarding\":true}\n";

void cb_state_ops_push(struct cb_state_ops *makes, enum cb_state_op_kind kind, const char *path,
		       const char *text)
{
	struct cb_state_op make = { kind, strdup(path), text ? strdup(text) : NULL };
	if (makes->failed || !make.path || (text && !make.text) ||
	    !(makes->items =
		  cb_grow(makes->items, makes->len, &makes->cap, sizeof *makes->items))) {
		makes->failed = true;
		free(make.path);
		free(make.text);
		return;
	}
	makes->items[makes->len++] = make;
}

void cb_state_ops_clear(struct cb_state_ops *makes)
{
	for (size_t i = 0; i < makes->len; i++) {
		free(makes->items[i].path);
		free(makes->items[i].text);
	}
	free(makes->items);
	*makes = (struct cb_state_ops) { 0 };
}

char *cb_state_name(enum cb_state state, const char *root)
{
	if (state == CB_STATE_SHARED)
		return strdup("shared");
	uint8_t digest[32];
	char name[sizeof "projects/" + 16];
	cb_sha256(root, strlen(root), digest);
	char *end = stpcpy(name, "projects/"), number[CB_NUMBER_SIZE];
	for (size_t i = 0; i < 8; i++)
		end = stpcpy(end, cb_number(number, digest[i], 16, 2));
	return strdup(name);
}

const char *cb_state_root(const struct cb_facts *facts, const char *project)
{
	const char *top = facts->git.top;
	return top && strcmp(project, top) == 0 ? facts->git.root : project;
}

char *cb_state_place(const char *home, const char *name, const char *profile, const char *rest)
{
	static const char cache[] = "cache";
	if (!cb_path_is_within(rest, cache))
		return cb_concat(home, "/" CB_STATE_HOME "/", name, *rest ? "/" : "", rest, NULL);
	return cb_concat(home, "/" CB_STATE_HOME "/", name, "/caches/", profile,
			 rest + strlen(cache), NULL);
}

/* Pushes `name`/`rest`. */
static void push_below(struct cb_state_ops *makes, enum cb_state_op_kind kind, const char *name,
		       const char *rest, const char *text)
{
	char *path = cb_concat(name, "/", rest, NULL);
	if (path)
		cb_state_ops_push(makes, kind, path, text);
	else
		makes->failed = true;
	free(path);
}

/* The client's name for a directory's history. Longer ones it shortens in a way of its own. */
#define HISTORY_MAX 200

static char *history_of(const char *path)
{
	static const char plain[] =
	    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
	char *text = cb_concat("claude/projects/", path, NULL);
	for (char *p = text ? text + strlen("claude/projects/") : NULL; p && *p; p++)
		if (!strchr(plain, *p))
			*p = '-';
	return text;
}

/* `--continue` looks for history by the directory it is started in. Work trees of one repository
 * share it, so a linked one's name leads to that of the main one. */
static void share_history(const char *name, const char *root, const char *project,
			  struct cb_state_ops *makes)
{
	if (strcmp(root, project) == 0 || strlen(root) > HISTORY_MAX ||
	    strlen(project) > HISTORY_MAX)
		return;
	char *own = history_of(project), *shared = history_of(root);
	if (own && shared) {
		push_below(makes, CB_STATE_OP_DIR, name, "claude/projects", NULL);
		push_below(makes, CB_STATE_OP_DIR, name, shared, NULL);
		push_below(makes, CB_STATE_OP_LINK, name, own, strrchr(shared, '/') + 1);
	}
	makes->failed |= !own || !shared;
	free(own);
	free(shared);
}

/* What is remembered of a work tree, by its own path: its state may be another's. */
char *cb_state_common(const char *project)
{
	char *name = cb_state_name(CB_STATE_PROJECT, project);
	char *path = name ? cb_concat(name, "/git-common", NULL) : NULL;
	free(name);
	return path;
}

/* Whose state a directory of projects/ is, and where that was: --gc asks. */
static void remember_root(const char *name, const char *root, struct cb_state_ops *makes)
{
	cb_state_ops_push(makes, CB_STATE_OP_DIR, "projects", NULL);
	cb_state_ops_push(makes, CB_STATE_OP_DIR, name, NULL);
	push_below(makes, CB_STATE_OP_FILE, name, "project-root", root);
	push_below(makes, CB_STATE_OP_FILESYSTEM, name, CB_STATE_FILESYSTEM, root);
}

/* Written once: the way to another one is the user's. `state` is the state directory. */
static void remember_common(const struct cb_facts *facts, const char *state, const char *project,
			    struct cb_state_ops *makes)
{
	const char *top = facts->git.top, *common = facts->git.common;
	bool has_git = top && strcmp(project, top) == 0;
	char *name = cb_state_name(CB_STATE_PROJECT, project), *path = cb_state_common(project);
	if (name && path) {
		if (strcmp(name, state) != 0)
			remember_root(name, project, makes);
		cb_state_ops_push(makes, CB_STATE_OP_FILE, path, has_git && common ? common : "");
	}
	makes->failed |= !name || !path;
	free(name);
	free(path);
}

void cb_state_plan(const struct cb_policy *policy, const char *name, const char *root,
		   const char *project, const struct cb_facts *facts, struct cb_state_ops *makes)
{
	char *login =
	    cb_concat(facts->home, "/" CB_STATE_HOME "/credentials/.credentials.json", NULL);
	char *cache = cb_concat("caches/", policy->name, NULL);
	makes->failed |= !login || !cache;

	cb_state_ops_push(makes, CB_STATE_OP_DIR, "", NULL);
	cb_state_ops_push(makes, CB_STATE_OP_SEED, "CLAUDE.md", default_notes);
	/* L22: a directory, bound read-write. A refresh writes a new file over the old one: in a
	 * read-only login it would be lost, and that of a copy ends the one on the host. */
	cb_state_ops_push(makes, CB_STATE_OP_DIR, "credentials", NULL);
	if (facts->login.old) { /* from before the login had a directory of its own */
		cb_state_ops_push(makes, CB_STATE_OP_MOVE, ".credentials.json",
				  "credentials/.credentials.json");
		cb_state_ops_push(makes, CB_STATE_OP_LINK, ".credentials.json",
				  "credentials/.credentials.json");
	}
	if (policy->state == CB_STATE_PROJECT)
		remember_root(name, root, makes);
	else
		cb_state_ops_push(makes, CB_STATE_OP_DIR, name, NULL);
	push_below(makes, CB_STATE_OP_FILE, name, "lock", "");
	push_below(makes, CB_STATE_OP_DIR, name, "caches", NULL);
	push_below(makes, CB_STATE_OP_DIR, name, cache ? cache : "", NULL);
	push_below(makes, CB_STATE_OP_DIR, name, CB_STATE_SEEN, NULL);
	push_below(makes, CB_STATE_OP_DIR, name, "claude", NULL);
	push_below(makes, CB_STATE_OP_SEED, name, "claude/.claude.json", client_state);
	push_below(makes, CB_STATE_OP_SEED, name, "claude/settings.json", CB_STATE_SETTINGS);
	if (login)
		push_below(makes, CB_STATE_OP_LINK, name, "claude/.credentials.json", login);
	share_history(name, root, project, makes);
	remember_common(facts, name, project, makes);
	free(cache);
	free(login);
}

bool cb_state_has_login(const struct cb_policy *policy)
{
	for (size_t i = 0; i < policy->mount_count; i++)
		if (policy->mounts[i].from.anchor == CB_ANCHOR_LOGIN)
			return true;
	return false;
}
