/* Which tier starts what. */
#include "net/net.h"

#include "net/listen.h"

/* Tier `none`: bwrap makes an empty network, unless ports of the host's loopback are forwarded. */
static int start_none(const struct cb_plan *plan, int sync, struct cb_error *err)
{
	return cb_network_is_made(plan->policy) ? cb_listen_only(plan, NULL, sync, err) : 0;
}

int cb_net_start(const struct cb_plan *plan, int sync, struct cb_error *err)
{
	switch (plan->policy->network) {
	case CB_TIER_FULL:
		return cb_net_follow_resolv_conf(plan, sync, err);
	case CB_TIER_INTERNET:
		return cb_net_start_internet(plan, sync, err);
	case CB_TIER_DOMAINS:
		return cb_net_start_domains(plan, sync, err);
	default:
		return start_none(plan, sync, err);
	}
}
