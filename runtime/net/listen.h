/* The relay of a private network and the sockets it accepts from. */
#ifndef CB_NET_LISTEN_H
#define CB_NET_LISTEN_H

#include "base/error.h"
#include "net/relay.h"
#include "plan/plan.h"

/* First, in the host's network: starts the relay for the policy's forwarded ports and, if there is
 * a gate, the proxy. `relay` must last until the next. *ret_talk -1: there is nothing to relay. */
int cb_listen_prepare(const struct cb_plan *plan, const struct cb_gate *gate, int life,
		      struct cb_relay *relay, int *ret_talk, struct cb_error *err);

/* Then, in the new one: listens, and hands the sockets over. Takes `talk`. */
int cb_listen_finish(struct cb_relay *relay, int talk, struct cb_error *err);

/* Both, around entering a network that has loopback only. */
int cb_listen_only(const struct cb_plan *plan, const struct cb_gate *gate, int sync,
		   struct cb_error *err);

#endif
