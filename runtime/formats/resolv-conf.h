/* Which resolver of the host's the backend can ask. Pure. */
#ifndef CB_NET_RESOLVER_H
#define CB_NET_RESOLVER_H

#include <stdbool.h>

/* A resolv.conf that names resolvers, all of them by IPv6. */
bool cb_resolver_is_ipv6_only(const char *conf);

#endif
