/* nf_tables in its own words. Every batch is one transaction: all of it is there, or nothing. */
#include "net/filter.h"

#include "net/netlink.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <arpa/inet.h>
#include <linux/netfilter.h>
#include <linux/netfilter/nf_tables.h>
#include <linux/netfilter/nfnetlink.h>
#include <linux/netlink.h>

static const char name[] = "claudebox";

static void begin(struct cb_netlink *m, unsigned type, unsigned flags, uint8_t family)
{
	struct nfgenmsg head = { .nfgen_family = family, .version = NFNETLINK_V0 };
	if (type == NFNL_MSG_BATCH_BEGIN || type == NFNL_MSG_BATCH_END)
		head.res_id = htons(NFNL_SUBSYS_NFTABLES);
	else
		type |= NFNL_SUBSYS_NFTABLES << 8;
	cb_netlink_begin(m, (uint16_t)type, (uint16_t)flags, &head, sizeof head);
}

static void add_mark(struct cb_netlink *m, unsigned type)
{
	begin(m, type, 0, AF_UNSPEC);
	cb_netlink_end(m);
}

static void add_table(struct cb_netlink *m)
{
	begin(m, NFT_MSG_NEWTABLE, NLM_F_CREATE | NLM_F_ACK, NFPROTO_INET);
	cb_netlink_add_text(m, NFTA_TABLE_NAME, name);
	cb_netlink_end(m);
}

static void add_chain(struct cb_netlink *m)
{
	begin(m, NFT_MSG_NEWCHAIN, NLM_F_CREATE | NLM_F_ACK, NFPROTO_INET);
	cb_netlink_add_text(m, NFTA_CHAIN_TABLE, name);
	cb_netlink_add_text(m, NFTA_CHAIN_NAME, name);
	size_t hook = cb_netlink_nest(m, NFTA_CHAIN_HOOK);
	cb_netlink_add_u32(m, NFTA_HOOK_HOOKNUM, htonl(NF_INET_LOCAL_OUT));
	cb_netlink_add_u32(m, NFTA_HOOK_PRIORITY, htonl(0));
	cb_netlink_close(m, hook);
	cb_netlink_add_u32(m, NFTA_CHAIN_POLICY, htonl(NF_DROP));
	cb_netlink_add_text(m, NFTA_CHAIN_TYPE, "filter");
	cb_netlink_end(m);
}

/* --- expressions of a rule: load into register 1, change it, compare it ------------------------
 */

struct expression {
	size_t element, data;
};

static struct expression open_expression(struct cb_netlink *m, const char *kind)
{
	struct expression e = { .element = cb_netlink_nest(m, NFTA_LIST_ELEM) };
	cb_netlink_add_text(m, NFTA_EXPR_NAME, kind);
	e.data = cb_netlink_nest(m, NFTA_EXPR_DATA);
	return e;
}

static void close_expression(struct cb_netlink *m, struct expression e)
{
	cb_netlink_close(m, e.data);
	cb_netlink_close(m, e.element);
}

static void add_value(struct cb_netlink *m, uint16_t type, const void *data, size_t size)
{
	size_t value = cb_netlink_nest(m, type);
	cb_netlink_add(m, NFTA_DATA_VALUE, data, size);
	cb_netlink_close(m, value);
}

static void load_meta(struct cb_netlink *m, uint32_t key)
{
	struct expression e = open_expression(m, "meta");
	cb_netlink_add_u32(m, NFTA_META_DREG, htonl(NFT_REG_1));
	cb_netlink_add_u32(m, NFTA_META_KEY, htonl(key));
	close_expression(m, e);
}

static void load_packet(struct cb_netlink *m, uint32_t base, uint32_t offset, uint32_t size)
{
	struct expression e = open_expression(m, "payload");
	cb_netlink_add_u32(m, NFTA_PAYLOAD_DREG, htonl(NFT_REG_1));
	cb_netlink_add_u32(m, NFTA_PAYLOAD_BASE, htonl(base));
	cb_netlink_add_u32(m, NFTA_PAYLOAD_OFFSET, htonl(offset));
	cb_netlink_add_u32(m, NFTA_PAYLOAD_LEN, htonl(size));
	close_expression(m, e);
}

