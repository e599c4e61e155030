/* What the manual page says, as definitions: the flags of the launcher, and this profile's facts.
 * The texts here are ours and may use roff; what comes from the policy goes through the escaper. */
#include "pages/pages.h"

#include "pages/literal.h"

#include <string.h>

struct row {
	char letter;
	const char *name, *arg, *help;
};

static const struct row rows[] = {
#define X(NAME, letter, name, arg, help) { letter, name, arg, help },
#include "cli/opts.def"
#undef X
};

void cb_manual_program(struct cb_text *out, const struct cb_muscles *muscles)
{
	cleanup_text struct cb_text program = { 0 };
	cb_program_print(&program, muscles->model);
	cb_literal_roff(out, cb_text_str(&program));
	out->failed |= program.failed;
}

void cb_manual_name(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_literal_roff(out, muscles->model->name);
}

void cb_manual_version(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_literal_roff(out, muscles->model->version);
}

void cb_manual_description(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_literal_roff(out, muscles->model->description);
}

void cb_manual_options(struct cb_text *out, const struct cb_muscles *muscles)
{
	(void)muscles;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const struct row *row = &rows[i];
		cb_text_add(out, i ? "\n.TP\n" : ".TP\n");
		if (row->letter)
			cb_text_printf(out, "\\fB\\-%c\\fR, ", row->letter);
		cb_text_add(out, "\\fB\\-\\-");
		cb_literal_roff(out, row->name);
		cb_text_add(out, "\\fR");
		if (row->arg && row->arg[0] == '=')
			cb_text_printf(out, "[\\fB=%s\\fR]", row->arg + 1);
		else if (row->arg)
			cb_text_printf(out, " \\fI%s\\fR", row->arg);
		cb_text_add(out, "\n\\&");
		cb_literal_roff(out, row->help);
	}
}

static void add_names(struct cb_text *out, const char *before, const struct cb_model_list *names)
{
	for (size_t i = 0; i < names->count; i++) {
		cb_text_add(out, i ? ", " : before);
		cb_literal_roff(out, names->items[i]);
	}
	cb_text_add(out, names->count ? "." : "");
}

static void add_numbers(struct cb_text *out, const char *before,
			const struct cb_model_numbers *numbers)
{
	for (size_t i = 0; i < numbers->count; i++)
		cb_text_printf(out, "%s%lld", i ? ", " : before, (long long)numbers->items[i]);
	cb_text_add(out, numbers->count ? "." : "");
}

void cb_manual_network(struct cb_text *out, const struct cb_muscles *muscles)
{
	static const char *const tiers[][2] = {
#define X(NAME, word, says) { word, says },
#include "vocab/tiers.def"
#undef X
	};
	const struct cb_model *model = muscles->model;
	cb_text_printf(out, "\\fB%s\\fR: ", tiers[model->network][0]);
	cb_literal_roff(out, tiers[model->network][1]);
	cb_text_add(out, ".");
	if (model->network == CB_TIER_DOMAINS) {
		add_names(out, " Hosts: ", &model->domains);
		add_numbers(out, " Ports: ", &model->ports);
	}
	add_numbers(
	    out, " Ports of the host's own loopback that are there inside too: ", &model->forward);
}

/* What of the host is seen: all else inside is made, and of no weight to who reads this. */
void cb_manual_mounts(struct cb_text *out, const struct cb_muscles *muscles)
{
	const char *before = ".TP\n";
	for (size_t i = 0; i < muscles->model->mount_count; i++) {
		const struct cb_model_mount *row = &muscles->model->mounts[i];
		if (row->kind != CB_KIND_RO && row->kind != CB_KIND_RW)
			continue;
		cb_text_printf(out, "%s\\fB", before);
		cb_literal_roff(out, row->to.text);
		cb_text_printf(out, "\\fR (%s%s)\n\\&",
			       row->kind == CB_KIND_RO ? "read\\-only" : "writable",
			       row->optional ? ", if it is there" : "");
		cb_literal_roff(out, row->why);
		before = "\n.TP\n";
	}
	if (*before == '.')
		cb_text_add(out, "Nothing.");
}

void cb_manual_kept(struct cb_text *out, const struct cb_muscles *muscles)
{
	const struct cb_model *model = muscles->model;
	cb_text_add(out, "The agent may change all of the project but what is protected.");
	add_names(out, " Read\\-only: ", &model->protect);
	add_names(out, " Covered, so that they look empty: ", &model->hide);
	add_names(out, " Named at the next start when they have changed: ", &model->watch);
}

void cb_manual_variables(struct cb_text *out, const struct cb_muscles *muscles)
{
	if (muscles->model->env_pass.count == 0)
		cb_text_add(out, "No variable of the host enters.");
	add_names(out, "Of the host's variables these enter, where they are set: ",
		  &muscles->model->env_pass);
}
