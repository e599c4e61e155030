/* The host's own networks, which a sandbox must not reach: its addresses, the prefixes on its
 * links, and what is routed to a tailnet. */
#ifndef CB_NET_HOST_PREFIXES_H
#define CB_NET_HOST_PREFIXES_H

#include "vocab/policy.h"

#include <stddef.h>

#define CB_HOST_PREFIXES 240

struct cb_host_prefixes {
	struct cb_prefix list[CB_HOST_PREFIXES];
	size_t count;
};

/* A socket that becomes readable when addresses or routes of the host change. */
int cb_host_prefixes_watch(void);

bool cb_host_prefixes_has(const struct cb_host_prefixes *prefixes, const struct cb_prefix *prefix);

/* Reads all there are now. -1 with errno, which is ENOBUFS where there are more than fit. */
int cb_host_prefixes_read(struct cb_host_prefixes *ret);

#endif
