/* What the launcher knows of the host: read once, by facts.c only, before anything is decided.
 * Tests fill this struct by hand to plan for hosts that do not exist. */
#ifndef CB_FACTS_H
#define CB_FACTS_H

#include "error.h"
#include "opts.h"
#include "policy.h"
#include "strv.h"

#include <stdbool.h>
#include <sys/types.h>

struct cb_facts {
	uid_t uid;
	gid_t gid;
	char *user;
	char *home;        /* real path; where HOME is inside too */
	char *home_passwd; /* real path of the other home, guarded as well; may equal home */
	char *cwd;         /* real path */
	char *project;     /* real path: the git top level around cwd, else cwd */
	char *self;        /* real path of this launcher */
	char *agent;       /* real path of the agent's program; NULL: not found */
	char *const *env;  /* the host's environment, borrowed */

	/* Real paths of the policy's mount sources, one a row, NULL where a row has no source or
	 * it does not exist. */
	char **sources;
	size_t source_count;

	/* Where secret paths really lie, for those that are or lead through symbolic links. */
	struct cb_strv secret_reals;

	bool int_ignored, quit_ignored; /* by whoever started us: the agent inherits it */
	bool has_tty;                   /* a controlling terminal to ask on */
};

#define cleanup_facts __attribute__((cleanup(cb_facts_clear)))

int cb_facts_read(const struct cb_policy *policy, char *const *env, struct cb_facts *ret,
		  struct cb_error *err);
void cb_facts_clear(struct cb_facts *facts);

#endif
