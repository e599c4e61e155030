/* Builds nf_tables messages. A batch is one transaction: the kernel takes all of it or nothing. */
#include "net/filter.h"

#include "net/netlink.h"

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
	cb_netlink_open_nest(m, NFTA_CHAIN_HOOK);
	cb_netlink_add_u32(m, NFTA_HOOK_HOOKNUM, htonl(NF_INET_LOCAL_OUT));
	cb_netlink_add_u32(m, NFTA_HOOK_PRIORITY, htonl(0));
	cb_netlink_close_nest(m);
	cb_netlink_add_u32(m, NFTA_CHAIN_POLICY, htonl(NF_DROP));
	cb_netlink_add_text(m, NFTA_CHAIN_TYPE, "filter");
	cb_netlink_end(m);
}

/* --- expressions of a rule: load into register 1, change it, compare it ---------------------- */

static void open_expression(struct cb_netlink *m, const char *kind)
{
	cb_netlink_open_nest(m, NFTA_LIST_ELEM);
	cb_netlink_add_text(m, NFTA_EXPR_NAME, kind);
	cb_netlink_open_nest(m, NFTA_EXPR_DATA);
}

static void close_expression(struct cb_netlink *m)
{
	cb_netlink_close_nest(m);
	cb_netlink_close_nest(m);
}

static void add_value(struct cb_netlink *m, uint16_t type, const void *data, size_t size)
{
	cb_netlink_open_nest(m, type);
	cb_netlink_add(m, NFTA_DATA_VALUE, data, size);
	cb_netlink_close_nest(m);
}

static void load_meta(struct cb_netlink *m, uint32_t key)
{
	open_expression(m, "meta");
	cb_netlink_add_u32(m, NFTA_META_DREG, htonl(NFT_REG_1));
	cb_netlink_add_u32(m, NFTA_META_KEY, htonl(key));
	close_expression(m);
}

static void load_packet(struct cb_netlink *m, uint32_t base, uint32_t offset, size_t size)
{
	open_expression(m, "payload");
	cb_netlink_add_u32(m, NFTA_PAYLOAD_DREG, htonl(NFT_REG_1));
	cb_netlink_add_u32(m, NFTA_PAYLOAD_BASE, htonl(base));
	cb_netlink_add_u32(m, NFTA_PAYLOAD_OFFSET, htonl(offset));
	cb_netlink_add_u32(m, NFTA_PAYLOAD_LEN, htonl((uint32_t)size));
	close_expression(m);
}

static void apply_mask(struct cb_netlink *m, const void *mask, size_t size)
{
	static const uint8_t nothing[16];
	open_expression(m, "bitwise");
	cb_netlink_add_u32(m, NFTA_BITWISE_SREG, htonl(NFT_REG_1));
	cb_netlink_add_u32(m, NFTA_BITWISE_DREG, htonl(NFT_REG_1));
	cb_netlink_add_u32(m, NFTA_BITWISE_LEN, htonl((uint32_t)size));
	add_value(m, NFTA_BITWISE_MASK, mask, size);
	add_value(m, NFTA_BITWISE_XOR, nothing, size);
	close_expression(m);
}

static void must_equal(struct cb_netlink *m, const void *data, size_t size)
{
	open_expression(m, "cmp");
	cb_netlink_add_u32(m, NFTA_CMP_SREG, htonl(NFT_REG_1));
	cb_netlink_add_u32(m, NFTA_CMP_OP, htonl(NFT_CMP_EQ));
	add_value(m, NFTA_CMP_DATA, data, size);
	close_expression(m);
}

static void give_verdict(struct cb_netlink *m, uint32_t verdict)
{
	open_expression(m, "immediate");
	cb_netlink_add_u32(m, NFTA_IMMEDIATE_DREG, htonl(NFT_REG_VERDICT));
	cb_netlink_open_nest(m, NFTA_IMMEDIATE_DATA);
	cb_netlink_open_nest(m, NFTA_DATA_VERDICT);
	cb_netlink_add_u32(m, NFTA_VERDICT_CODE, htonl(verdict));
	cb_netlink_close_nest(m);
	cb_netlink_close_nest(m);
	close_expression(m);
}

/* --- rules ----------------------------------------------------------------------------------- */

/* What a rule matches: all of what is set. */
struct rule {
	const struct cb_prefix *to;
	uint8_t protocol;
	uint32_t offset; /* in the protocol's header, of `size` bytes */
	const void *bytes;
	size_t size;
};

