/* What must never be shown in a sandbox, whatever asks for it: the project, a mount of the policy,
 * a mount of the command line. Pure: decides on real paths that were read before. */
#ifndef CB_PLAN_GUARD_H
#define CB_PLAN_GUARD_H

#include "base/error.h"
#include "host/facts.h"

/* Chooses the project: git's top level, so that git works from a subdirectory; the current
 * directory where there is no repository or its top level must not be shown. Refuses only a forged
 * .git. Whether the project may be shown is checked by cb_plan_make(). */
int cb_choose_project(const struct cb_policy *policy, const struct cb_facts *facts,
		      struct cb_project *ret, struct cb_error *err);

/* Refuses a forged .git. */
int cb_guard_git(const struct cb_git *git, struct cb_error *err);

/* Refuses a project, or a mount of the command line, that must not be shown; `what` names it in the
 * message. */
int cb_guard_project(const struct cb_facts *facts, const char *what, const char *path,
		     struct cb_error *err);

/* The same for the real path of a policy's mount, whose name the generator has checked. */
int cb_guard_source(const struct cb_facts *facts, const char *path, struct cb_error *err);

#endif
