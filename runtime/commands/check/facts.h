/* What --check knows of the host. Every fact is read by itself: what cannot be read is a fact too,
 * as the error of reading it, and keeps no other from being read. */
#ifndef CB_COMMANDS_CHECK_FACTS_H
#define CB_COMMANDS_CHECK_FACTS_H

#include "base/error.h"
#include "host/facts.h"

#include <sys/stat.h>

/* A program of the policy that was run. */
struct cb_ran {
	int error;    /* 0; -1: it ran and failed; else why it could not be started */
	char *output; /* its first line; NULL: nothing */
};

/* A file or directory of claudebox's own. */
struct cb_own_place {
	int error; /* of looking at it itself, no link followed; ENOENT: it is not there */
	mode_t mode;
	uid_t uid;
	off_t size;
	int write_error; /* of writing there */
};

/* What claudebox keeps below ~/.claudebox, from the top. */
#define CB_CHECK_PLACES 3
extern const char *const cb_check_places[CB_CHECK_PLACES];

struct cb_checkup {
	/* The machine. */
	char *release;         /* the kernel's; NULL: not known */
	struct cb_ran bwrap;   /* --version */
	struct cb_ran sandbox; /* an empty sandbox; what bwrap says about it */
	struct cb_ran slirp;   /* --version */
	char *bwrap_real;
	struct cb_strv missing; /* baked-in paths that are not there, or cannot be run */
	struct cb_strv quiet;   /* forwarded ports where nothing listens */
	size_t path_count;      /* of the baked-in ones */

	/* The user. */
	struct cb_facts user; /* who and where the home is, as far as that is known */
	struct cb_error user_error;
	uint64_t disk_free, disk_inodes; /* where the state is */
	struct cb_own_place places[CB_CHECK_PLACES];
	struct cb_own_place login; /* the file */
	struct cb_agent agent;
	char *agent_package_json; /* of the package the agent is in; NULL: in none */
	char *interpreter;        /* of a script, by its first line; NULL: the agent is none */
	char *env_program;        /* what `#!/usr/bin/env` is to find; NULL: another first line */
	bool env_program_found;   /* in the PATH of the policy */

	/* What a launch reads, if it could. */
	struct cb_facts facts;
	struct cb_error facts_error;

	enum cb_userns sign;
	enum cb_nix_answer nix;
	int landlock;       /* its ABI; 0: none */
	int tiocsti;        /* the switch against terminal injection; -1: this kernel has none */
	int userns_error;   /* of making a user namespace that is of use */
	int seccomp_error;  /* of the policy's own filter */
	int tun_error;      /* tier internet: of opening the device */
	int filter_error;   /* of making the packet filter in a network of its own */
	int disk_error;     /* of asking for its space */
	int terminal_error; /* of opening it to ask */
	bool bwrap_setuid;
	bool home_believed; /* the home is what HOME says */
	bool has_facts;
	bool failed; /* no memory */
};

#define cleanup_checkup __attribute__((cleanup(cb_checkup_clear)))

/* `looking` is told what is looked at next, where that may take its time; may be NULL. */
typedef void cb_looking(const char *what);
void cb_checkup_read(const struct cb_policy *policy, char *const *env, cb_looking *looking,
		     struct cb_checkup *ret);
void cb_checkup_clear(struct cb_checkup *checkup);

/* The parts. */
void cb_checkup_read_kernel(const struct cb_policy *policy, struct cb_checkup *checkup);
void cb_checkup_read_network(const struct cb_policy *policy, struct cb_checkup *checkup);
void cb_checkup_read_paths(const struct cb_policy *policy, struct cb_checkup *checkup);
void cb_checkup_read_home(struct cb_checkup *checkup);
void cb_checkup_read_agent(const struct cb_policy *policy, char *const *env,
			   struct cb_checkup *checkup);

#endif
