/* What in the agent's memory can run something, which all profiles of a project share. Part of
 * facts. */
#ifndef CB_HOST_AGENT_MEMORY_H
#define CB_HOST_AGENT_MEMORY_H

#include "base/error.h"
#include "host/protect.h"
#include "vocab/policy.h"

#include <stdbool.h>

struct cb_facts;

struct cb_agent_memory {
	char *place;              /* where it lies */
	struct cb_keeping looked; /* its files, and the record of this profile's last session */
	bool shared;              /* another profile has had a session too */
};

int cb_agent_memory_read(const struct cb_policy *policy, const struct cb_facts *facts,
			 struct cb_agent_memory *ret, struct cb_error *err);
void cb_agent_memory_clear(struct cb_agent_memory *memory);

#endif
