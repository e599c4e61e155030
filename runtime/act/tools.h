/* Has Nix make a project's own tools, before the launch that shows them. */
#ifndef CB_ACT_TOOLS_H
#define CB_ACT_TOOLS_H

#include "base/error.h"
#include "host/facts.h"
#include "plan/plan.h"

/* Sets facts->tools.path. */
int cb_tools_build(const struct cb_plan *plan, struct cb_facts *facts, struct cb_error *err);

#endif
