/* The user's git configuration read without git, as can be done for most: starting git takes half
 * as long as the whole sandbox. Pure. */
#ifndef CB_FORMATS_GIT_IDENTITY_H
#define CB_FORMATS_GIT_IDENTITY_H

#include "host/identity.h"

#include <stdbool.h>
#include <stddef.h>

/* False: git must be asked, because there is an include, or something that git may not take; or
 * because there is no memory. The last of each wins, as in git. */
bool cb_git_identity_read(const char *text, size_t size, struct cb_identity *ret);

#endif
