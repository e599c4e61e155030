/* What of the user's own git settings the agent's git gets too: the name and address, and what is
 * inert. Each value is checked. Pure. */
#ifndef CB_FORMATS_GIT_SETTINGS_H
#define CB_FORMATS_GIT_SETTINGS_H

#include "formats/git-config.h"
#include "host/identity.h"

#include <stdbool.h>

/* Takes one setting, or takes back what an earlier one of this name said; others are passed over.
 */
void cb_git_settings_take(struct cb_identity *who, const struct cb_git_setting *setting);

/* The patterns of a global excludes file, without comments and what looks like a secret. Caller
 * frees; NULL: no memory. */
char *cb_git_settings_ignored(const char *text, size_t size);

#endif
