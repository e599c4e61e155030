/* Rules on the network: tier and lists belong together, and lists say what they mean. Pure. */
#include "formats/host-name.h"
#include "policy/prefix.h"
#include "rules/rules.h"

#include <string.h>

/* The relay listens on so many ports at most, the proxy's among them. */
enum { PORT_MAX = 65535, FORWARD_MAX = 63, HTTPS = 443 };

static struct cb_finding *at_item(const struct cb_check *check, const char *list, size_t i)
{
	return cb_finding_add(check->found, check->rule, "/%s/%zu", list, i);
}

static struct cb_finding *at_key(const struct cb_check *check, const char *key)
{
	return cb_finding_add(check->found, check->rule, "/%s", key);
}

void cb_rule_domains_tier(const struct cb_check *check)
{
	bool tier = check->model->network == CB_TIER_DOMAINS;
	if (tier == (check->model->domains.count > 0))
		return;
	struct cb_finding *finding = at_key(check, "domains");
	cb_finding_say(finding, tier ? "names no host, in tier domains"
				     : "names hosts, in another tier than domains");
	cb_finding_hint(finding, tier ? "network = \"none\" is a network without hosts"
				      : "network = \"domains\" lets through these and no others");
}

void cb_rule_domain_name(const struct cb_check *check)
{
	const struct cb_model_list *domains = &check->model->domains;
	for (size_t i = 0; i < domains->count; i++) {
		if (!domains->items[i] || cb_name_is_pattern(domains->items[i]))
			continue;
		struct cb_finding *finding = at_item(check, "domains", i);
		cb_finding_say(finding, "\"%s\" is no host name", domains->items[i]);
		cb_finding_hint(finding, "example.org, or *.example.org for what is below it; "
					 "small letters, no port, no address");
	}
}

static bool is_port(int64_t number)
{
	return number == CB_UNREAD || (number >= 1 && number <= PORT_MAX);
}

static void check_ports(const struct cb_check *check, const char *key,
			const struct cb_model_numbers *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (!is_port(list->items[i]))
			cb_finding_say(at_item(check, key, i), "%lld is no port",
				       (long long)list->items[i]);
}

void cb_rule_ports(const struct cb_check *check)
{
	check_ports(check, "ports", &check->model->ports);
	if (check->model->network == CB_TIER_DOMAINS && check->model->ports.count == 0) {
		struct cb_finding *finding = at_key(check, "ports");
		cb_finding_say(finding, "is empty, in tier domains");
		cb_finding_hint(finding, "%d is that of https", (int)HTTPS);
	}
}

/* That of https alone is what every profile starts from: nobody has asked for anything. */
void cb_rule_ports_tier(const struct cb_check *check)
{
	const struct cb_model_numbers *ports = &check->model->ports;
	bool usual = ports->count == 0 || (ports->count == 1 && ports->items[0] == HTTPS);
	if (usual || check->model->network == CB_TIER_DOMAINS)
		return;
	struct cb_finding *finding = at_key(check, "ports");
	cb_finding_say(finding, "is of no use in another tier than domains");
	cb_finding_hint(finding, "network = \"domains\" lets through these and no others");
}

void cb_rule_forward(const struct cb_check *check)
{
	const struct cb_model *model = check->model;
	const struct cb_model_numbers *list = &model->forward;
	check_ports(check, "forward", list);
	if (list->count > 0 && model->network == CB_TIER_FULL)
		cb_finding_say(at_key(check, "forward"),
			       "is of no use in tier full: all ports of the host are there");
	if (list->count > FORWARD_MAX)
		cb_finding_say(at_key(check, "forward"), "has %zu ports, at most %d can be",
			       list->count, (int)FORWARD_MAX);
	for (size_t i = 0; i < list->count; i++) {
		if (model->network == CB_TIER_DOMAINS && list->items[i] == CB_PROXY_PORT)
			cb_finding_say(at_item(check, "forward", i),
				       "%d is where the proxy listens inside", CB_PROXY_PORT);
		for (size_t j = 0; j < i; j++)
			if (list->items[j] == list->items[i] && list->items[i] != CB_UNREAD)
				cb_finding_say(at_item(check, "forward", i), "is given twice");
	}
}

void cb_rule_block(const struct cb_check *check)
{
	const struct cb_model *model = check->model;
	if (model->block.count > 0 && model->network != CB_TIER_INTERNET &&
	    model->network != CB_TIER_DOMAINS) {
		struct cb_finding *finding = at_key(check, "block");
		cb_finding_say(finding, "blocks nothing in this tier");
		cb_finding_hint(finding, "network = \"internet\" or \"domains\"");
	}
	for (size_t i = 0; i < model->block.count; i++) {
		struct cb_prefix prefix;
		if (!model->block.items[i] || cb_prefix_parse(model->block.items[i], &prefix))
			continue;
		struct cb_finding *finding = at_item(check, "block", i);
		cb_finding_say(finding, "\"%s\" is no block of addresses", model->block.items[i]);
		cb_finding_hint(finding, "192.0.2.0/24 or 2001:db8::/32, nothing set behind the "
					 "prefix");
	}
}

void cb_rule_ipv6(const struct cb_check *check)
{
	if (check->model->ipv6 && check->model->network != CB_TIER_INTERNET)
		cb_finding_say(at_key(check, "ipv6"), "is asked for in another tier than internet");
}

void cb_rule_slirp(const struct cb_check *check)
{
	bool tier = check->model->network == CB_TIER_INTERNET;
	if (tier != (check->model->slirp != NULL))
		cb_finding_say(at_key(check, "tools/slirp4netns"),
			       tier ? "is needed in tier internet"
				    : "is given in another tier than internet");
}
