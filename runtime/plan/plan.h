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

/* What of an operation is done there: a path of the store; something of the tree that becomes the
 * root; something that is kept in it. NOT: it belongs to the namespaces that bwrap makes. */
enum cb_stage { CB_STAGE_NOT, CB_STAGE_STORE, CB_STAGE_TREE, CB_STAGE_BELOW };

/* One mount operation, in the order bwrap does them. */
struct cb_op {
	enum cb_kind kind;
	char *from; /* host path, link target, or the word for a made file; NULL: no source */
	char *text; /* content of a made file, else NULL */
	size_t text_size;
	char *to;
	const char *why; /* borrowed from the policy or a literal */
	unsigned mode;   /* of a directory or file that is made; 0: bwrap's own default */
	bool is_directory;
	bool copy; /* a made file that stands for what it is mounted on */
	bool bare; /* on the root itself, which is read-only in the end */
	bool own;  /* there, or on a tmpfs: nobody else can change what is around it */
	enum cb_stage stage;
};

enum cb_origin { CB_ORIGIN_CLAUDEBOX, CB_ORIGIN_POLICY, CB_ORIGIN_HOST, CB_ORIGIN_EXTRA };

struct cb_var {
	char *name, *value;
	enum cb_origin origin;
	bool secret; /* its value is never shown */
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
	struct cb_op *ops;
	size_t op_count, op_cap;
	size_t kept_count; /* of the operations, the last ones: those of protect and hide */
	struct cb_var *vars;
	size_t var_count, var_cap;
	enum cb_nix_answer nix;    /* what became of the daemon, where the policy has one */
	struct cb_state_ops makes; /* on the host, before the launch */
	struct cb_strv notes;      /* what the user should know, a sentence each */
	struct cb_strv command;    /* what bwrap runs: the step, then the agent or the shell */
};

#define cleanup_plan __attribute__((cleanup(cb_plan_clear)))

int cb_plan_make(const struct cb_policy *policy, const struct cb_facts *facts,
		 const struct cb_opts *opts, struct cb_plan *ret, struct cb_error *err);

/* Refuses a launch for what is around it, though its plan is good: streams that lead out, no user
 * namespaces. A dry run is no launch. */
int cb_plan_check(const struct cb_policy *policy, const struct cb_facts *facts,
		  struct cb_error *err);

/* It could be a variable's. */
bool cb_is_name(const char *name);
void cb_plan_clear(struct cb_plan *plan);

/* The daemon's answer, or what the policy makes of it. */
enum cb_nix_answer cb_plan_judge_daemon(const struct cb_policy *policy, enum cb_nix_answer answer);

/* The Nix daemon is let in. */
bool cb_plan_has_daemon(const struct cb_plan *plan);

#endif
