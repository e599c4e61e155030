/* What of the user's own git settings the agent's git gets too: the name and address, and what is
 * inert. Each value is checked. Pure. */
#ifndef CB_GITSETTINGS_H
#define CB_GITSETTINGS_H

#include "formats/git-config.h"
#include "host/identity.h"

#include <stdbool.h>

/* Takes one setting, or takes back what an earlier one of this name said; others are passed over.
 */
void cb_gitsettings_take(struct cb_identity *who, const struct cb_gitsetting *setting);

/* The patterns of a global excludes file, without comments and what looks like a secret. Caller
 * frees; NULL: no memory. */
char *cb_gitsettings_ignored(const char *text, size_t size);

#endif
