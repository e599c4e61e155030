/* What SANDBOX.md says, as definitions: sentences for the agent, each said only when the policy
 * makes it true. The texts here are ours and may use Markdown; what comes from the policy goes
 * through the escaper. */
#include "pages/pages.h"

#include "pages/literal.h"
#include "policy/store-path.h"

#include <string.h>

static void add_path_words(struct cb_text *out, const struct cb_path *path)
{
	static const char *const words[] = {
		[CB_ANCHOR_ROOT] = "",
		[CB_ANCHOR_HOME] = "~",
		[CB_ANCHOR_PROJECT] = "the project",
		[CB_ANCHOR_RUNTIME] = "XDG_RUNTIME_DIR",
		[CB_ANCHOR_STATE] = "claudebox's state directory",
		[CB_ANCHOR_LOGIN] = "shared login",
		[CB_ANCHOR_CONFIG] = "~/.claudebox",
		[CB_ANCHOR_CLAUDE] = "~/.claude",
	};
	cb_text_add(out, words[path->anchor]);
	if (path->anchor != CB_ANCHOR_ROOT && path->rest[0] != '\0')
		cb_text_add(out, path->anchor == CB_ANCHOR_PROJECT ? ": " : "/");
	cb_literal_markdown(out, path->rest);
}

static bool has_row(const struct cb_model *model, enum cb_kind kind, enum cb_anchor anchor,
		    const char *rest)
{
	for (size_t i = 0; i < model->mount_count; i++)
		if (cb_mount_is(&model->mounts[i], kind, anchor, rest))
			return true;
	return false;
}

void cb_words_name(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_literal_markdown(out, muscles->model->name);
}

void cb_words_description(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_literal_markdown(out, muscles->model->description);
}

static void add_names(struct cb_text *out, const struct cb_model_list *names)
{
	for (size_t i = 0; i < names->count; i++) {
		cb_text_add(out, i ? ", " : "");
		cb_literal_markdown(out, names->items[i]);
	}
}

static void add_numbers(struct cb_text *out, const struct cb_model_numbers *numbers)
{
	for (size_t i = 0; i < numbers->count; i++)
		cb_text_printf(out, "%s%lld", i ? ", " : "", (long long)numbers->items[i]);
}

void cb_words_network(struct cb_text *out, const struct cb_muscles *muscles)
{
	static const char *const says[] = {
#define X(NAME, word, says) says,
#include "vocab/tiers.def"
#undef X
	};
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
	const struct cb_model *model = muscles->model;
	cb_text_printf(out, "%s. %s", says[model->network], means[model->network]);
	if (model->network == CB_TIER_DOMAINS) {
		cb_text_add(out, " Hosts: ");
		add_names(out, &model->domains);
		cb_text_add(out, "; ports ");
		add_numbers(out, &model->ports);
		cb_text_add(out, ".");
	}
	if (model->forward.count > 0) {
		cb_text_add(out, " From the host, on `127.0.0.1`: port ");
		add_numbers(out, &model->forward);
		cb_text_add(out, ".");
	}
}

void cb_words_tmp(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_text_add(out, has_row(muscles->model, CB_KIND_TMPFS, CB_ANCHOR_ROOT, "/tmp")
			     ? "`/tmp` is this session's own, and gone afterwards. Unix sockets "
			       "can be made there, below `XDG_RUNTIME_DIR` and in the project only."
			     : "There is no `/tmp` but what is named below.");
}

void cb_words_store(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_text_add(out, has_row(muscles->model, CB_KIND_CLOSURE, CB_ANCHOR_ROOT, CB_STORE)
			     ? "`/nix/store` holds only the programs of this profile and what "
			       "they need, read-only."
			     : "`/nix/store` is the host's, read-only.");
}

