/* Rules on the profile itself: its name, its programs, its size. Pure. */
#include "policy/store-path.h"
#include "rules/rules.h"

#include <string.h>

enum { NAME_MAX_LEN = 64 };

static const char lower[] = "0123456789abcdefghijklmnopqrstuvwxyz-";

void cb_rule_name(const struct cb_check *check)
{
	const char *name = check->model->name;
	if (!name)
		return;
	size_t len = strlen(name);
	if (len > 0 && len <= NAME_MAX_LEN && name[0] != '-' && strspn(name, lower) == len)
		return;
	struct cb_finding *finding = cb_finding_add(check->found, check->rule, "/name");
	cb_finding_say(finding, "is no plain file name");
	cb_finding_hint(finding, "small letters, digits and dashes, at most %d", (int)NAME_MAX_LEN);
}

void cb_rule_version(const struct cb_check *check)
{
	static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ.+-";
	const char *version = check->model->version;
	if (!version)
		return;
	size_t len = strlen(version);
	if (len > 0 && len <= NAME_MAX_LEN && version[0] >= '0' && version[0] <= '9' &&
	    strspn(version, letters) == len)
		return;
	cb_finding_say(cb_finding_add(check->found, check->rule, "/version"),
		       "does not look like a version");
}

static void must_be_in_store(const struct cb_check *check, const char *path, const char *pointer)
{
	if (!path || cb_in_store_path(path))
		return;
	struct cb_finding *finding = cb_finding_add(check->found, check->rule, "%s", pointer);
	cb_finding_say(finding, "\"%s\" is not in a store path", path);
	cb_finding_hint(finding, "/nix/store/HASH-NAME/..., as a package's attribute gives it");
}

void cb_rule_program(const struct cb_check *check)
{
	const struct cb_model *model = check->model;
	must_be_in_store(check, model->agent_program, "/agent/program");
	must_be_in_store(check, model->bwrap, "/tools/bwrap");
	must_be_in_store(check, model->shell, "/tools/shell");
	must_be_in_store(check, model->git, "/tools/git");
	must_be_in_store(check, model->slirp, "/tools/slirp4netns");
	must_be_in_store(check, model->nix_build, "/tools/nixBuild");
	must_be_in_store(check, model->packages, "/tools/packages");
	/* A policy has no `path`: its directories are made of the profile's packages. */
	for (size_t i = 0; i < model->path.count; i++) {
		const char *path = model->path.items[i];
		if (!path || cb_in_store_path(path))
			continue;
		struct cb_finding *finding =
		    cb_finding_add(check->found, check->rule, "/path/%zu", i);
		cb_finding_say(finding, "\"%s\" of packages is not in a store path", path);
		cb_finding_hint(finding, "packages = [ pkgs.NAME ], not its name as a text");
	}
}

/* A project's own tools are made by the one of the other, anywhere in the store. */
void cb_rule_project_tools(const struct cb_check *check)
{
	const struct cb_model *model = check->model;
	if ((model->nix_build != NULL) != (model->packages != NULL))
		cb_finding_say(cb_finding_add(check->found, check->rule, "/tools/%s",
					      model->packages ? "nixBuild" : "packages"),
			       "is needed where the other is given");
	for (size_t i = 0; model->packages && i < model->mount_count; i++)
		if (model->mounts[i].kind == CB_KIND_CLOSURE)
			cb_finding_say(cb_finding_add(check->found, check->rule, "/tools/packages"),
				       "is given where only a closure is shown");
}

void cb_rule_path_colon(const struct cb_check *check)
{
	const struct cb_model_list *path = &check->model->path;
	for (size_t i = 0; i < path->count; i++)
		if (path->items[i] && strchr(path->items[i], ':'))
			cb_finding_say(cb_finding_add(check->found, check->rule, "/path/%zu", i),
				       "has a colon, which separates the entries of PATH");
}

void cb_rule_limit(const struct cb_check *check)
{
	if (check->model->limit_core < 0)
		cb_finding_say(cb_finding_add(check->found, check->rule, "/limits/core"),
			       "is negative");
	if (check->model->limit_processes < 0)
		cb_finding_say(cb_finding_add(check->found, check->rule, "/limits/processes"),
			       "is negative");
	if (check->model->limit_tmpfs < 0)
		cb_finding_say(cb_finding_add(check->found, check->rule, "/limits/tmpfs"),
			       "is negative");
}

/* bwrap counts every argument, those read from a descriptor too, and dies above MAX_ARGS (9000 in
 * its bubblewrap.c). What is kept back is for the launcher's own options, the mounts it adds at
 * launch and the user's arguments. */
void cb_rule_too_many(const struct cb_check *check)
{
	enum { TAKEN = 9000, KEPT_BACK = 600, PER_ROW = 5, PER_PATH = 3, PER_VARIABLE = 3 };
	const struct cb_model *model = check->model;
	size_t needed = PER_ROW * model->mount_count + PER_PATH * model->closure.count +
			PER_VARIABLE * (model->env_pass.count + model->env_set_count) +
			model->agent_args.count;
	if (needed <= TAKEN - KEPT_BACK)
		return;
	struct cb_finding *finding = cb_finding_add(check->found, check->rule, "/mounts");
	cb_finding_say(finding, "with closure and variables needs %zu arguments, bwrap takes %d",
		       needed, (int)(TAKEN - KEPT_BACK));
	cb_finding_hint(finding, "mount directories instead of what is in them");
}
