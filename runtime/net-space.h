/* A network namespace of the sandbox's own, and the way back out for those who stay outside. */
#ifndef CB_NET_SPACE_H
#define CB_NET_SPACE_H

#include "error.h"
#include "net-relay.h"
#include "policy.h"

/* This process moves into a new network namespace that has only loopback, where the relay listens:
 * on CB_PROXY_PORT if there is a gate, and on the policy's forwarded ports. */
int cb_space_relay(const struct cb_policy *policy, const struct cb_gate *gate, int sync,
		   struct cb_error *err);

#endif
