/* What may never be exposed to the sandbox, whatever asks for it: the project, a mount row, an
 * extra mount. Pure: decides on real paths that facts has read. */
#ifndef CB_PLAN_GUARD_H
#define CB_PLAN_GUARD_H

#include "host/facts.h"

/* A project, or an extra mount the user names: `what` says which. */
/* The directory to be shown: the git top level, so that git works from a subdirectory; the current
 * directory where there is none, or where the top level may not be shown, as *err then says. */
const char *cb_guard_choose(const struct cb_facts *facts, struct cb_error *err);

int cb_guard_project(const struct cb_facts *facts, const char *what, const char *path,
		     struct cb_error *err);

/* The source of a row of the policy: its name was checked when the policy was compiled; this
 * checks where it really leads. */
int cb_guard_source(const struct cb_facts *facts, const char *path, struct cb_error *err);

#endif
