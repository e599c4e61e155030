/* The boundary of tier internet: an nf_tables chain on what leaves the sandbox's network. Routes
 * are no boundary: SO_BINDTODEVICE, IP_UNICAST_IF and IP_PKTINFO get round them. */
#ifndef CB_NET_FILTER_H
#define CB_NET_FILTER_H

#include "vocab/policy.h"

#include <stddef.h>

/* Drops everything but loopback, the resolver, and addresses outside the policy's blocks and the
 * `more` ones. `fd` is a netfilter socket of that network. -1 with errno. */
int cb_filter_make(int fd, const struct cb_policy *policy, const struct cb_prefix *more,
		   size_t count);

/* Drops one more block from now on. */
int cb_filter_block(int fd, const struct cb_prefix *prefix);

#endif
