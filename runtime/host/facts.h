/* What the launcher knows of the host: read once, by the facts files only, before anything is
 * decided. Tests fill this struct by hand to plan for hosts that do not exist. */
#ifndef CB_HOST_FACTS_H
#define CB_HOST_FACTS_H

#include "base/error.h"
#include "base/strv.h"
#include "cli/opts.h"
#include "formats/tools-list.h"
#include "host/agent-memory.h"
#include "host/git.h"
#include "host/identity.h"
#include "host/login-files.h"
#include "host/protect.h"
#include "host/streams.h"
#include "host/userns.h"
#include "vocab/policy.h"

#include <stdbool.h>
#include <sys/types.h>

/* Where the host's name servers are, and what is too large to be that. */
#define CB_RESOLV_PATH "/etc/resolv.conf"
#define CB_RESOLV_LIMIT ((size_t)65536)

/* A host path somebody wants to mount, where it really leads. */
struct cb_source {
	char *real; /* NULL: it does not exist, or the row has none */
	bool is_directory, is_socket;
};

/* The agent's program. */
struct cb_agent {
	char *program; /* real path; NULL: not found */
	char *package; /* what must be shown for it to run: itself, or the package of a script */
	char *passed;  /* the first `claude` on PATH that was not taken; NULL: there was none */
	const char *fault; /* what that is */
};

struct cb_facts {
	uid_t uid;
	gid_t gid;
	char *user;
	char *home;        /* real path; where HOME is inside too */
	char *home_passwd; /* real path of the other home, guarded as well; may equal home */
	char *cwd;         /* real path */
	char *self;        /* real path of this launcher */
	char *const *env;  /* the host's environment, borrowed */
	struct cb_git git;
	struct cb_identity identity;
	struct cb_agent agent;

	struct cb_source *sources; /* one a mount row of the policy */
	size_t source_count;
	struct cb_source *extras; /* one a mount of the command line, read-only ones first */
	size_t extra_count, extra_ro_count;

	char *ssh_agent;    /* real path of the ssh-agent's socket; NULL: there is none */
	bool state_is_link; /* ~/.claudebox is a symbolic link */

	/* Where secret paths really lie, for those that are or lead through symbolic links. */
	struct cb_strv secret_reals;

	char *resolv_conf; /* contents; NULL: there is none */
	char *localtime;
	size_t localtime_size;
	char *zone; /* contents of the file that TZ names; NULL: it names none */
	size_t zone_size;
	bool has_keys; /* there is a /proc/keys, which a kernel may lack */
	struct cb_login login;
	struct cb_agent_memory memory; /* of this project's agent */

	bool asks_tools;           /* the project has a list of its own tools */
	struct cb_asked tools;     /* what it says */
	struct cb_keeping keeping; /* of the project and what else is writable */

	enum cb_nix_answer nix; /* ABSENT where the policy has no daemon: nobody asked */

	struct cb_stream streams[CB_STREAM_COUNT];

	enum cb_userns userns;          /* WORKS, or what keeps bwrap from working here */
	bool int_ignored, quit_ignored; /* by whoever started us: the agent inherits it */
};

#define cleanup_facts __attribute__((cleanup(cb_facts_clear)))

int cb_facts_read(const struct cb_policy *policy, const struct cb_opts *opts, char *const *env,
		  struct cb_facts *ret, struct cb_error *err);

/* Who runs it and where the home is, alone: `env` is given, the rest zero. */
int cb_facts_read_user(struct cb_facts *facts, struct cb_error *err);
void cb_facts_clear(struct cb_facts *facts);

#endif
