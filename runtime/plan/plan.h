/* The plan: everything a launch will do, decided before any of it is done. Pure: policy, facts
 * and options in, ordered operations or a named refusal out. Dry-run, audit and exec read the
 * same plan, so what is shown is what runs. */
#ifndef CB_PLAN_PLAN_H
#define CB_PLAN_PLAN_H

#include "base/error.h"
#include "base/strv.h"
#include "cli/opts.h"
#include "host/facts.h"
#include "plan/instance.h"
#include "vocab/paths.h"
#include "vocab/policy.h"

#include <stdbool.h>

/* The command that the inner step knows as the probes of --prove. */
#define CB_PROBE_COMMAND "probe"

/* The variable that tells the step plan->sockets. */
#define CB_INNER_STEP_SOCKETS "CLAUDEBOX_SOCKETS"

/* Who makes a mount, and when. What belongs to namespaces that bwrap has yet to make, /proc and
 * what is in it, is bwrap's. The launcher makes all others beforehand, in a tree that bwrap is then
 * given as the root. */
enum cb_build_step {
	CB_BUILD_BWRAP, /* by bwrap, behind the launcher's */
	CB_BUILD_STORE, /* a path of the closure: nothing is mounted below it */
	CB_BUILD_TREE,  /* in the tree */
	CB_BUILD_OVER,  /* in the tree, over what is there: it is protected or hidden */
};

/* One mount operation, in the order they are made. */
struct cb_op {
	enum cb_kind kind;
	char *from; /* host path, link target, or the word for a generated file; NULL: no source */
	char *text; /* content of a generated file, else NULL */
	size_t text_size;
	char *to;
	const char *why; /* borrowed from the policy or a literal */
	unsigned mode;   /* of a directory or file that is made; 0: bwrap's own default */
	bool is_directory;
	bool is_copy; /* a generated file that stands for the one it is mounted on */
	bool on_root; /* in no other mount than the root itself, which is read-only in the end */
	bool parent_is_ours; /* on the root or a tmpfs: nobody else can change what is around it */
	enum cb_build_step build;
};

enum cb_origin { CB_ORIGIN_CLAUDEBOX, CB_ORIGIN_POLICY, CB_ORIGIN_HOST, CB_ORIGIN_EXTRA };

struct cb_var {
	char *name, *value;
	enum cb_origin origin;
	bool secret; /* its value is never shown */
};

/* The project's own tools (EXT-01). */
struct cb_plan_tools {
	struct cb_strv names; /* none: it asks for none */
	char *record;         /* what they are built from */
	char *path;           /* store path they were built to; NULL: they are yet to be built */
};

struct cb_plan {
	const struct cb_policy *policy; /* borrowed */
	uid_t uid;
	char *home;
	char *project;
	char *workdir;
	char *state;       /* the state directory, relative to ~/.claudebox */
	char *who;         /* git's name and address, for the eye; NULL: there is none */
	const char *login; /* by what the agent is known to its service, in words */
	char *stage;       /* where the root is built */
	char *sockets;     /* directories where unix sockets can be made, as in PATH */
	bool store;        /* there are paths of a closure */
	bool tty;          /* /dev/tty is inside */
	struct cb_op *ops;
	size_t op_count, op_cap;
	size_t over_count; /* of the operations, the last ones: CB_BUILD_OVER */
	struct cb_var *vars;
	size_t var_count, var_cap;
	enum cb_nix_answer nix; /* what became of the daemon, where the policy has one */
	struct cb_plan_tools tools;
	struct cb_state_ops state_ops; /* on the host, before the launch */
	struct cb_strv notes;          /* what the user should know, a sentence each */
	struct cb_strv command;        /* what bwrap runs: the step, then the agent or the shell */
};

/* These go with their last callers. */
#define cleanup_plan
static inline void cb_plan_clear(struct cb_plan *plan)
{
	*plan = (struct cb_plan) { 0 };
}

/* Of facts whose project was chosen. *ret is untouched on failure. */
int cb_plan_make(const struct cb_policy *policy, const struct cb_facts *facts,
		 const struct cb_opts *opts, struct cb_plan *ret, struct cb_error *err);

/* Refuses a launch for what is around it, though its plan is good: streams that lead out, no user
 * namespaces. A dry run is no launch. */
int cb_plan_check(const struct cb_policy *policy, const struct cb_facts *facts,
		  struct cb_error *err);

/* It could be a variable's. */
bool cb_is_name(const char *name);

/* The daemon's answer, or what the policy and the user make of it. */
enum cb_nix_answer cb_plan_judge_daemon(const struct cb_policy *policy, uid_t uid,
					enum cb_nix_answer answer);

/* The Nix daemon is let in. */
bool cb_plan_has_daemon(const struct cb_plan *plan);

#endif
