/* One connection from a sandbox's private network to the outside, in a process of its own: the
 * bytes from inside are hostile, and a name server's answer may be. */
#ifndef CB_NET_CONNECTION_H
#define CB_NET_CONNECTION_H

#include "formats/proxy-log.h"
#include "vocab/policy.h"

/* The descriptors of such a process; it has no others but /dev/null. */
enum {
	CB_CONNECTION_REFUSALS = 0, /* a struct cb_refusal is written for each */
	CB_CONNECTION_CLIENT = 3,   /* from inside */
};

/* What the policy refused, for the user to read; small enough for one write to a pipe to be
 * atomic. */
struct cb_refusal {
	char host[CB_NAME_MAX + 1], why[CB_PROXY_LOG_WHY + 1];
	uint16_t port;
};

/* Connects the client to `port` of the host's loopback or, where that is 0, to the host that it
 * asks the proxy for. Returns when the connection has ended or was refused; SIGALRM ends the
 * process when it takes too long. */
void cb_connection_run(const struct cb_policy *policy, uint16_t port);

#endif
