/* Configures the link that slirp4netns has made. Its network is 10.0.2.0/24, and fd00::/64 with
 * IPv6, of which only the gateway (2) and the resolver (3) are neighbours. */
#include "net/link.h"

#include "net/netlink.h"

#include <net/if.h>
#include <sys/socket.h>

#include <linux/if_addr.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>

/* IPv4, of which four bytes count, and IPv6. */
static const uint8_t self[][16] = { { 10, 0, 2, 100 }, { 0xfd, [14] = 1 } },
		     gateway[][16] = { { 10, 0, 2, 2 }, { 0xfd, [15] = 2 } },
		     resolver[][16] = { { 10, 0, 2, 3 }, { 0xfd, [15] = 3 } };

static void raise(struct cb_netlink *m, unsigned index)
{
	const struct ifinfomsg head = { .ifi_index = (int)index,
					.ifi_flags = IFF_UP,
					.ifi_change = IFF_UP };
	cb_netlink_begin(m, RTM_NEWLINK, NLM_F_ACK, &head, sizeof head);
	cb_netlink_end(m);
}

static void add_address(struct cb_netlink *m, unsigned index, bool v6, const uint8_t *bytes)
{
	size_t size = v6 ? 16 : 4;
	const struct ifaddrmsg head = { .ifa_family = v6 ? AF_INET6 : AF_INET,
					.ifa_prefixlen = v6 ? 128 : 32,
					.ifa_flags = IFA_F_NODAD,
					.ifa_index = index };
	cb_netlink_begin(m, RTM_NEWADDR, NLM_F_CREATE | NLM_F_ACK, &head, sizeof head);
	cb_netlink_add(m, IFA_LOCAL, bytes, size);
	cb_netlink_add(m, IFA_ADDRESS, bytes, size);
	cb_netlink_end(m);
}

/* `to` NULL: everything. `via` NULL: on the link, or prohibited where the link is 0. */
static void add_route(struct cb_netlink *m, unsigned index, bool v6, const uint8_t *to,
		      unsigned bits, const uint8_t *via)
{
	size_t size = v6 ? 16 : 4;
	const struct rtmsg head = { .rtm_family = v6 ? AF_INET6 : AF_INET,
				    .rtm_dst_len = (unsigned char)bits,
				    .rtm_table = RT_TABLE_MAIN,
				    .rtm_protocol = RTPROT_STATIC,
				    .rtm_scope = via || !index ? RT_SCOPE_UNIVERSE : RT_SCOPE_LINK,
				    .rtm_type = index ? RTN_UNICAST : RTN_PROHIBIT };
	/* NLM_F_REPLACE: a block of the policy and one of the host may be the same. */
	cb_netlink_begin(m, RTM_NEWROUTE, NLM_F_CREATE | NLM_F_REPLACE | NLM_F_ACK, &head,
			 sizeof head);
	if (to)
		cb_netlink_add(m, RTA_DST, to, size);
	if (via)
		cb_netlink_add(m, RTA_GATEWAY, via, size);
	if (index)
		cb_netlink_add_u32(m, RTA_OIF, index);
	cb_netlink_end(m);
}

/* Not the boundary, since SO_BINDTODEVICE gets round routes, but a clear error at once: what only
 * the filter drops, TCP sends again until the connection times out. */
static void prohibit(struct cb_netlink *m, const struct cb_prefix *list, size_t count, bool ipv6)
{
	for (size_t i = 0; i < count; i++)
		if (list[i].bits > 0 && (ipv6 || !list[i].v6))
			add_route(m, 0, list[i].v6, list[i].bytes, list[i].bits, NULL);
}

int cb_link_make(const struct cb_policy *policy, const struct cb_host_prefixes *host)
{
	struct cb_netlink m = { .len = 0 };
	size_t families = policy->ipv6 ? 2 : 1;
	unsigned index = if_nametoindex(CB_LINK);
	int fd = index ? cb_netlink_open(NETLINK_ROUTE, 0) : -1;
	if (fd < 0)
		return -1;
	raise(&m, index);
	for (size_t v6 = 0; v6 < families; v6++)
		add_address(&m, index, v6, self[v6]);
	prohibit(&m, policy->block, policy->block_count, policy->ipv6);
	prohibit(&m, host->list, host->count, policy->ipv6);
	for (size_t v6 = 0; v6 < families; v6++) {
		add_route(&m, index, v6, gateway[v6], v6 ? 128 : 32, NULL);
		add_route(&m, index, v6, resolver[v6], v6 ? 128 : 32, NULL);
		add_route(&m, index, v6, NULL, 0, gateway[v6]);
	}
	return cb_netlink_send(&m, fd);
}
