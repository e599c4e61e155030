/* Comparing addresses with blocks of them. */
#include "net/address.h"

#include <string.h>

bool cb_prefix_holds(const struct cb_prefix *prefix, const struct cb_address *address)
{
	size_t whole = prefix->bits / 8, rest = prefix->bits % 8;
	if (prefix->v6 != address->v6 || memcmp(prefix->bytes, address->bytes, whole) != 0)
		return false;
	unsigned mask = 0xff00U >> rest & 0xffU;
	return rest == 0 || ((prefix->bytes[whole] ^ address->bytes[whole]) & mask) == 0;
}

bool cb_address_is_open(const struct cb_policy *policy, const struct cb_address *address)
{
	/* 2000::/3 is all that is assigned to the public; mapped, translated and private addresses
	 * lie outside it. */
	if (address->v6 && address->bytes[0] >> 5 != 1)
		return false;
	for (size_t i = 0; i < policy->block_count; i++)
		if (cb_prefix_holds(&policy->block[i], address))
			return false;
	return true;
}