/* A package is known by the name of its store path: what is in it is not ours to look at. */
void cb_words_tools(struct cb_text *out, const struct cb_muscles *muscles)
{
	const struct cb_model_list *path = &muscles->model->path;
	for (size_t i = 0; i < path->count; i++) {
		size_t len;
		const char *name = cb_store_path_name(path->items[i], &len);
		cb_text_add(out, i ? ", " : "");
		cb_literal_markdown_n(out, name, len);
	}
	if (path->count == 0)
		cb_text_add(out, "nothing");
}

/* Whether it is let in is known at launch, and said there. */
static void add_daemon_words(struct cb_text *out, const struct cb_model_list *path)
{
	bool comma = false;
	for (size_t i = 0; i < path->count; i++) {
		size_t len;
		const char *name = cb_store_path_name(path->items[i], &len);
		comma |= len >= 5 && memcmp(name, "comma", 5) == 0;
	}
	cb_text_add(out, "where the Nix daemon is let in (see below), ");
	cb_text_add(out, comma ? "`, PROGRAM ARGUMENTS` runs it by its name, " : "");
	cb_text_add(out, "`nix shell nixpkgs#PACKAGE -c PROGRAM` by its package's; `nix build` and "
			 "`nix develop` work.");
}

void cb_words_missing(struct cb_text *out, const struct cb_muscles *muscles)
{
	if (muscles->model->nix_daemon)
		add_daemon_words(out, &muscles->model->path);
	else
		cb_text_add(out, "nothing can be fetched by nix here: say which one.");
	if (muscles->model->packages)
		cb_text_add(out, " For good, name it in `.claudebox/tools.txt` of the project, a "
				 "package of nixpkgs a line: it is there after the next start.");
}

static bool is_kept(const struct cb_model_mount *row)
{
	return row->kind == CB_KIND_RW && cb_anchor_is_on_host(row->from.path.anchor);
}

void cb_words_home(struct cb_text *out, const struct cb_muscles *muscles)
{
	const struct cb_model *model = muscles->model;
	cb_text_add(out, has_row(model, CB_KIND_TMPFS, CB_ANCHOR_HOME, "")
			     ? "`HOME` starts empty, and what you write to it is gone afterwards."
			     : "`HOME` holds only what is named below.");
	const char *before = " Kept from one session to the next: ";
	for (size_t i = 0; i < model->mount_count; i++) {
		if (!is_kept(&model->mounts[i]))
			continue;
		cb_text_add(out, before);
		add_path_words(out, &model->mounts[i].to.path);
		before = ", ";
	}
	cb_text_add(out, *before == ',' ? "." : "");
}

/* `before`, the names, `after`; nothing where there are none. */
static void add_sentence(struct cb_text *out, const char *before, const struct cb_model_list *names,
			 const char *after)
{
	if (names->count == 0)
		return;
	cb_text_add(out, out->len && cb_text_str(out)[out->len - 1] == '.' ? " " : "");
	cb_text_add(out, before);
	add_names(out, names);
	cb_text_add(out, after);
}

void cb_words_kept(struct cb_text *out, const struct cb_muscles *muscles)
{
	const struct cb_model *model = muscles->model;
	add_sentence(
	    out, "Read-only, in every git directory that belongs to it: ", &model->protect,
	    ". So what writes to git's configuration fails. Instead of `git branch -m OLD "
	    "NEW` say `git branch NEW OLD` and `git branch -D OLD`, instead of `git "
	    "submodule update` say `git submodule foreach 'git checkout $sha1'`. Settings, "
	    "remotes, tracking and hook installers (husky, `pre-commit install`) are the "
	    "user's, on the host: name the command.");
	add_sentence(out, "Covered, they look empty: ", &model->hide, ".");
	if (model->protect.count + model->hide.count == 0)
		cb_text_add(out, "No path is treated apart.");
}

void cb_words_nesting(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_text_add(out, muscles->model->nesting
			     ? "User namespaces can be created (bwrap and unshare work)."
			     : "No user namespaces: bwrap, unshare and containers do not work.");
}

void cb_words_core(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_text_add(out, muscles->model->limit_core == 0 ? "Crashes leave no core dumps."
							 : "Core dumps are limited in size.");
}
