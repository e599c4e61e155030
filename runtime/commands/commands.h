/* The commands beside an ordinary launch, each from flags to the last line; what they return is the
 * exit code. cb_aside itself, which chooses, is in policy.h: the tables name it. */
#ifndef CB_ASIDE_H
#define CB_ASIDE_H

#include "base/error.h"
#include "cli/opts.h"
#include "vocab/policy.h"

cb_aside_run cb_aside_check;    /* --check: 1 where something is wrong */
cb_aside_run cb_aside_gc;       /* --gc */
cb_aside_run cb_aside_profiles; /* --profiles */
cb_aside_run cb_aside_prove;    /* --prove: 1 where something was reached */
cb_aside_run cb_aside_why;      /* --why: 0 it is there inside, 1 it is not */

/* --profile: becomes the launcher of another one. */
int cb_aside_profile(const struct cb_opts *opts, char *const *env, const char *wanted,
		     struct cb_error *err);

#endif
