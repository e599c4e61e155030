/* The sidecar of tier internet: starts slirp4netns, adds to the filter when the host joins another
 * network, and ends with the sandbox. */
#ifndef CB_NET_SUPERVISOR_H
#define CB_NET_SUPERVISOR_H

#include "vocab/policy.h"

#include <sys/types.h>

struct cb_supervisor {
	const struct cb_policy *policy;
	pid_t launcher;
};

/* For cb_sidecar_start; data is a struct cb_supervisor. Says that it is ready when it watches the
 * host, then receives the filter's netlink socket, and says it again when the link is there. */
void cb_supervisor_run(void *data);

#endif
