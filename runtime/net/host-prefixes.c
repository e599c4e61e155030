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

/* Interfaces with an address of a tailnet: what is routed over them belongs to it. More are an
 * error. */
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

bool cb_host_prefixes_has(const struct cb_host_prefixes *prefixes, const struct cb_prefix *prefix)
{
	for (size_t i = 0; i < prefixes->count; i++)
		if (prefixes->list[i].v6 == prefix->v6 && prefixes->list[i].bits == prefix->bits &&
		    memcmp(prefixes->list[i].bytes, prefix->bytes, sizeof prefix->bytes) == 0)
			return true;
	return false;
}

/* A prefix shorter than 8 bits is no LAN: a /1 route is a default route in disguise. */
static void add(struct reading *r, bool v6, const void *bytes, unsigned bits)
{
	enum { WIDEST = 8 };
	struct cb_prefix p = { .text = "(host)", .v6 = v6, .bits = (uint8_t)bits };
	memcpy(p.bytes, bytes, v6 ? 16 : 4);
	for (unsigned i = bits; i < 128; i++)
		p.bytes[i / 8] &= (uint8_t) ~(0x80U >> i % 8);
	if (bits < WIDEST || cb_host_prefixes_has(r->blocks, &p))
		return;
	if (r->blocks->count == CB_HOST_PREFIXES)
		r->failed = true;
	else
		r->blocks->list[r->blocks->count++] = p;
}

/* The bytes of the attribute `type`, at least `size` of them; NULL: there is none. The length is
 * rounded up like the kernel's attributes, so that stepping over one never makes it negative. */
static const void *find(const struct rtattr *a, size_t len, unsigned short type, size_t size)
{
	for (len = RTA_ALIGN(len); RTA_OK(a, len); a = RTA_NEXT(a, len))
		if (a->rta_type == type && a->rta_len >= RTA_LENGTH(size))
			return RTA_DATA(a);
	return NULL;
}

/* 100.64.0.0/10 and Tailscale's prefix of fd00::/8. */
static bool is_of_tailnet(bool v6, const void *bytes)
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
		if (r->tailnets[i] == *index)
			return true;
	return false;
}

/* Fails rather than leave one out: what is routed over that one would be reachable. */
static void add_tailnet(struct reading *r, uint32_t index)
{
	if (is_tailnet(r, &index))
		return;
	if (r->tailnet_count == TAILNETS)
		r->failed = true;
	else
		r->tailnets[r->tailnet_count++] = index;
}

/* Blocks the address itself and the prefix of its link. */
static void read_address(struct reading *r, const struct nlmsghdr *message)
{
	const struct ifaddrmsg *head = NLMSG_DATA(message);
	size_t len = IFA_PAYLOAD(message);
	bool v6 = head->ifa_family == AF_INET6;
	const void *peer = find(IFA_RTA(head), len, IFA_ADDRESS, v6 ? 16 : 4);
	const void *local = find(IFA_RTA(head), len, IFA_LOCAL, v6 ? 16 : 4);
	if (!peer || (head->ifa_family != AF_INET && !v6))
		return;
	local = local ? local : peer;
	add(r, v6, local, v6 ? 128 : 32);
	add(r, v6, peer, head->ifa_prefixlen);
	if (is_of_tailnet(v6, local))
		add_tailnet(r, head->ifa_index);
}

/* Blocks what is reached without a gateway, and all that is routed to a tailnet. */
static void read_route(struct reading *r, const struct nlmsghdr *message)
{
	const struct rtmsg *head = NLMSG_DATA(message);
	const struct rtattr *rest = RTM_RTA(head);
	size_t len = RTM_PAYLOAD(message), size = head->rtm_family == AF_INET6 ? 16 : 4;
	if ((head->rtm_family != AF_INET && head->rtm_family != AF_INET6) ||
	    (head->rtm_type != RTN_UNICAST && head->rtm_type != RTN_LOCAL))
		return;
	const void *to = find(rest, len, RTA_DST, size);
	bool far = find(rest, len, RTA_GATEWAY, size) || find(rest, len, RTA_VIA, 2) ||
		   find(rest, len, RTA_MULTIPATH, 0);
	if (to && (!far || is_tailnet(r, find(rest, len, RTA_OIF, 4))))
		add(r, size == 16, to, head->rtm_dst_len);
}

/* Reads one packet of an answer; true: it was the last. After an error the answer is still read to
 * its end: the rest of it would be taken for the answer to the next request. */
static bool read_packet(struct reading *r, const struct nlmsghdr *message, size_t len)
{
	for (len = NLMSG_ALIGN(len); NLMSG_OK(message, len); message = NLMSG_NEXT(message, len)) {
		r->failed |=
		    message->nlmsg_type == NLMSG_ERROR || message->nlmsg_flags & NLM_F_DUMP_INTR;
		if (message->nlmsg_type == NLMSG_DONE || message->nlmsg_type == NLMSG_ERROR)
			return true;
		if (message->nlmsg_type == RTM_NEWADDR &&
		    message->nlmsg_len >= NLMSG_LENGTH(sizeof(struct ifaddrmsg)))
			read_address(r, message);
		else if (message->nlmsg_type == RTM_NEWROUTE &&
			 message->nlmsg_len >= NLMSG_LENGTH(sizeof(struct rtmsg)))
			read_route(r, message);
	}
	r->failed |= len > 0; /* cut short */
	return false;
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
	_Alignas(struct nlmsghdr) char answer[16384];
	if (send(fd, &request, sizeof request, 0) < 0)
		return -1;
	for (bool last = false; !last;) {
		ssize_t len = recv(fd, answer, sizeof answer, 0);
		if (len < 0 && errno != EINTR)
			return -1;
		last = len >= 0 && read_packet(r, (const void *)answer, (size_t)len);
	}
	if (r->failed)
		errno = ENOBUFS;
	return r->failed ? -1 : 0;
}

int cb_host_prefixes_read(struct cb_host_prefixes *ret)
{
	enum { TRIES = 5 }; /* a dump fails when addresses change meanwhile */
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
