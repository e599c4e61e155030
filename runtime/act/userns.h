/* Whether the namespaces of a launch can be made here: tried in children, and gone with them. */
#ifndef CB_ACT_USERNS_H
#define CB_ACT_USERNS_H

#include "vocab/policy.h"

#include <stdbool.h>

/* Makes those that the launcher makes for itself. 0, or the error. */
int cb_userns_try(const struct cb_policy *policy);

#define CB_USERNS_OUTPUT 4096

/* Runs bwrap with its own, `inside` those of the launcher or without them, around `self --version`.
 * As cb_run(), and -1 where those of the launcher cannot be made; what bwrap wrote is a string in
 * `output`. */
int cb_userns_run_bwrap(const struct cb_policy *policy, const char *self, bool inside,
			char output[CB_USERNS_OUTPUT + 1]);

/* The launcher can make its own, and bwrap can make a sandbox in them that runs `self`. */
bool cb_userns_works(const struct cb_policy *policy, const char *self);

#endif
