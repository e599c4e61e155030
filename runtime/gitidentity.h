/* The user's name and address in a git configuration that is simple enough to be read without git,
 * as most are: starting git takes half as long as the whole sandbox. Pure. */
#ifndef CB_GITIDENTITY_H
#define CB_GITIDENTITY_H

#include "facts-identity.h"

#include <stdbool.h>
#include <stddef.h>

/* False: git must be asked, because there is an include, an escape, a quote in a value or anything
 * else that is not plain; or because there is no memory. The last of each wins, as in git. */
bool cb_gitidentity_read(const char *text, size_t size, struct cb_identity *ret);

#endif
