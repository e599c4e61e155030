/* The steps by which a plan is made, for the files of plan/ only. Each adds its part to m->plan, or
 * returns -1 with a refusal. */
#ifndef CB_PLAN_PLANNER_H
#define CB_PLAN_PLANNER_H

#include "plan/plan.h"

struct cb_planner {
	const struct cb_policy *policy;
	const struct cb_facts *facts;
	const struct cb_opts *opts;
	struct cb_plan *plan;
	struct cb_error *err;
};

/* Resolves a path of the policy: inside, for anchors that are inside; on the host, for the others.
 */
char *cb_plan_expand(const struct cb_planner *m, struct cb_path path);

/* Appends a mount; a bind of the host path `from` at `to`, which are copied. */
void cb_plan_push_op(struct cb_planner *m, struct cb_op op);
void cb_plan_push_bind(struct cb_planner *m, enum cb_kind kind, const char *from, const char *to,
		       bool is_directory, const char *why);

/* Appends one note that names all paths, relative to `base`: `what: a, b and more`. */
void cb_plan_note_paths(struct cb_planner *m, const char *what, const struct cb_strv *paths,
			const char *base);

/* The mounts: those of the policy and of the launch; over them those that protect and hide; then
 * who makes which, and where unix sockets may be made. */
int cb_plan_add_mounts(struct cb_planner *m);
int cb_plan_add_protection(struct cb_planner *m);
void cb_plan_assign_build(struct cb_planner *m);
void cb_plan_allow_sockets(struct cb_planner *m);

/* The mounts of the command line: all are checked; then those that contain the project are added,
 * or, without `around`, the others. */
int cb_plan_check_extras(struct cb_planner *m);
void cb_plan_add_extras(struct cb_planner *m, bool around);

/* The environment, and a variable of it or NULL. */
int cb_plan_set_env(struct cb_planner *m);
struct cb_var *cb_plan_find_var(const struct cb_plan *plan, const char *name);

/* The command that bwrap runs. */
int cb_plan_set_command(struct cb_planner *m);

/* Compares watched files with the record `before`, and records them in the file `record` of the
 * state directory. A record that does not know `base` is the first one of it: nothing is new then.
 */
void cb_plan_compare(struct cb_planner *m, const struct cb_watch *watch, const char *before,
		     const char *record, const char *base, struct cb_strv *ret_changed,
		     struct cb_strv *ret_new);

/* What other sandboxes may have left in the shared login and in the agent's memory. */
int cb_plan_set_login(struct cb_planner *m);
void cb_plan_compare_memory(struct cb_planner *m);

/* The project's own tools: which they are; then their note, and PATH once they are built. */
int cb_plan_set_tools(struct cb_planner *m);
void cb_plan_add_tools(struct cb_planner *m);

/* What SANDBOX.md says about this launch. Comes last. */
void cb_plan_tell_agent(struct cb_planner *m);

#endif
