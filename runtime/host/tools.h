/* What tools the project asks for, and whether they were built already. Part of facts. */
#ifndef CB_HOST_TOOLS_H
#define CB_HOST_TOOLS_H

#include "base/error.h"
#include "host/facts.h"
#include "vocab/policy.h"

int cb_tools_read(const struct cb_policy *policy, struct cb_facts *facts, struct cb_error *err);

/* Where they could not be seen: says so, or the agent would look for them in vain. */
int cb_tools_refuse(const struct cb_policy *policy, struct cb_facts *facts, struct cb_error *err);

#endif
