/* The user's name and address for commits, as the host's own git sees them for this project.
 * Part of facts; the one program facts runs. */
#ifndef CB_FACTS_IDENTITY_H
#define CB_FACTS_IDENTITY_H

struct cb_identity {
	char *name, *email; /* NULL: not configured */
};

/* `gitdir` decides includeIf and may be NULL. Whatever goes wrong means: no identity. */
void cb_identity_read(const char *git, const char *gitdir, const char *home, char *const *env,
		      struct cb_identity *ret);
void cb_identity_clear(struct cb_identity *identity);

#endif
