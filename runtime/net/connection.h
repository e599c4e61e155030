/* One connection that a sandbox makes out of its private network, in a process of its own: what
 * comes from inside is hostile, and so may be what a name server answers. */
#ifndef CB_NET_CONNECTION_H
#define CB_NET_CONNECTION_H

#include "formats/proxy-log.h"
#include "vocab/policy.h"

/* The descriptors of such a process; it has no others but /dev/null. */
enum {
	CB_CONNECTION_REFUSALS = 0, /* a struct cb_refusal is written for each */
	CB_CONNECTION_CLIENT = 3,   /* from inside */
};

/* What the policy refused, for the user. Written and read at once. */
struct cb_refusal {
	char host[CB_NAME_MAX + 1], why[CB_PROXY_LOG_WHY + 1];
	uint16_t port;
};

/* Carries it to `port` of the host's loopback, or, where that is 0, to where it asks the proxy for.
 * Returns when it has ended or was refused; SIGALRM ends what takes too long. */
void cb_connection_run(const struct cb_policy *policy, uint16_t port);

#endif
