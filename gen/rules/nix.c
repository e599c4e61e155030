/* Rules on the Nix daemon: a socket that leads to builds outside the sandbox (L13). Pure. */
#include "rules/rules.h"

static struct cb_finding *at_key(const struct cb_check *check, const char *key)
{
	return cb_finding_add(check->found, check->rule, "/nix/%s", key);
}

void cb_rule_nix_network(const struct cb_check *check)
{
	const struct cb_model *model = check->model;
	if (!model->nix_daemon || model->nix_network || model->network == CB_TIER_FULL)
		return;
	struct cb_finding *finding = at_key(check, "daemon");
	cb_finding_say(finding, "has the host's network, which this tier has not");
	cb_finding_hint(finding,
			"nix.daemon = false, or nix.daemonNetwork = true if that is meant");
}

void cb_rule_nix_store(const struct cb_check *check)
{
	const struct cb_model *model = check->model;
	for (size_t i = 0; model->nix_daemon && i < model->mount_count; i++) {
		if (!model->mounts[i].whole || model->mounts[i].kind != CB_KIND_CLOSURE)
			continue;
		struct cb_finding *finding = at_key(check, "daemon");
		cb_finding_say(finding, "builds what a closure does not show");
		cb_finding_hint(finding, "nix.store = \"whole\"");
	}
}

void cb_rule_nix_alone(const struct cb_check *check)
{
	const struct cb_model *model = check->model;
	if (model->nix_daemon)
		return;
	if (model->nix_network)
		cb_finding_say(at_key(check, "daemonNetwork"), "is of no use without nix.daemon");
	if (model->nix_trusted)
		cb_finding_say(at_key(check, "trusted"), "is of no use without nix.daemon");
}

/* A second row at the same place is to-twice's finding. */
void cb_rule_nix_row(const struct cb_check *check)
{
	const struct cb_model *model = check->model;
	bool found = false;
	for (size_t i = 0; i < model->mount_count; i++) {
		const struct cb_model_mount *row = &model->mounts[i];
		if (!row->whole || row->kind != CB_KIND_DAEMON)
			continue;
		found = true;
		if (!model->nix_daemon && model->whole)
			cb_finding_say(
			    cb_finding_add(check->found, check->rule, "/mounts/%zu/kind", i),
			    "daemon needs nix.daemon = true");
		if (!cb_path_is(&row->to, CB_ANCHOR_ROOT, CB_NIX_SOCKETS))
			cb_finding_say(
			    cb_finding_add(check->found, check->rule, "/mounts/%zu/to", i),
			    "the daemon is mounted at " CB_NIX_SOCKETS);
	}
	if (model->nix_daemon && !found && model->whole)
		cb_finding_say(cb_finding_add(check->found, check->rule, "/mounts"),
			       "has no row daemon at " CB_NIX_SOCKETS);
}
