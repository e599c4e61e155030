/* The plan: everything a launch will do, decided before any of it is done. Pure: policy, facts and
 * options in; a plan or a refusal out. --dry-run, audit and launch read the same plan, so what is
 * shown is what runs. */
#ifndef CB_PLAN_PLAN_H
#define CB_PLAN_PLAN_H

#include "base/error.h"
#include "base/strv.h"
#include "cli/opts.h"
#include "host/facts.h"
#include "plan/agreement.h"
#include "plan/instance.h"
#include "vocab/paths.h"
#include "vocab/policy.h"

#include <stdbool.h>

/* The command by which the inner step runs the probes of --prove. */
#define CB_PROBE_COMMAND "probe"

/* The variable that passes plan->sockets to the inner step. */
#define CB_INNER_STEP_SOCKETS "CLAUDEBOX_SOCKETS"

/* Who makes a mount. bwrap makes what belongs to the namespaces it creates: /proc and what is in
 * it. The launcher makes everything else before, in a tree that bwrap then gets as the root. */
enum cb_build_step {
	CB_BUILD_BWRAP, /* by bwrap, after all others */
	CB_BUILD_STORE, /* in the tree: a path of the closure, below which nothing is mounted */
	CB_BUILD_TREE,  /* in the tree */
	CB_BUILD_OVER,  /* in the tree, over an existing path that is protected or hidden */
};

/* One mount. They are made in their order. */
struct cb_op {
	enum cb_kind kind;
	char *from; /* host path, link target, or the word for a generated file; NULL: no source */
	char *text; /* contents of a generated file; else NULL */
	size_t text_size;
	char *to;
	const char *why; /* borrowed from the policy or a literal */
	unsigned mode;   /* of a new directory or file; 0: the default of bwrap */
	bool is_directory;
	bool is_copy;        /* a generated file that replaces the host's file below it */
	bool on_root;        /* its parent is the root itself, which becomes read-only */
	bool parent_is_ours; /* its parent is the root or a tmpfs, where nobody else can change
				anything */
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
	char *record;         /* identifies what they are built from */
	char *path;           /* the store path they were built to; NULL: not built yet */
};

struct cb_plan {
	const struct cb_policy *policy; /* borrowed */
	uid_t uid;
	char *home;
	char *project;
	char *workdir;
	char *state;       /* the state directory, relative to ~/.claudebox */
	char *who;         /* git's name and address, to be shown; NULL: none */
	const char *login; /* how the agent authenticates, to be shown */
	char *stage;       /* host directory in which the root is built */
	char *sockets;     /* directories where unix sockets can be made, separated by colons */
	bool store;        /* a closure is mounted */
	bool tty;          /* /dev/tty exists inside */
	struct cb_op *ops;
	size_t op_count, op_cap;
	size_t over_count; /* the last ones of `ops`, which protect or hide */
	struct cb_var *vars;
	size_t var_count, var_cap;
	enum cb_nix_answer nix; /* whether the Nix daemon is let in, or why not */
	struct cb_plan_tools tools;
	struct cb_state_ops state_ops; /* what to make on the host before the launch */
	struct cb_strv notes;          /* what the user should know, a sentence each */
	struct cb_strv command; /* what bwrap runs: the inner step, then the agent or the shell */
	size_t argument_count;  /* the last ones of `command`, which the user passes on */
	struct cb_agreement agreement; /* what the user agrees to, and what has changed in it */
};

/* Makes a plan, of facts with a chosen project. *ret is untouched on failure. */
int cb_plan_make(const struct cb_policy *policy, const struct cb_facts *facts,
		 const struct cb_opts *opts, struct cb_plan *ret, struct cb_error *err);

/* The launch writes down what was agreed to: the next one of the same plan need not ask. */
void cb_plan_remember_agreement(struct cb_plan *plan);

/* Refuses a launch for how it is started: streams that lead out of the sandbox, no user namespaces.
 * Not asked for --dry-run. */
int cb_plan_check(const struct cb_policy *policy, const struct cb_facts *facts,
		  struct cb_error *err);

/* Whether it could be the name of a variable. */
bool cb_is_name(const char *name);

/* The daemon's answer, or what follows from the policy and the user. */
enum cb_nix_answer cb_plan_judge_daemon(const struct cb_policy *policy, uid_t uid,
					enum cb_nix_answer answer);

/* Whether the Nix daemon is let in. */
bool cb_plan_has_daemon(const struct cb_plan *plan);

#endif
