/* Looking a name up on the host, in a process of its own. */
#ifndef CB_NET_PROXY_DNS_H
#define CB_NET_PROXY_DNS_H

#include "vocab/policy.h"

#include <sys/types.h>

/* A descriptor from which one struct cb_answer comes, or nothing for a name that is not known;
 * -1: no process can be made. */
int cb_proxy_dns_start(const struct cb_policy *policy, const char *host, pid_t *ret_child);

#endif
