/* --check: what this machine lacks for a sandbox, a row for each thing. */
#ifndef CB_COMMANDS_CHECK_CHECK_H
#define CB_COMMANDS_CHECK_CHECK_H

#include "base/error.h"
#include "host/facts.h"
#include "show/show.h"
#include "vocab/policy.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

/* A program of the policy that was run. */
struct cb_run_result {
	int error;    /* 0; -1: it ran and failed; else why it could not be started */
	char *output; /* its first line; NULL: nothing */
};

/* A file or directory of claudebox's own. */
struct cb_own_file {
	int error; /* of looking at it itself, no link followed; ENOENT: it is not there */
	mode_t mode;
	uid_t uid;
	off_t size;
	int write_error; /* of writing there */
};

/* The directories that claudebox keeps in the home, from the top. */
#define CB_STATE_DIRS 3
extern const char *const cb_state_dirs[CB_STATE_DIRS];

/* What --check knows of the host. What cannot be read is a fact too, as the error of reading it,
 * and keeps nothing else from being read. Errors are errno's; 0: none. */
struct cb_check_facts {
	char *const *env; /* the host's, given */

	/* The machine. */
	char *release;                /* the kernel's; NULL: not known */
	struct cb_run_result bwrap;   /* --version */
	struct cb_run_result sandbox; /* an empty sandbox; what bwrap says about it */
	struct cb_run_result slirp;   /* --version */
	char *bwrap_real;
	struct cb_strv missing; /* paths of the policy that are not there, or cannot be run */
	size_t path_count;      /* of those that were looked at */
	struct cb_strv silent;  /* forwarded ports where nothing listens */
	enum cb_userns sign;    /* what speaks against user namespaces */
	enum cb_nix_answer nix;
	int landlock;       /* its ABI; 0: none */
	int yama;           /* its ptrace_scope; -1: none */
	int tiocsti;        /* the switch against terminal injection; -1: this kernel has none */
	int userns_error;   /* of making a user namespace that is of use */
	int seccomp_error;  /* of the policy's own filter */
	int tun_error;      /* tier internet: of opening the device */
	int filter_error;   /* of making the packet filter in a network of its own */
	int terminal_error; /* of opening it to ask */
	int disk_error;     /* of asking for the space where the state is */

	/* The user. */
	uint64_t disk_free, disk_inodes;
	struct cb_facts user; /* who and where the home is, as far as that is known */
	struct cb_error user_error;
	struct cb_own_file state[CB_STATE_DIRS];
	struct cb_own_file login;
	struct cb_agent agent;
	char *agent_package_json; /* of the package the agent is in; NULL: in none */
	char *interpreter;        /* of a script, by its first line; NULL: the agent is none */
	char *env_program;        /* what `#!/usr/bin/env` is to find; NULL: another first line */

	/* What a launch reads. */
	struct cb_facts launch;
	struct cb_error launch_error;

	bool bwrap_setuid;
	bool home_believed;     /* the home is what HOME says */
	bool env_program_found; /* in the PATH of the policy */
	bool has_launch;        /* `launch` could be read */
};

enum cb_health { CB_HEALTH_OK, CB_HEALTH_WARN, CB_HEALTH_FAIL, CB_HEALTH_COUNT };

struct cb_check_row {
	enum cb_health health;
	const char *what; /* checks.def */
	char *found;
	char *hint;          /* what to do; NULL: nothing */
	bool hint_has_lines; /* those that begin with a blank are to be copied */
};

struct cb_check_report {
	struct cb_check_row *rows;
	size_t len, cap;
};

/* --- facts.c: each reads its part --------------------------------------------------------- */

void cb_check_read_kernel(const struct cb_policy *policy, struct cb_check_facts *facts);
void cb_check_read_paths(const struct cb_policy *policy, struct cb_check_facts *facts);
void cb_check_read_network(const struct cb_policy *policy, struct cb_check_facts *facts);
void cb_check_read_home(const struct cb_policy *policy, struct cb_check_facts *facts);
void cb_check_read_launch(const struct cb_policy *policy, struct cb_check_facts *facts);
void cb_check_read_agent(const struct cb_policy *policy, struct cb_check_facts *facts);

/* --- act.c: what only trying tells -------------------------------------------------------- */

/* Namespaces and the system call filter. */
void cb_check_try_kernel(const struct cb_policy *policy, struct cb_check_facts *facts);
/* Runs bwrap: its version, and a sandbox around nothing. */
void cb_check_try_bwrap(const struct cb_policy *policy, struct cb_check_facts *facts);
/* slirp4netns, its device and the packet filter; opens the terminal. */
void cb_check_try_network(const struct cb_policy *policy, struct cb_check_facts *facts);
void cb_check_try_terminal(const struct cb_policy *policy, struct cb_check_facts *facts);

/* --- decide.c, decide-machine.c, decide-user.c, decide-agent.c: pure ---------------------- */

/* A row for each thing that this profile needs. */
struct cb_check_report cb_check_decide(const struct cb_policy *policy,
				       const struct cb_check_facts *facts);
enum cb_health cb_check_worst(const struct cb_check_report *report);

/* What the functions of checks.def are given: each adds its row, or none. */
struct cb_checker {
	const struct cb_policy *policy;
	const struct cb_check_facts *facts;
	const char *what;
	struct cb_check_report *report;
};

#define X(what, decide) void decide(struct cb_checker *c);
#include "commands/check/checks.def"
#undef X

/* Adds the row: how it is, what to do (NULL: nothing), what was found. Secrets are struck out. */
__attribute__((format(printf, 4, 5))) void cb_check_add(struct cb_checker *c, enum cb_health health,
							const char *hint, const char *found, ...);
#define cb_check_ok(c, ...) cb_check_add(c, CB_HEALTH_OK, NULL, __VA_ARGS__)
#define cb_check_warn(c, hint, ...) cb_check_add(c, CB_HEALTH_WARN, hint, __VA_ARGS__)
#define cb_check_fail(c, hint, ...) cb_check_add(c, CB_HEALTH_FAIL, hint, __VA_ARGS__)

/* Adds a refusal of the launch, in its own words. */
void cb_check_add_error(struct cb_checker *c, const struct cb_error *err);

/* What the launch of a shell, or of the agent, would do; -1: why it would be refused. */
int cb_check_plan(const struct cb_checker *c, bool shell, struct cb_plan *ret,
		  struct cb_error *err);

/* The version of an agent's program as its path or its package tells it; NULL: neither does. */
char *cb_check_agent_version(const char *program, const char *package_json);

/* --- show.c ------------------------------------------------------------------------------ */

void cb_show_check(struct cb_screen screen, const struct cb_policy *policy,
		   const struct cb_check_report *report);
void cb_show_check_json(FILE *file, const struct cb_policy *policy,
			const struct cb_check_report *report);

#endif
