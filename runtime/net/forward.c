/* Tier `none` with forwarded ports: a network of loopback only, on which they are. */
#include "net/listen.h"

static int start(const struct cb_plan *plan, int sync, struct cb_error *err)
{
	return cb_listen_only(plan, NULL, sync, err);
}

const struct cb_net cb_net_forward = { start, NULL, true };
