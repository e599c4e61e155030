/* Whether slirp4netns can ask one of the host's resolvers. Pure. */
#ifndef CB_FORMATS_RESOLV_CONF_H
#define CB_FORMATS_RESOLV_CONF_H

#include <stdbool.h>

/* A resolv.conf that names resolvers, all of them by IPv6. */
bool cb_resolver_is_ipv6_only(const char *conf);

#endif
