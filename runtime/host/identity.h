/* The user's name and address for commits, and what is inert of his other git settings, as the
 * host's own git sees them for this project. Part of facts. */
#ifndef CB_HOST_IDENTITY_H
#define CB_HOST_IDENTITY_H

#include "base/error.h"
#include "base/strv.h"

#include <stddef.h>

struct cb_identity {
	char *name, *email;      /* NULL: not configured */
	struct cb_strv settings; /* section.key=value, of gitsettings.def */
	char *excludes_file;     /* as it is configured; NULL: it is not */
	char *ignored;           /* the patterns in it, or where it is by default; NULL: none */
};

/* `gitdir` decides includeIf and may be NULL. An answer of git's that is none means: no identity;
 * a git that cannot be started is an error. */
int cb_identity_read(const char *git, const char *gitdir, const char *home, char *const *env,
		     struct cb_identity *ret, struct cb_error *err);

/* What `git config --null --list` says, `user.name\nAda\0user.email\nada@…\0`, as far as it
 * can be understood; the last of each wins, as in git. Pure. */
void cb_identity_parse(const char *text, size_t size, struct cb_identity *identity);
void cb_identity_clear(struct cb_identity *identity);

#endif
