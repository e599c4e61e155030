/* The user's name and address for commits, and what is inert of his other git settings, as the
 * host's own git sees them for this project. Part of facts. */
#ifndef CB_HOST_IDENTITY_H
#define CB_HOST_IDENTITY_H

#include "base/error.h"
#include "formats/git-identity.h"

/* `gitdir` decides includeIf and may be NULL. An answer of git's that is none means: no identity;
 * a git that cannot be started is an error. */
int cb_identity_read(const char *git, const char *gitdir, const char *home, char *const *env,
		     struct cb_identity *ret, struct cb_error *err);

#endif
