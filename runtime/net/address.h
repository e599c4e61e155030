/* Addresses as bytes: which ones a private network may not lead to. Pure. */
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

/* Public as far as the policy's block list goes. IPv6: nothing outside 2000::/3 is. */
bool cb_address_is_open(const struct cb_policy *policy, const struct cb_address *address);

#endif
