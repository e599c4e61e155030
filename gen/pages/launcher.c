/* The m4 definitions, those for C among them: the tables of the launcher, row by row. */
#include "pages/pages.h"

#include "cli/opts.h"
#include "pages/literal.h"

#include <string.h>

static const char *const anchor_names[] = {
#define X(NAME, prefix) "CB_ANCHOR_" #NAME,
#include "vocab/anchors.def"
#undef X
};

static const char *const tier_names[] = {
#define X(NAME, word, says) "CB_TIER_" #NAME,
#include "vocab/tiers.def"
#undef X
};

static const char *const kind_names[] = {
#define X(NAME, word, option, from) "CB_KIND_" #NAME,
#include "vocab/mount-kinds.def"
#undef X
};

static const char *const made_names[] = {
#define X(NAME, word) "CB_INSIDE_" #NAME,
#include "vocab/inside-files.def"
#undef X
};

static const char *const state_names[] = {
#define X(NAME, word) "CB_STATE_" #NAME,
#include "vocab/states.def"
#undef X
};

void cb_muscle_list(struct cb_text *out, const struct cb_model_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		cb_text_add(out, "\t");
		cb_literal_c(out, list->items[i]);
		cb_text_add(out, ",\n");
	}
	cb_text_add(out, "\tNULL,");
}

static void add_path(struct cb_text *out, const char *field, struct cb_path path)
{
	cb_text_printf(out, "%s = { %s, ", field, anchor_names[path.anchor]);
	cb_literal_c(out, path.rest);
	cb_text_add(out, " }");
}

static void version(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_literal_c(out, muscles->model->version);
}

static void name(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_literal_c(out, muscles->model->name);
}

static void description(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_literal_c(out, muscles->model->description);
}

static void network(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_text_add(out, tier_names[muscles->model->network]);
}

static void nix_daemon(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_text_add(out, muscles->model->nix_daemon ? "true" : "false");
}

static void nix_trusted(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_text_add(out, muscles->model->nix_trusted ? "true" : "false");
}

static void agent_program(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_literal_c(out, muscles->model->agent_program);
}

static void agent_args(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_muscle_list(out, &muscles->model->agent_args);
}

static void bwrap(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_literal_c(out, muscles->model->bwrap);
}

static void shell(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_literal_c(out, muscles->model->shell);
}

static void git(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_literal_c(out, muscles->model->git);
}

static void nix_build(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_literal_c(out, muscles->model->nix_build);
}

static void packages(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_literal_c(out, muscles->model->packages);
}

static void path(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_muscle_list(out, &muscles->model->path);
}

static void env_pass(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_muscle_list(out, &muscles->model->env_pass);
}

/* The row at the end keeps the array from being empty, which C has not; it is not counted. */
static void env_set(struct cb_text *out, const struct cb_muscles *muscles)
{
	for (size_t i = 0; i < muscles->model->env_set_count; i++) {
		const struct cb_model_set *set = &muscles->model->env_set[i];
		cb_text_add(out, "\t{ .name = ");
		cb_literal_c(out, set->name);
		if (set->text) {
			cb_text_add(out, ", .text = ");
			cb_literal_c(out, set->text);
		} else {
			add_path(out, ", .path", set->path.path);
		}
		cb_text_add(out, " },\n");
	}
	cb_text_add(out, "\t{ .name = NULL },");
}

static void env_set_count(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_text_printf(out, "%zu", muscles->model->env_set_count);
}

static void add_from(struct cb_text *out, const struct cb_model_mount *row)
{
	enum cb_inside_file made;
	switch (cb_kind_from(row->kind)) {
	case CB_FROM_NONE:
		break;
	case CB_FROM_PATH:
		add_path(out, ", .from", row->from.path);
		break;
	case CB_FROM_TEXT:
		add_path(out, ", .from", (struct cb_path) { CB_ANCHOR_ROOT, row->from.text });
		break;
	case CB_FROM_GENERATED:
		if (cb_inside_file_of(row->from.text, &made))
			cb_text_printf(out, ", .made = %s", made_names[made]);
		break;
	}
}

static void mounts(struct cb_text *out, const struct cb_muscles *muscles)
{
	for (size_t i = 0; i < muscles->model->mount_count; i++) {
		const struct cb_model_mount *row = &muscles->model->mounts[i];
		cb_text_printf(out, "%s\t{ .kind = %s", i ? "\n" : "", kind_names[row->kind]);
		if (row->optional)
			cb_text_add(out, ", .optional = true");
		add_from(out, row);
		cb_text_add(out, ",\n\t  ");
		add_path(out, ".to", row->to.path);
		cb_text_add(out, ", .why = ");
		cb_literal_c(out, row->why);
		cb_text_add(out, " },");
	}
}

static void mount_count(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_text_printf(out, "%zu", muscles->model->mount_count);
}

static void closure(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_muscle_list(out, &muscles->model->closure);
}

static void protect(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_muscle_list(out, &muscles->model->protect);
}

static void watch(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_muscle_list(out, &muscles->model->watch);
}

static void hide(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_muscle_list(out, &muscles->model->hide);
}

static void state(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_text_add(out, state_names[muscles->model->state]);
}

