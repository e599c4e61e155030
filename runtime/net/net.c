/* Which tier starts what. Nothing is closed here: where a step fails the launcher ends, and else
 * the exec of bwrap closes what it must not have. */
#include "net/net.h"

#include "net/netns.h"
#include "net/relay.h"

#include <unistd.h>

/* A network of loopback only, with a relay. One user namespace will do here: its capabilities are
 * gone with the exec of bwrap, which makes its own below it. */
static int start_loopback(const struct cb_plan *plan, int sync, struct cb_error *err)
{
	struct cb_relay relay;
	int life[2];
	if (cb_netns_open_life(life, err) < 0 || cb_relay_start(plan, life[0], &relay, err) < 0 ||
	    cb_netns_enter(geteuid(), getegid(), err) < 0 || cb_relay_listen(&relay, err) < 0)
		return -1;
	return cb_netns_hand_life(life[1], sync, err);
}

int cb_net_start(const struct cb_plan *plan, int sync, struct cb_error *err)
{
	if (plan->policy->network == CB_TIER_INTERNET)
		return cb_net_start_internet(plan, sync, err);
	if (plan->policy->network == CB_TIER_FULL)
		cb_net_follow_resolv_conf(plan);
	/* For the rest of tier `none` bwrap makes an empty network. */
	return cb_network_is_made(plan->policy) ? start_loopback(plan, sync, err) : 0;
}
