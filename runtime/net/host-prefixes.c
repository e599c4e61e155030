/* Reads addresses and routes by rtnetlink, as `ip address` and `ip route` do. */
#include "net/host-prefixes.h"

#include "base/io.h"
#include "net/address.h"
#include "net/netlink.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/netlink.h>
#include <linux/rtnetlink.h>

/* Interfaces with an address of a tailnet: whatever is routed over them is the tailnet's. */
enum { TAILNETS = 16 };

struct reading {
	struct cb_host_prefixes *blocks;
	uint32_t tailnets[TAILNETS];
	size_t tailnet_count;
	bool failed;
};

int cb_host_prefixes_watch(void)
{
	return cb_netlink_open(NETLINK_ROUTE, RTMGRP_IPV4_IFADDR | RTMGRP_IPV4_ROUTE |
						  RTMGRP_IPV6_IFADDR | RTMGRP_IPV6_ROUTE);
}

/* Half of all addresses on a link is no LAN but a tunnel that takes everything. */
static void add(struct reading *r, bool v6, const uint8_t *bytes, unsigned bits)
{
	enum { WIDEST = 8 };
	if (bits < WIDEST)
		return;
	struct cb_prefix p = { .text = "(host)", .v6 = v6, .bits = (uint8_t)bits };
	memcpy(p.bytes, bytes, v6 ? 16 : 4);
	for (unsigned i = bits; i < 128; i++)
		p.bytes[i / 8] &= (uint8_t) ~(0x80U >> i % 8);
	for (size_t i = 0; i < r->blocks->count; i++) {
		const struct cb_prefix *known = &r->blocks->list[i];
		if (known->v6 == p.v6 && known->bits == p.bits &&
		    memcmp(known->bytes, p.bytes, sizeof p.bytes) == 0)
			return;
	}
	if (r->blocks->count == CB_HOST_PREFIXES)
		r->failed = true;
	else
		r->blocks->list[r->blocks->count++] = p;
}

/* The bytes of an attribute of at least `size`; NULL: it has none. */
static const void *find(const char *at, size_t len, uint16_t type, size_t size)
{
	struct rtattr a;
	while (len >= sizeof a) {
		memcpy(&a, at, sizeof a);
		if (a.rta_len < sizeof a || a.rta_len > len)
			return NULL;
		if (a.rta_type == type && a.rta_len >= sizeof a + size)
			return at + sizeof a;
		size_t step = RTA_ALIGN(a.rta_len);
		at += step < len ? step : len;
		len -= step < len ? step : len;
	}
	return NULL;
}

static bool is_of_tailnet(bool v6, const uint8_t *bytes)
{
	static const struct cb_prefix tailnet = { NULL, false, 10, { 100, 64 } };
	static const struct cb_prefix tailnet6 = {
		NULL, true, 48, { 0xfd, 0x7a, 0x11, 0x5c, 0xa1, 0xe0 }
	};
	struct cb_address a = { .v6 = v6 };
	memcpy(a.bytes, bytes, v6 ? 16 : 4);
	return cb_prefix_holds(&tailnet, &a) || cb_prefix_holds(&tailnet6, &a);
}

static bool is_tailnet(const struct reading *r, const uint32_t *index)
{
	for (size_t i = 0; index && i < r->tailnet_count; i++)
		if (memcmp(&r->tailnets[i], index, sizeof *index) == 0)
			return true;
	return false;
}

/* Only whole: what is routed over one that was left out would be reached. */
static void add_tailnet(struct reading *r, uint32_t index)
{
	if (is_tailnet(r, &index))
		return;
	if (r->tailnet_count == TAILNETS)
		r->failed = true;
	else
		r->tailnets[r->tailnet_count++] = index;
}

