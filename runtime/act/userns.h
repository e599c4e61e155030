/* Whether user namespaces work here: tried in a child, and gone with it. */
#ifndef CB_ACT_USERNS_H
#define CB_ACT_USERNS_H

#include <stdbool.h>

/* Makes a user and a mount namespace, and more by `flags` (CLONE_NEWNET), as the launcher does for
 * itself. 0, or the error. */
int cb_userns_try(int flags);

/* The launcher can make its own, and bwrap can make a sandbox that runs `self`. */
bool cb_userns_works(const char *bwrap, const char *self);

#endif
