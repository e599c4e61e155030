/* The link of tier internet as the sandbox sees it: its address and its routes. */
#ifndef CB_NET_LINK_H
#define CB_NET_LINK_H

#include "net/host-prefixes.h"
#include "vocab/policy.h"

#define CB_LINK "tap0"

/* Brings the link up, with its address and routes. What the filter drops gets a route that answers
 * with an error; the default route comes last. */
int cb_link_make(const struct cb_policy *policy, const struct cb_host_prefixes *host);

#endif