/* The address itself, and what is on the link with it. */
static void read_address(struct reading *r, const char *bytes, size_t len)
{
	struct ifaddrmsg head;
	if (len < sizeof head)
		return;
	memcpy(&head, bytes, sizeof head);
	bool v6 = head.ifa_family == AF_INET6;
	const char *rest = bytes + NLMSG_ALIGN(sizeof head);
	size_t rest_len = len - NLMSG_ALIGN(sizeof head), size = v6 ? 16 : 4;
	const uint8_t *peer = find(rest, rest_len, IFA_ADDRESS, size);
	const uint8_t *local = find(rest, rest_len, IFA_LOCAL, size);
	if (!peer || (head.ifa_family != AF_INET && !v6))
		return;
	local = local ? local : peer;
	add(r, v6, local, v6 ? 128 : 32);
	add(r, v6, peer, head.ifa_prefixlen);
	if (is_of_tailnet(v6, local))
		add_tailnet(r, head.ifa_index);
}

/* What is reached without a gateway is a neighbour. */
static void read_route(struct reading *r, const char *bytes, size_t len)
{
	struct rtmsg head;
	if (len < sizeof head)
		return;
	memcpy(&head, bytes, sizeof head);
	bool v6 = head.rtm_family == AF_INET6;
	if ((head.rtm_family != AF_INET && !v6) ||
	    (head.rtm_type != RTN_UNICAST && head.rtm_type != RTN_LOCAL))
		return;
	const char *rest = bytes + NLMSG_ALIGN(sizeof head);
	size_t rest_len = len - NLMSG_ALIGN(sizeof head), size = v6 ? 16 : 4;
	const uint8_t *to = find(rest, rest_len, RTA_DST, size);
	bool far = find(rest, rest_len, RTA_GATEWAY, size) || find(rest, rest_len, RTA_VIA, 2) ||
		   find(rest, rest_len, RTA_MULTIPATH, 0);
	if (to && (!far || is_tailnet(r, find(rest, rest_len, RTA_OIF, sizeof(uint32_t)))))
		add(r, v6, to, head.rtm_dst_len);
}

/* One packet of an answer; true: it was the last. */
static bool read_packet(struct reading *r, const char *bytes, size_t len)
{
	struct nlmsghdr header;
	while (len >= sizeof header) {
		memcpy(&header, bytes, sizeof header);
		if (header.nlmsg_len < sizeof header || header.nlmsg_len > len)
			break;
		const char *body = bytes + sizeof header;
		size_t body_len = header.nlmsg_len - sizeof header;
		if (header.nlmsg_type == NLMSG_DONE)
			return true;
		if (header.nlmsg_type == NLMSG_ERROR || header.nlmsg_flags & NLM_F_DUMP_INTR)
			break;
		if (header.nlmsg_type == RTM_NEWADDR)
			read_address(r, body, body_len);
		else if (header.nlmsg_type == RTM_NEWROUTE)
			read_route(r, body, body_len);
		size_t size = NLMSG_ALIGN(header.nlmsg_len);
		bytes += size < len ? size : len;
		len -= size < len ? size : len;
		if (len == 0)
			return false;
	}
	r->failed = true;
	return true;
}

static int dump(struct reading *r, int fd, uint16_t type)
{
	struct {
		struct nlmsghdr header;
		struct rtgenmsg body;
	} request = { { .nlmsg_len = sizeof request,
			.nlmsg_type = type,
			.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP },
		      { AF_UNSPEC } };
	char answer[16384];
	if (send(fd, &request, sizeof request, 0) < 0)
		return -1;
	for (;;) {
		ssize_t len = recv(fd, answer, sizeof answer, 0);
		if (len < 0 && errno == EINTR)
			continue;
		if (len < 0)
			return -1;
		if (read_packet(r, answer, (size_t)len))
			break;
	}
	if (r->failed)
		errno = ENOBUFS;
	return r->failed ? -1 : 0;
}

int cb_host_prefixes_read(struct cb_host_prefixes *ret)
{
	enum { TRIES = 5 }; /* a change in the middle spoils a reading */
	int result = -1, fd = cb_netlink_open(NETLINK_ROUTE, 0);
	if (fd < 0)
		return -1;
	for (int i = 0; i < TRIES && result < 0; i++) {
		struct reading r = { .blocks = ret };
		ret->count = 0;
		result = dump(&r, fd, RTM_GETADDR) < 0 || dump(&r, fd, RTM_GETROUTE) < 0 ? -1 : 0;
	}
	cb_close(fd);
	return result;
}
