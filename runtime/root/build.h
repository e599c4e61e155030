/* Builds the root of the sandbox by descriptor, before bwrap starts. */
#ifndef CB_ROOT_BUILD_H
#define CB_ROOT_BUILD_H

#include "base/error.h"
#include "plan/plan.h"

/* Moves this process into a user and a mount namespace of its own and builds there what the plan
 * shows, but for what only bwrap can mount. The tree is CB_TREE_NAME in plan->stage, which becomes
 * the current directory. -1: whatever failed refuses the launch; there is no other way to the same
 * root (L30). */
int cb_root_build(const struct cb_plan *plan, struct cb_error *err);

#endif
