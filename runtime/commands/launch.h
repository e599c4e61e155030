/* A launch: facts, guard, plan, the audit and its question, and then the writer, who becomes bwrap.
 */
#ifndef CB_LAUNCH_H
#define CB_LAUNCH_H

#include "base/error.h"
#include "cli/opts.h"

/* Returns only on failure. */
int cb_launch(const struct cb_opts *opts, char *const *env, struct cb_error *err);

#endif
