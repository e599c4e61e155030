/* Addresses as bytes, and which of them a private network must not reach. Pure. */
#ifndef CB_NET_ADDRESS_H
#define CB_NET_ADDRESS_H

#include "vocab/policy.h"

#include <stdbool.h>

/* Of an IPv4 address the first four bytes count. */
struct cb_address {
	bool v6;
	uint8_t bytes[16];
};

bool cb_prefix_holds(const struct cb_prefix *prefix, const struct cb_address *address);

/* The address is in no block of the policy, and, for IPv6, within 2000::/3. */
bool cb_address_is_open(const struct cb_policy *policy, const struct cb_address *address);

#endif
