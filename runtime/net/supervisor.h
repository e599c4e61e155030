/* The helper of tier internet: starts the backend, keeps the filter true while the host moves from
 * network to network, and lets go when the sandbox has ended. */
#ifndef CB_NET_SUPERVISOR_H
#define CB_NET_SUPERVISOR_H

#include "vocab/policy.h"

#include <sys/types.h>

struct cb_supervisor {
	const struct cb_policy *policy;
	pid_t launcher;
};

/* For cb_sidecar_start; data is a struct cb_supervisor. Says that it is ready when it watches the
 * host; then wants the filter's netlink socket, and says it again when the link is there. */
void cb_supervisor_run(void *data);

#endif