static void nesting(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_text_add(out, muscles->model->nesting ? "true" : "false");
}

static void limit_core(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_text_printf(out, "%llu", (unsigned long long)muscles->model->limit_core);
}

static void limit_processes(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_text_printf(out, "%llu", (unsigned long long)muscles->model->limit_processes);
}

static void limit_tmpfs(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_text_printf(out, "%llu", (unsigned long long)muscles->model->limit_tmpfs);
}

static void filter(struct cb_text *out, const struct cb_muscles *muscles)
{
	enum { PER_LINE = 3 };
	for (size_t i = 0; i < muscles->filter->count; i++) {
		const struct cb_bpf *line = &muscles->filter->program[i];
		const char *before = i % PER_LINE ? " " : i ? "\n\t" : "\t";
		cb_text_printf(out, "%s{ 0x%02x, %u, %u, 0x%08x },", before, line->code, line->jt,
			       line->jf, line->k);
	}
}

static void filter_count(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_text_printf(out, "%zu", muscles->filter->count);
}

static void sandbox_md(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_literal_c(out, muscles->sandbox_md);
}

static const struct {
	const char *name;
	cb_muscle *print;
} definitions[] = {
	{ "g4_version", version },
	{ "g4_name", name },
	{ "g4_description", description },
	{ "g4_network", network },
	{ "g4_domains", cb_network_domains },
	{ "g4_ports", cb_network_ports },
	{ "g4_forward", cb_network_forward },
	{ "g4_block", cb_network_block },
	{ "g4_block_count", cb_network_block_count },
	{ "g4_ipv6", cb_network_ipv6 },
	{ "g4_nix_daemon", nix_daemon },
	{ "g4_nix_trusted", nix_trusted },
	{ "g4_agent_program", agent_program },
	{ "g4_agent_args", agent_args },
	{ "g4_bwrap", bwrap },
	{ "g4_shell", shell },
	{ "g4_git", git },
	{ "g4_slirp", cb_network_slirp },
	{ "g4_nix_build", nix_build },
	{ "g4_packages", packages },
	{ "g4_path", path },
	{ "g4_env_pass", env_pass },
	{ "g4_env_set", env_set },
	{ "g4_env_set_count", env_set_count },
	{ "g4_mounts", mounts },
	{ "g4_mount_count", mount_count },
	{ "g4_closure", closure },
	{ "g4_protect", protect },
	{ "g4_watch", watch },
	{ "g4_hide", hide },
	{ "g4_state", state },
	{ "g4_nesting", nesting },
	{ "g4_limit_core", limit_core },
	{ "g4_limit_processes", limit_processes },
	{ "g4_limit_tmpfs", limit_tmpfs },
	{ "g4_filter", filter },
	{ "g4_filter_count", filter_count },
	{ "g4_sandbox_md", sandbox_md },
	{ "g4_words_name", cb_words_name },
	{ "g4_words_description", cb_words_description },
	{ "g4_words_network", cb_words_network },
	{ "g4_words_home", cb_words_home },
	{ "g4_words_tmp", cb_words_tmp },
	{ "g4_words_store", cb_words_store },
	{ "g4_words_tools", cb_words_tools },
	{ "g4_words_missing", cb_words_missing },
	{ "g4_words_kept", cb_words_kept },
	{ "g4_words_nesting", cb_words_nesting },
	{ "g4_words_core", cb_words_core },
	{ "g4_manual_program", cb_manual_program },
	{ "g4_manual_name", cb_manual_name },
	{ "g4_manual_version", cb_manual_version },
	{ "g4_manual_description", cb_manual_description },
	{ "g4_manual_options", cb_manual_options },
	{ "g4_manual_network", cb_manual_network },
	{ "g4_manual_mounts", cb_manual_mounts },
	{ "g4_manual_kept", cb_manual_kept },
	{ "g4_manual_variables", cb_manual_variables },
	{ "g4_complete_program", cb_complete_program },
	{ "g4_complete_flags", cb_complete_flags },
	{ "g4_complete_paths", cb_complete_paths },
	{ "g4_complete_names", cb_complete_names },
	{ "g4_complete_words", cb_complete_words },
	{ "g4_complete_zsh", cb_complete_zsh },
	{ "g4_complete_fish", cb_complete_fish },
};

void cb_program_print(struct cb_text *out, const struct cb_model *model)
{
	bool plain = strcmp(model->name, CB_PROFILE_DEFAULT) == 0;
	cb_text_printf(out, "claudebox%s%s", plain ? "" : "-", plain ? "" : model->name);
}

void cb_about_print(struct cb_text *out, const struct cb_model *model)
{
	static const char *const words[] = {
#define X(NAME, word, says) word,
#include "vocab/tiers.def"
#undef X
	};
	cb_text_printf(out, "%s\n%s\n%s\n", model->name, words[model->network], model->description);
}

void cb_muscles_print(struct cb_text *out, const struct cb_muscles *muscles)
{
	for (size_t i = 0; i < sizeof definitions / sizeof definitions[0]; i++) {
		cb_text_printf(out, "m4_define(<|%s|>, <|", definitions[i].name);
		definitions[i].print(out, muscles);
		cb_text_add(out, "|>)m4_dnl\n");
	}
}
