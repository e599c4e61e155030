/* The stage: a user and a mount namespace of our own in which the root of the sandbox is built
 * before bwrap starts. */
#ifndef CB_ROOT_BUILD_H
#define CB_ROOT_BUILD_H

#include "base/error.h"
#include "plan/plan.h"

/* 0: this process is in the new namespaces, with the root at plan->stage. -1: it could not be
 * built; whatever fails refuses the launch, since there is no other way to the same root (L30). */
int cb_root_build(const struct cb_plan *plan, struct cb_error *err);

#endif
