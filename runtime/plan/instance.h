/* Where the agent's own state lies on the host, and what must be made there before a launch. Not in
 * the host's ~/.claude, whose hooks and plugins run outside (L10), and a directory for each
 * project: history holds contents of files (L11). Pure: names and lists; act/state.c carries it
 * out. */
#ifndef CB_PLAN_INSTANCE_H
#define CB_PLAN_INSTANCE_H

#include "base/error.h"
#include "host/facts.h"
#include "vocab/paths.h"
#include "vocab/policy.h"

#include <stddef.h>

/* The client's settings as a launch makes them. They answer its first questions where claudebox has
 * answered them already: running without permission prompts was confirmed by the user at our own.
 */
#define CB_STATE_SETTINGS "{\"skipDangerousModePermissionPrompt\":true}\n"

enum cb_state_op_kind {
	CB_STATE_OP_DIR,        /* 0700 */
	CB_STATE_OP_FILE,       /* 0600, with `text` when nothing is there yet; never a link */
	CB_STATE_OP_SEED,       /* the same, and whatever is there already is fine */
	CB_STATE_OP_LINK,       /* to `text`, when nothing is there yet */
	CB_STATE_OP_MOVE,       /* to `text`, unless something is there already */
	CB_STATE_OP_TEXT,       /* a file that holds `text`, whatever it held before */
	CB_STATE_OP_FILESYSTEM, /* the same with the name of the file system the path `text` is on
				 */
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
static inline void cb_state_ops_clear(struct cb_state_ops *ops) /* goes with its last caller */
{
	*ops = (struct cb_state_ops) { 0 };
}

/* The state directory of a project's root, relative to ~/.claudebox: projects/<16 hex digits>,
 * or `shared`. */
char *cb_state_name(enum cb_state state, const char *root);

/* Where `rest` of the state directory `name` lies on the host. `cache` is the profile's own:
 * programs that one profile's agent has put there would run under another with other rights. */
char *cb_state_place(const char *home, const char *name, const char *profile, const char *rest);

/* Where the git directory outside `project` is remembered that its first launch has shown, empty
 * for none; relative to ~/.claudebox. By its own path: its state may be another work tree's. */
char *cb_state_common(const char *project);

/* Everything a launch of facts->project needs to find in its state directory. */
void cb_state_plan(const struct cb_policy *policy, const struct cb_facts *facts,
		   struct cb_state_ops *ops);

/* Whether the sandboxes of a policy have the login that all share. */
bool cb_state_has_login(const struct cb_policy *policy);

#endif