static void match_destination(struct cb_netlink *m, const struct cb_prefix *p)
{
	enum { V4_AT = 16, V6_AT = 24 }; /* of the destination in a header */
	uint8_t family = p->v6 ? NFPROTO_IPV6 : NFPROTO_IPV4, mask[16] = { 0 };
	size_t size = p->v6 ? 16 : 4;
	for (unsigned i = 0; i < p->bits; i++)
		mask[i / 8] |= (uint8_t)(0x80U >> i % 8);
	load_meta(m, NFT_META_NFPROTO);
	must_equal(m, &family, sizeof family);
	load_packet(m, NFT_PAYLOAD_NETWORK_HEADER, p->v6 ? V6_AT : V4_AT, size);
	apply_mask(m, mask, size);
	must_equal(m, p->bytes, size);
}

/* At the end of the chain with NLM_F_APPEND, else before everything in it. Without a destination:
 * loopback. */
static void add_rule(struct cb_netlink *m, unsigned where, uint32_t verdict, struct rule rule)
{
	const uint32_t loopback = 1; /* the index of lo, in every network namespace */
	begin(m, NFT_MSG_NEWRULE, NLM_F_CREATE | NLM_F_ACK | where, NFPROTO_INET);
	cb_netlink_add_text(m, NFTA_RULE_TABLE, name);
	cb_netlink_add_text(m, NFTA_RULE_CHAIN, name);
	cb_netlink_open_nest(m, NFTA_RULE_EXPRESSIONS);
	if (rule.to) {
		match_destination(m, rule.to);
	} else {
		load_meta(m, NFT_META_OIF);
		must_equal(m, &loopback, sizeof loopback);
	}
	if (rule.protocol) {
		load_meta(m, NFT_META_L4PROTO);
		must_equal(m, &rule.protocol, sizeof rule.protocol);
		load_packet(m, NFT_PAYLOAD_TRANSPORT_HEADER, rule.offset, rule.size);
		must_equal(m, rule.bytes, rule.size);
	}
	give_verdict(m, verdict);
	cb_netlink_close_nest(m);
	cb_netlink_end(m);
}

/* Port 53 by UDP and TCP: both have the destination port at the same place. */
static void accept_resolver(struct cb_netlink *m, const struct cb_prefix *resolver)
{
	const uint16_t port = htons(53);
	struct rule rule = { resolver, IPPROTO_UDP, 2, &port, sizeof port };
	add_rule(m, NLM_F_APPEND, NF_ACCEPT, rule);
	rule.protocol = IPPROTO_TCP;
	add_rule(m, NLM_F_APPEND, NF_ACCEPT, rule);
}

/* IPv6 asks for its neighbours by ICMP; slirp4netns answers such questions itself. */
static void accept_neighbours(struct cb_netlink *m)
{
	static const uint8_t types[] = { 135, 136 }; /* solicitation, advertisement */
	const struct cb_prefix any = { .v6 = true };
	for (size_t i = 0; i < sizeof types; i++)
		add_rule(m, NLM_F_APPEND, NF_ACCEPT,
			 (struct rule) { &any, IPPROTO_ICMPV6, 0, &types[i], sizeof types[i] });
}

static void add_prefixes(struct cb_netlink *m, const struct cb_prefix *list, size_t count,
			 uint32_t verdict)
{
	for (size_t i = 0; i < count; i++)
		add_rule(m, NLM_F_APPEND, verdict, (struct rule) { .to = &list[i] });
}

int cb_filter_make(int fd, const struct cb_policy *policy, const struct cb_prefix *more,
		   size_t count)
{
	const struct cb_prefix resolvers[] = { { CB_RESOLVER, false, 32, { 10, 0, 2, 3 } },
					       { CB_RESOLVER6, true, 128, { 0xfd, [15] = 3 } } };
	const struct cb_prefix open[] = { { .v6 = false },
					  { .v6 = true, .bits = 3, .bytes = { 0x20 } } };
	struct cb_netlink m = { .len = 0 };
	add_mark(&m, NFNL_MSG_BATCH_BEGIN);
	add_table(&m);
	add_chain(&m);
	add_rule(&m, NLM_F_APPEND, NF_ACCEPT, (struct rule) { .to = NULL });
	accept_resolver(&m, &resolvers[0]);
	if (policy->ipv6) {
		accept_neighbours(&m);
		accept_resolver(&m, &resolvers[1]);
	}
	add_prefixes(&m, policy->block, policy->block_count, NF_DROP);
	add_prefixes(&m, more, count, NF_DROP);
	add_prefixes(&m, open, policy->ipv6 ? 2 : 1, NF_ACCEPT);
	add_mark(&m, NFNL_MSG_BATCH_END);
	return cb_netlink_send(&m, fd);
}

int cb_filter_block(int fd, const struct cb_prefix *prefix)
{
	struct cb_netlink m = { .len = 0 };
	add_mark(&m, NFNL_MSG_BATCH_BEGIN);
	add_rule(&m, 0, NF_DROP, (struct rule) { .to = prefix });
	add_mark(&m, NFNL_MSG_BATCH_END);
	return cb_netlink_send(&m, fd);
}
