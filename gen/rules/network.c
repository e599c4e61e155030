/* Rules on the network: tier and lists belong together, and lists say what they mean. Pure. */
#include "rules/rules.h"

#include "formats/host-name.h"

/* The relay listens on so many ports at most, the proxy's among them. */
enum { PORT_MAX = 65535, FORWARD_MAX = 63, HTTPS = 443 };

void cb_rule_domains_tier(const struct cb_check *check)
{
	bool tier = check->model->network == CB_TIER_DOMAINS;
	bool names = check->model->domains.count > 0;
	if (tier && !names)
		cb_report(check, "/domains", "network = \"none\" is a network without hosts",
			  "names no host, in tier domains");
	if (!tier && names)
		cb_report(check, "/domains",
			  "network = \"domains\" lets through these and no others",
			  "names hosts, in another tier than domains");
}

void cb_rule_domain_name(const struct cb_check *check)
{
	const struct cb_model_list *domains = &check->model->domains;
	for (size_t i = 0; i < domains->count; i++)
		if (domains->items[i] && !cb_name_is_pattern(domains->items[i]))
			cb_report(check, cb_format("/domains/%zu", i),
				  "example.org, or *.example.org for what is below it; small "
				  "letters, no port, no address",
				  "\"%s\" is no host name", domains->items[i]);
}

static void check_ports(const struct cb_check *check, const char *key,
			const struct cb_model_numbers *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->items[i] != CB_UNREAD &&
		    (list->items[i] < 1 || list->items[i] > PORT_MAX))
			cb_report(check, cb_format("/%s/%zu", key, i), NULL, "%lld is no port",
				  (long long)list->items[i]);
}

void cb_rule_ports(const struct cb_check *check)
{
	check_ports(check, "ports", &check->model->ports);
	if (check->model->network == CB_TIER_DOMAINS && check->model->ports.count == 0)
		cb_report(check, "/ports", cb_format("%d is that of https", (int)HTTPS),
			  "is empty, in tier domains");
}

/* That of https alone is what every profile starts from: nobody has asked for anything. */
void cb_rule_ports_tier(const struct cb_check *check)
{
	const struct cb_model_numbers *ports = &check->model->ports;
	bool usual = ports->count == 0 || (ports->count == 1 && ports->items[0] == HTTPS);
	if (!usual && check->model->network != CB_TIER_DOMAINS)
		cb_report(check, "/ports", "network = \"domains\" lets through these and no others",
			  "is of no use in another tier than domains");
}

void cb_rule_forward(const struct cb_check *check)
{
	enum cb_tier network = check->model->network;
	const struct cb_model_numbers *list = &check->model->forward;
	check_ports(check, "forward", list);
	if (list->count > 0 && network == CB_TIER_FULL)
		cb_report(check, "/forward", NULL,
			  "is of no use in tier full: all ports of the host are there");
	if (list->count > FORWARD_MAX)
		cb_report(check, "/forward", NULL, "has %zu ports, at most %d can be", list->count,
			  (int)FORWARD_MAX);
	for (size_t i = 0; i < list->count; i++) {
		if (network == CB_TIER_DOMAINS && list->items[i] == CB_PROXY_PORT)
			cb_report(check, cb_format("/forward/%zu", i), NULL,
				  "%d is where the proxy listens inside", CB_PROXY_PORT);
		for (size_t j = 0; j < i; j++)
			if (list->items[j] == list->items[i] && list->items[i] != CB_UNREAD)
				cb_report(check, cb_format("/forward/%zu", i), NULL,
					  "is given twice");
	}
}

void cb_rule_block(const struct cb_check *check)
{
	const struct cb_model_list *block = &check->model->block;
	struct cb_prefix prefix;
	if (block->count > 0 && !cb_has_block_list(check->model))
		cb_report(check, "/block", "network = \"internet\" or \"domains\"",
			  "blocks nothing in this tier");
	for (size_t i = 0; i < block->count; i++)
		if (block->items[i] && !cb_prefix_parse(block->items[i], &prefix))
			cb_report(check, cb_format("/block/%zu", i),
				  "192.0.2.0/24 or 2001:db8::/32, nothing set behind the prefix",
				  "\"%s\" is no block of addresses", block->items[i]);
}

void cb_rule_ipv6(const struct cb_check *check)
{
	if (check->model->ipv6 && check->model->network != CB_TIER_INTERNET)
		cb_report(check, "/ipv6", NULL, "is asked for in another tier than internet");
}

void cb_rule_slirp(const struct cb_check *check)
{
	bool tier = check->model->network == CB_TIER_INTERNET;
	if (tier && !check->model->slirp)
		cb_report(check, "/tools/slirp4netns", NULL, "is needed in tier internet");
	if (!tier && check->model->slirp)
		cb_report(check, "/tools/slirp4netns", NULL,
			  "is given in another tier than internet");
}