static void apply_mask(struct cb_netlink *m, const void *mask, size_t size)
{
	static const uint8_t nothing[16];
	struct expression e = open_expression(m, "bitwise");
	cb_netlink_add_u32(m, NFTA_BITWISE_SREG, htonl(NFT_REG_1));
	cb_netlink_add_u32(m, NFTA_BITWISE_DREG, htonl(NFT_REG_1));
	cb_netlink_add_u32(m, NFTA_BITWISE_LEN, htonl((uint32_t)size));
	add_value(m, NFTA_BITWISE_MASK, mask, size);
	add_value(m, NFTA_BITWISE_XOR, nothing, size);
	close_expression(m, e);
}

static void must_equal(struct cb_netlink *m, const void *data, size_t size)
{
	struct expression e = open_expression(m, "cmp");
	cb_netlink_add_u32(m, NFTA_CMP_SREG, htonl(NFT_REG_1));
	cb_netlink_add_u32(m, NFTA_CMP_OP, htonl(NFT_CMP_EQ));
	add_value(m, NFTA_CMP_DATA, data, size);
	close_expression(m, e);
}

static void give_verdict(struct cb_netlink *m, uint32_t verdict)
{
	struct expression e = open_expression(m, "immediate");
	cb_netlink_add_u32(m, NFTA_IMMEDIATE_DREG, htonl(NFT_REG_VERDICT));
	size_t data = cb_netlink_nest(m, NFTA_IMMEDIATE_DATA);
	size_t code = cb_netlink_nest(m, NFTA_DATA_VERDICT);
	cb_netlink_add_u32(m, NFTA_VERDICT_CODE, htonl(verdict));
	cb_netlink_close(m, code);
	cb_netlink_close(m, data);
	close_expression(m, e);
}

/* --- rules ----------------------------------------------------------------------------------- */

/* At the end of the chain with NLM_F_APPEND, else before everything in it. */
static size_t open_rule(struct cb_netlink *m, unsigned where)
{
	begin(m, NFT_MSG_NEWRULE, NLM_F_CREATE | NLM_F_ACK | where, NFPROTO_INET);
	cb_netlink_add_text(m, NFTA_RULE_TABLE, name);
	cb_netlink_add_text(m, NFTA_RULE_CHAIN, name);
	return cb_netlink_nest(m, NFTA_RULE_EXPRESSIONS);
}

static void close_rule(struct cb_netlink *m, size_t rule, uint32_t verdict)
{
	give_verdict(m, verdict);
	cb_netlink_close(m, rule);
	cb_netlink_end(m);
}

static void match_family(struct cb_netlink *m, bool v6)
{
	uint8_t family = v6 ? NFPROTO_IPV6 : NFPROTO_IPV4;
	load_meta(m, NFT_META_NFPROTO);
	must_equal(m, &family, sizeof family);
}

static void match_destination(struct cb_netlink *m, const struct cb_prefix *p)
{
	enum { V4_AT = 16, V6_AT = 24 }; /* of the destination in a header */
	uint32_t size = p->v6 ? 16 : 4;
	uint8_t mask[16] = { 0 };
	match_family(m, p->v6);
	for (unsigned i = 0; i < p->bits; i++)
		mask[i / 8] |= (uint8_t)(0x80U >> i % 8);
	load_packet(m, NFT_PAYLOAD_NETWORK_HEADER, p->v6 ? V6_AT : V4_AT, size);
	apply_mask(m, mask, size);
	must_equal(m, p->bytes, size);
}

static void add_prefix_rule(struct cb_netlink *m, const struct cb_prefix *p, unsigned where,
			    uint32_t verdict)
{
	size_t rule = open_rule(m, where);
	match_destination(m, p);
	close_rule(m, rule, verdict);
}

static void add_loopback_rule(struct cb_netlink *m)
{
	const uint32_t loopback = 1; /* the index of lo, in every network namespace */
	size_t rule = open_rule(m, NLM_F_APPEND);
	load_meta(m, NFT_META_OIF);
	must_equal(m, &loopback, sizeof loopback);
	close_rule(m, rule, NF_ACCEPT);
}

