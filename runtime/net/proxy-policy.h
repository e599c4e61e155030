/* Which of the sandbox's requests the proxy grants. Pure. */
#ifndef CB_NET_PROXY_POLICY_H
#define CB_NET_PROXY_POLICY_H

#include "net/relay.h"

/* For a cb_gate. */
int cb_proxy_judge(const struct cb_policy *policy, const char *bytes, size_t len,
		   struct cb_wish *ret);
int cb_proxy_judge_tunnel(const char *bytes, size_t len, struct cb_wish *wish);

#endif
