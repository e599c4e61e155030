/* rtnetlink requests for the link that slirp4netns has made. Its network is 10.0.2.0/24, and
 * fd00::/64 with IPv6: 2 is the gateway, 3 the resolver, and nothing else of it is a neighbour. */
#include "net/link.h"

#include "base/io.h"
#include "net/netlink.h"

#include <errno.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/if_addr.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>

static const uint8_t self4[] = { 10, 0, 2, 100 }, gateway4[] = { 10, 0, 2, 2 },
		     resolver4[] = { 10, 0, 2, 3 };
static const uint8_t self6[16] = { 0xfd, [14] = 1 }, gateway6[16] = { 0xfd, [15] = 2 },
		     resolver6[16] = { 0xfd, [15] = 3 };

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
	/* Replaced where it is there: blocks of the host may be listed already. */
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

static void prohibit(struct cb_netlink *m, const struct cb_prefix *list, size_t count, bool ipv6)
{
	for (size_t i = 0; i < count; i++)
		if (list[i].bits > 0 && (ipv6 || !list[i].v6))
			add_route(m, 0, list[i].v6, list[i].bytes, list[i].bits, NULL);
}

static int make(struct cb_netlink *m, unsigned index, const struct cb_policy *policy,
		const struct cb_host_prefixes *host)
{
	int fd = cb_netlink_open(NETLINK_ROUTE, 0);
	if (fd < 0)
		return -1;
	raise(m, index);
	add_address(m, index, false, self4);
	if (policy->ipv6)
		add_address(m, index, true, self6);
	prohibit(m, policy->block, policy->block_count, policy->ipv6);
	prohibit(m, host->list, host->count, policy->ipv6);
	add_route(m, index, false, gateway4, 32, NULL);
	add_route(m, index, false, resolver4, 32, NULL);
	add_route(m, index, false, NULL, 0, gateway4);
	if (policy->ipv6) {
		add_route(m, index, true, gateway6, 128, NULL);
		add_route(m, index, true, resolver6, 128, NULL);
		add_route(m, index, true, NULL, 0, gateway6);
	}
	int result = cb_netlink_send(m, fd);
	cb_close(fd);
	return result;
}

int cb_link_make(const struct cb_policy *policy, const struct cb_host_prefixes *host)
{
	struct cb_netlink *m = calloc(1, sizeof *m);
	unsigned index = if_nametoindex(CB_LINK);
	int result = m && index ? make(m, index, policy, host) : -1;
	int saved = errno;
	free(m);
	errno = saved;
	return result;
}
