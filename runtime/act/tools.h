/* Has Nix build a project's own tools (EXT-01). */
#ifndef CB_ACT_TOOLS_H
#define CB_ACT_TOOLS_H

#include "base/error.h"
#include "plan/plan.h"

/* Builds the tools of a plan by nix-build, which is given `env`. *ret_path is the store path they
 * are in. */
int cb_tools_build(const struct cb_plan *plan, char *const *env, char **ret_path,
		   struct cb_error *err);

#endif
