/* The parts a plan is made of, one file each; for plan*.c only. Pure. */
#ifndef CB_PLAN_PARTS_H
#define CB_PLAN_PARTS_H

#include "formats/git-index.h"
#include "plan/plan.h"

struct cb_planner {
	const struct cb_policy *policy;
	const struct cb_facts *facts;
	const struct cb_opts *opts;
	struct cb_plan *plan;
	struct cb_error *err;
};

/* A path of the policy at launch: inside for the anchors that are inside, on the host for the
 * others. Caller frees; NULL: no memory. */
char *cb_plan_expand(const struct cb_planner *m, struct cb_path path);

/* Takes the operation's strings; one that is missing means no memory. */
int cb_plan_take_op(struct cb_planner *m, struct cb_op op);

/* A bind of a host path at a path inside; both are copied. */
int cb_plan_bind(struct cb_planner *m, enum cb_kind kind, const char *from, const char *to,
		 bool is_directory, const char *why);

int cb_plan_project(struct cb_planner *m); /* which directory, and its state */
int cb_plan_mounts(struct cb_planner *m);
int cb_plan_check_extras(struct cb_planner *m); /* of the command line */
int cb_plan_extras(struct cb_planner *m,
		   bool around); /* those that hold the project, or the others */
int cb_plan_daemon(struct cb_planner *m, const struct cb_mount_row *row); /* a row of that kind */
int cb_plan_kept(struct cb_planner *m);
int cb_plan_login(struct cb_planner *m);        /* that all sandboxes share */
int cb_plan_agent_memory(struct cb_planner *m); /* that all profiles share */

/* One note for all of them, named below `base`: `what: a, b and more`. */
void cb_plan_note_paths(struct cb_planner *m, const char *what, const struct cb_strv *paths,
			const char *base);

/* What git's index says of a path of the project. */
enum cb_tracked cb_plan_is_tracked(const struct cb_planner *m, const char *path);

/* Files in the project that look like secrets: a note. */
void cb_plan_secret_files(struct cb_planner *m);

/* The copy of a git configuration; the names of what it lacks are added to `taken`. */
int cb_plan_git_config(struct cb_planner *m, const struct cb_kept *kept, struct cb_strv *taken);
int cb_plan_stage(struct cb_planner *m);   /* which of the mounts are staged */
int cb_plan_sockets(struct cb_planner *m); /* where unix sockets can be made */
int cb_plan_env(struct cb_planner *m);
int cb_plan_command(struct cb_planner *m);

/* Refuses a standard stream that leads out of the sandbox's network. */
int cb_plan_streams(const struct cb_policy *policy, const struct cb_facts *facts,
		    struct cb_error *err);
int cb_plan_told(struct cb_planner *m); /* SANDBOX.md, of a plan that has all the rest */

/* The project's own tools. */
int cb_plan_tools(const struct cb_facts *facts, struct cb_plan *plan, struct cb_error *err);

#endif
