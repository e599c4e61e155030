/* The instance: the state of a project, and what must be made for it before a launch. Not in the
 * host's ~/.claude, whose hooks and plugins run outside (L10); and one directory for each project,
 * because history holds contents of files (L11). Pure: names and lists; act/state.c makes them. */
#ifndef CB_PLAN_INSTANCE_H
#define CB_PLAN_INSTANCE_H

#include "base/error.h"
#include "host/facts.h"
#include "vocab/paths.h"
#include "vocab/policy.h"

#include <stddef.h>

/* The client's settings as a launch makes them. They answer the client's question about permission
 * prompts, which the user has answered at ours. */
#define CB_STATE_SETTINGS "{\"skipDangerousModePermissionPrompt\":true}\n"

enum cb_state_op_kind {
	CB_STATE_OP_DIR,        /* 0700 */
	CB_STATE_OP_FILE,       /* 0600, with `text` when nothing is there yet; never a link */
	CB_STATE_OP_SEED,       /* the same, and whatever is there already is fine */
	CB_STATE_OP_LINK,       /* to `text`, when nothing is there yet */
	CB_STATE_OP_MOVE,       /* renamed to `text`, unless something is there already */
	CB_STATE_OP_TEXT,       /* a file that holds `text`, whatever it held before */
	CB_STATE_OP_FILESYSTEM, /* the same, with the name of the file system that the path `text`
				   is on */
};

/* One thing to make below ~/.claudebox. */
struct cb_state_op {
	enum cb_state_op_kind kind;
	char *path; /* relative to ~/.claudebox; "" is that directory itself */
	char *text;
};

struct cb_state_ops {
	struct cb_state_op *items;
	size_t len, cap;
};

void cb_state_ops_push(struct cb_state_ops *ops, enum cb_state_op_kind kind, const char *path,
		       const char *text);

/* The state directory for a project's root, relative to ~/.claudebox: projects/<16 hex digits>, or
 * `shared`. */
char *cb_state_name(enum cb_state state, const char *root);

/* The host path of `rest` in the state directory `name`. `cache` is separate for each profile:
 * programs that one profile's agent puts there would run under another with other rights. */
char *cb_state_place(const char *home, const char *name, const char *profile, const char *rest);

/* Where the first launch of `project` records the git directory outside it, empty for none;
 * relative to ~/.claudebox. Named after `project` itself, because work trees share a state
 * directory. */
char *cb_state_common(const char *project);

/* Lists what a launch of facts->project needs in ~/.claudebox. */
void cb_state_plan(const struct cb_policy *policy, const struct cb_facts *facts,
		   struct cb_state_ops *ops);

/* Whether a policy mounts the shared login. */
bool cb_state_has_login(const struct cb_policy *policy);

#endif