static void match_protocol(struct cb_netlink *m, uint8_t protocol)
{
	load_meta(m, NFT_META_L4PROTO);
	must_equal(m, &protocol, sizeof protocol);
}

/* Port 53 by UDP and TCP: both have the destination port at the same place. */
static void add_resolver_rule(struct cb_netlink *m, const struct cb_prefix *resolver,
			      uint8_t protocol)
{
	const uint16_t port = htons(53);
	size_t rule = open_rule(m, NLM_F_APPEND);
	match_destination(m, resolver);
	match_protocol(m, protocol);
	load_packet(m, NFT_PAYLOAD_TRANSPORT_HEADER, 2, sizeof port);
	must_equal(m, &port, sizeof port);
	close_rule(m, rule, NF_ACCEPT);
}

/* IPv6 asks for its neighbours by ICMP; the backend answers such questions itself. */
static void add_neighbour_rule(struct cb_netlink *m, uint8_t type)
{
	size_t rule = open_rule(m, NLM_F_APPEND);
	match_family(m, true);
	match_protocol(m, IPPROTO_ICMPV6);
	load_packet(m, NFT_PAYLOAD_TRANSPORT_HEADER, 0, sizeof type);
	must_equal(m, &type, sizeof type);
	close_rule(m, rule, NF_ACCEPT);
}

static void add_ipv6_rules(struct cb_netlink *m)
{
	enum { SOLICITATION = 135, ADVERTISEMENT = 136 };
	const struct cb_prefix resolver = { CB_RESOLVER6, true, 128, { 0xfd, [15] = 3 } };
	add_neighbour_rule(m, SOLICITATION);
	add_neighbour_rule(m, ADVERTISEMENT);
	add_resolver_rule(m, &resolver, IPPROTO_UDP);
	add_resolver_rule(m, &resolver, IPPROTO_TCP);
}

static void add_rules(struct cb_netlink *m, const struct cb_policy *policy,
		      const struct cb_prefix *more, size_t count)
{
	const struct cb_prefix resolver = { CB_RESOLVER, false, 32, { 10, 0, 2, 3 } };
	const struct cb_prefix all = { .v6 = false };
	const struct cb_prefix all6 = { .v6 = true, .bits = 3, .bytes = { 0x20 } };
	add_loopback_rule(m);
	add_resolver_rule(m, &resolver, IPPROTO_UDP);
	add_resolver_rule(m, &resolver, IPPROTO_TCP);
	if (policy->ipv6)
		add_ipv6_rules(m);
	for (size_t i = 0; i < policy->block_count; i++)
		add_prefix_rule(m, &policy->block[i], NLM_F_APPEND, NF_DROP);
	for (size_t i = 0; i < count; i++)
		add_prefix_rule(m, &more[i], NLM_F_APPEND, NF_DROP);
	add_prefix_rule(m, &all, NLM_F_APPEND, NF_ACCEPT);
	if (policy->ipv6)
		add_prefix_rule(m, &all6, NLM_F_APPEND, NF_ACCEPT);
}

int cb_filter_make(int fd, const struct cb_policy *policy, const struct cb_prefix *more,
		   size_t count)
{
	struct cb_netlink *m = calloc(1, sizeof *m);
	if (!m)
		return -1;
	add_mark(m, NFNL_MSG_BATCH_BEGIN);
	add_table(m);
	add_chain(m);
	add_rules(m, policy, more, count);
	add_mark(m, NFNL_MSG_BATCH_END);
	int result = cb_netlink_send(m, fd);
	int saved = errno;
	free(m);
	errno = saved;
	return result;
}

int cb_filter_block(int fd, const struct cb_prefix *prefix)
{
	struct cb_netlink *m = calloc(1, sizeof *m);
	if (!m)
		return -1;
	add_mark(m, NFNL_MSG_BATCH_BEGIN);
	add_prefix_rule(m, prefix, 0, NF_DROP);
	add_mark(m, NFNL_MSG_BATCH_END);
	int result = cb_netlink_send(m, fd);
	free(m);
	return result;
}
