/* The user's name and address for commits, as the host's own git sees them for this project.
 * Part of facts. */
#ifndef CB_FACTS_IDENTITY_H
#define CB_FACTS_IDENTITY_H

#include "error.h"

struct cb_identity {
	char *name, *email; /* NULL: not configured */
};

/* `gitdir` decides includeIf and may be NULL. An answer of git's that is none means: no identity;
 * a git that cannot be started is an error. */
int cb_identity_read(const char *git, const char *gitdir, const char *home, char *const *env,
		     struct cb_identity *ret, struct cb_error *err);
void cb_identity_clear(struct cb_identity *identity);

#endif
