/* What SANDBOX.md says: sentences for the agent, each said only when the policy makes it true. The
 * texts here are ours and may use Markdown; what comes from the policy goes through the escaper. */
#include "pages/pages.h"
#include "policy/values.h"

/* A path inside; the other anchors are no places there. */
static void add_path_words(struct cb_text *out, const struct cb_path *path)
{
	static const char *const words[CB_ANCHOR_COUNT] = {
		[CB_ANCHOR_ROOT] = "",
		[CB_ANCHOR_HOME] = "~",
		[CB_ANCHOR_PROJECT] = "the project",
		[CB_ANCHOR_RUNTIME] = "XDG_RUNTIME_DIR",
	};
	cb_text_add(out, words[path->anchor]);
	if (path->anchor != CB_ANCHOR_ROOT && path->rest[0] != '\0')
		cb_text_add(out, path->anchor == CB_ANCHOR_PROJECT ? ": " : "/");
	cb_literal_markdown(out, path->rest);
}

static void print_network(struct cb_text *out, const struct cb_model *model)
{
	static const char *const means[] = {
		[CB_TIER_FULL] = "Services you start are reachable from the host, and the host's "
				 "services from here.",
		[CB_TIER_INTERNET] = "Private addresses (LAN, tailnet, link-local, the host's own "
				     "services) do not answer, on purpose; services you start "
				     "are reachable from in here only.",
		[CB_TIER_DOMAINS] = "Everything else does not answer, on purpose: there is no "
				    "route and no DNS. https goes through the proxy that "
				    "`HTTPS_PROXY` names; what it answers with 403 is not "
				    "allowed, do not retry it; its answer says what the "
				    "user can add to the policy.",
		[CB_TIER_NONE] = "Downloads, package installs and remote calls fail; do not retry "
				 "them, work with what is here.",
	};
	cb_text_printf(out, "%s. %s", cb_tier_says(model->network), means[model->network]);
	if (model->network == CB_TIER_DOMAINS) {
		cb_add_names(out, " Hosts: ", &model->domains, cb_literal_markdown, "; ");
		cb_add_numbers(out, "ports ", &model->ports, ".");
	}
	cb_add_numbers(out, " From the host, on `127.0.0.1`: port ", &model->forward, ".");
}

static void print_tmp(struct cb_text *out, const struct cb_model *model)
{
	cb_text_add(out, cb_find_mount(model, CB_KIND_TMPFS, CB_ANCHOR_ROOT, "/tmp")
			     ? "`/tmp` is this session's own, and gone afterwards. Unix sockets "
			       "can be made there, below `XDG_RUNTIME_DIR` and in the project only."
			     : "There is no `/tmp` but what is named below.");
}

static void print_store(struct cb_text *out, const struct cb_model *model)
{
	cb_text_add(out, cb_find_mount(model, CB_KIND_CLOSURE, CB_ANCHOR_ROOT, CB_STORE_PATH)
			     ? "`/nix/store` holds only the programs of this profile and what "
			       "they need, read-only."
			     : "`/nix/store` is the host's, read-only.");
}

/* A package is known by the name of its store path: what is in it is not ours to look at. */
static void print_tools(struct cb_text *out, const struct cb_model *model)
{
	for (size_t i = 0; i < model->path.count; i++) {
		cb_text_add(out, i ? ", " : "");
		cb_literal_markdown(out, cb_store_path_name(model->path.items[i]));
	}
	cb_text_add(out, model->path.count ? "" : "nothing");
}

/* Whether it is let in is known at launch, and said there. */
static void add_daemon_words(struct cb_text *out, const struct cb_model_list *path)
{
	bool comma = false;
	for (size_t i = 0; i < path->count; i++)
		comma |= strncmp(cb_store_path_name(path->items[i]), "comma", 5) == 0;
	cb_text_add(out, "where the Nix daemon is let in (see below), ");
	cb_text_add(out, comma ? "`, PROGRAM ARGUMENTS` runs it by its name, " : "");
	cb_text_add(out, "`nix shell nixpkgs#PACKAGE -c PROGRAM` by its package's; `nix build` and "
			 "`nix develop` work.");
}

static void print_missing(struct cb_text *out, const struct cb_model *model)
{
	if (model->nix_daemon)
		add_daemon_words(out, &model->path);
	else
		cb_text_add(out, "nothing can be fetched by nix here: say which one.");
	if (model->packages)
		cb_text_add(out, " For good, name it in `.claudebox/tools.txt` of the project, a "
				 "package of nixpkgs a line: it is there after the next start.");
}

static bool outlives_session(const struct cb_model_mount *row)
{
	return row->kind == CB_KIND_RW && cb_anchor_is_on_host(row->from.path.anchor);
}

static void print_home(struct cb_text *out, const struct cb_model *model)
{
	cb_text_add(out, cb_find_mount(model, CB_KIND_TMPFS, CB_ANCHOR_HOME, "")
			     ? "`HOME` starts empty, and what you write to it is gone afterwards."
			     : "`HOME` holds only what is named below.");
	const char *before = " Kept from one session to the next: ";
	for (size_t i = 0; i < model->mounts.count; i++) {
		if (!outlives_session(&model->mounts.items[i]))
			continue;
		cb_text_add(out, before);
		add_path_words(out, &model->mounts.items[i].to.path);
		before = ", ";
	}
	cb_text_add(out, *before == ',' ? "." : "");
}

static void print_project(struct cb_text *out, const struct cb_model *model)
{
	cb_add_names(
	    out, "Read-only, in every git directory that belongs to it: ", &model->protect,
	    cb_literal_markdown,
	    ". So what writes to git's configuration fails. Instead of `git branch -m OLD "
	    "NEW` say `git branch NEW OLD` and `git branch -D OLD`, instead of `git "
	    "submodule update` say `git submodule foreach 'git checkout $sha1'`. Settings, "
	    "remotes, tracking and hook installers (husky, `pre-commit install`) are the "
	    "user's, on the host: name the command.");
	cb_add_names(out,
		     model->protect.count ? " Covered, they look empty: "
					  : "Covered, they look empty: ",
		     &model->hide, cb_literal_markdown, ".");
	if (model->protect.count + model->hide.count == 0)
		cb_text_add(out, "No path is treated apart.");
}

static void print_nesting(struct cb_text *out, const struct cb_model *model)
{
	cb_text_add(out, model->nesting
			     ? "User namespaces can be created (bwrap and unshare work)."
			     : "No user namespaces: bwrap, unshare and containers do not work.");
}

static void print_core(struct cb_text *out, const struct cb_model *model)
{
	cb_text_add(out, model->limit_core == 0 ? "Crashes leave no core dumps."
						: "Core dumps are limited in size.");
}

const struct cb_section cb_sandbox_sections[] = {
	{ "name", .text = offsetof(struct cb_model, name) },
	{ "description", .text = offsetof(struct cb_model, description) },
	{ "network", .print = print_network },
	{ "project", .print = print_project },
	{ "home", .print = print_home },
	{ "tmp", .print = print_tmp },
	{ "tools", .print = print_tools },
	{ "store", .print = print_store },
	{ "missing", .print = print_missing },
	{ "nesting", .print = print_nesting },
	{ "core", .print = print_core },
	{ 0 },
};
