/* Rules on the Nix daemon: a socket that leads to builds outside the sandbox (L13). Pure. */
#include "rules/rules.h"

void cb_rule_nix_network(const struct cb_check *check)
{
	const struct cb_model *model = check->model;
	if (model->nix_daemon && !model->nix_network && model->network != CB_TIER_FULL)
		cb_report(check, "/nix/daemon",
			  "nix.daemon = false, or nix.daemonNetwork = true if that is meant",
			  "has the host's network, which this tier has not");
}

void cb_rule_nix_store(const struct cb_check *check)
{
	const struct cb_model *model = check->model;
	if (model->nix_daemon && cb_find_kind(model, CB_KIND_CLOSURE, 0) < model->mounts.count)
		cb_report(check, "/nix/daemon", "nix.store = \"whole\"",
			  "builds what a closure does not show");
}

void cb_rule_nix_alone(const struct cb_check *check)
{
	const struct cb_model *model = check->model;
	if (model->nix_network && !model->nix_daemon)
		cb_report(check, "/nix/daemonNetwork", NULL, "is of no use without nix.daemon");
	if (model->nix_trusted && !model->nix_daemon)
		cb_report(check, "/nix/trusted", NULL, "is of no use without nix.daemon");
}

/* A second row at the same place is to-twice's finding. */
void cb_rule_nix_row(const struct cb_check *check)
{
	const struct cb_model *model = check->model;
	for (size_t i = 0; (i = cb_find_kind(model, CB_KIND_DAEMON, i)) < model->mounts.count;
	     i++) {
		if (!model->nix_daemon && model->whole)
			cb_report(check, cb_mount_pointer(i, "/kind"), NULL,
				  "daemon needs nix.daemon = true");
		if (!cb_path_is(&model->mounts.items[i].to, CB_ANCHOR_ROOT, CB_NIX_SOCKETS))
			cb_report(check, cb_mount_pointer(i, "/to"), NULL,
				  "the daemon is mounted at " CB_NIX_SOCKETS);
	}
	if (model->nix_daemon && model->whole &&
	    cb_find_kind(model, CB_KIND_DAEMON, 0) == model->mounts.count)
		cb_report(check, "/mounts", NULL, "has no row daemon at " CB_NIX_SOCKETS);
}
