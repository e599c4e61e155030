/* What may never be exposed to the sandbox, whatever asks for it: the project, a mount row, an
 * extra mount. Pure: decides on real paths that facts has read. */
#ifndef CB_PLAN_GUARD_H
#define CB_PLAN_GUARD_H

#include "base/error.h"
#include "host/facts.h"

/* Chooses the project: the top level of git, so that git works from a subdirectory; the current
 * directory where there is none, or where the top level may not be shown. Refuses only a .git that
 * is not to be believed; whether the directory may be shown is asked when a plan is made of it. */
int cb_choose_project(const struct cb_policy *policy, const struct cb_facts *facts,
		      struct cb_project *ret, struct cb_error *err);

/* A .git that is forged. */
int cb_guard_git(const struct cb_git *git, struct cb_error *err);

/* A project, or an extra mount the user names: `what` says which. */
int cb_guard_project(const struct cb_facts *facts, const char *what, const char *path,
		     struct cb_error *err);

/* The source of a row of the policy: its name was checked when the policy was compiled; this
 * checks where it really leads. */
int cb_guard_source(const struct cb_facts *facts, const char *path, struct cb_error *err);

#endif
