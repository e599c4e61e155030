/* What a network tier needs around bubblewrap. */
#ifndef CB_NET_NET_H
#define CB_NET_NET_H

#include "base/error.h"
#include "plan/plan.h"

/* Called before this process becomes bwrap. Makes the tier's network, which goes away when the last
 * process of the sandbox closes descriptor `sync`; `sync` is -1 where cb_network_is_made() says no.
 * Fails closed: there is no agent yet. */
int cb_net_start(const struct cb_plan *plan, int sync, struct cb_error *err);

/* For cb_net_start() alone. */
int cb_net_start_internet(const struct cb_plan *plan, int sync, struct cb_error *err);
void cb_net_follow_resolv_conf(const struct cb_plan *plan);

#endif
