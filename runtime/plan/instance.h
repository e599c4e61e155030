/* Where the agent's own state lies on the host, and what must be made there before a launch. Not in
 * the host's ~/.claude, whose hooks and plugins run outside (L10), and a directory for each
 * project: history holds contents of files (L11). Pure: names and lists; act-state.c carries it
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

/* The list; running out of memory is sticky, as in strv.h. */
struct cb_state_ops {
	struct cb_state_op *items;
	size_t len, cap;
	bool failed;
};

void cb_state_ops_push(struct cb_state_ops *makes, enum cb_state_op_kind kind, const char *path,
		       const char *text);
void cb_state_ops_clear(struct cb_state_ops *makes);

/* The state directory of a project's root, relative to ~/.claudebox: projects/<16 hex digits>,
 * or `shared`. Caller frees; NULL: no memory. */
char *cb_state_name(enum cb_state state, const char *root);

/* What a project's state is named after: all work trees of a repository have the same. */
const char *cb_state_root(const struct cb_facts *facts, const char *project);

/* Where `rest` of the state directory `name` lies on the host. `cache` is the profile's own:
 * programs that one profile's agent has put there would run under another with other rights. Caller
 * frees; NULL: no memory. */
char *cb_state_place(const char *home, const char *name, const char *profile, const char *rest);

/* Where the git directory outside `project` is remembered that its first launch has shown, empty
 * for none; relative to ~/.claudebox. Caller frees; NULL: no memory. */
char *cb_state_common(const char *project);

/* Everything a launch of `project`, which belongs to `root`, needs to find in the state directory
 * `name`. */
void cb_state_plan(const struct cb_policy *policy, const char *name, const char *root,
		   const char *project, const struct cb_facts *facts, struct cb_state_ops *makes);

/* Whether the sandboxes of a policy have the login that all share. */
bool cb_state_has_login(const struct cb_policy *policy);

#endif
