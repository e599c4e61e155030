/* Where the agent's program is and what of the host must be shown for it to run. Part of facts. */
#ifndef CB_HOST_AGENT_H
#define CB_HOST_AGENT_H

#include "host/facts.h"

/* `pinned` by the policy, or found in the host's PATH. Not found: both fields stay NULL. `project`
 * is a real path. */
void cb_agent_read(const char *pinned, const char *search, const char *project,
		   struct cb_agent *ret);
void cb_agent_clear(struct cb_agent *agent);

#endif
