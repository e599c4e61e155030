/* Carries connections out of a private network: sockets listen inside, and a process outside
 * accepts from them. A socket stays in the network namespace it was made in, whoever uses it. */
#ifndef CB_NET_RELAY_H
#define CB_NET_RELAY_H

#include "base/error.h"
#include "plan/plan.h"

/* The proxy and forwarded ports. */
#define CB_LISTENERS_MAX 64

struct cb_relay {
	const struct cb_plan *plan;
	int talk; /* the launcher's end; -1: there is nothing to relay */
	int listeners[CB_LISTENERS_MAX];
	uint16_t ports[CB_LISTENERS_MAX]; /* of the host's loopback; 0: the proxy */
	size_t count;
};

/* First, in the host's network: starts the process that accepts, which ends when `life` hangs up.
 * `ret` must last until the next. */
int cb_relay_start(const struct cb_plan *plan, int life, struct cb_relay *ret,
		   struct cb_error *err);

/* Then, in the new one: listens, and hands the sockets over. */
int cb_relay_listen(struct cb_relay *relay, struct cb_error *err);

#endif
