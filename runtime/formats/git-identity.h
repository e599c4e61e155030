/* What of the user's own git configuration the agent's git gets too: name and address, and settings
 * that are inert. Most configurations are read without git: starting it takes half as long as the
 * whole sandbox. Pure. */
#ifndef CB_FORMATS_GIT_IDENTITY_H
#define CB_FORMATS_GIT_IDENTITY_H

#include "base/strv.h"

#include <stdbool.h>
#include <stddef.h>

struct cb_identity {
	char *name, *email;      /* NULL: not configured */
	struct cb_strv settings; /* section.key=value, of git-settings.def */
	char *excludes_file;     /* as it is configured; NULL: it is not */
	char *ignored;           /* the patterns in it, or where it is by default; NULL: none */
};

/* Reads a configuration file. False: git must be asked, because there is an include, or something
 * that git may not take. */
bool cb_git_identity_read(const char *text, size_t size, struct cb_identity *ret);

/* Reads what `git config --null --list` says, `user.name\nAda\0user.email\nada@…\0`, as far as it
 * can be understood. */
void cb_identity_parse(const char *text, size_t size, struct cb_identity *identity);

/* The patterns of a global excludes file, without comments and what looks like a secret. */
char *cb_git_settings_ignored(const char *text, size_t size);

#endif
