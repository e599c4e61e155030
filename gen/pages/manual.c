/* What the manual page says: the flags of the launcher, and this profile's facts. The texts here
 * are ours and may use roff; what comes from the policy goes through the escaper. */
#include "pages/pages.h"

static void print_program(struct cb_text *out, const struct cb_model *model)
{
	cb_literal_roff(out, cb_program_of(model));
}

static void print_options(struct cb_text *out, const struct cb_model *model)
{
	(void)model;
	for (size_t i = 0; i < cb_flag_count; i++) {
		const struct cb_flag *flag = &cb_flags[i];
		cb_text_add(out, i ? "\n.TP\n" : ".TP\n");
		if (flag->letter)
			cb_text_printf(out, "\\fB\\-%c\\fR, ", flag->letter);
		cb_text_add(out, "\\fB\\-\\-");
		cb_literal_roff(out, flag->name);
		cb_text_add(out, "\\fR");
		if (flag->arg && flag->arg[0] == '=')
			cb_text_printf(out, "[\\fB=%s\\fR]", flag->arg + 1);
		else if (flag->arg)
			cb_text_printf(out, " \\fI%s\\fR", flag->arg);
		cb_text_add(out, "\n\\&");
		cb_literal_roff(out, flag->help);
	}
}

static void print_network(struct cb_text *out, const struct cb_model *model)
{
	cb_text_printf(out, "\\fB%s\\fR: ", cb_word_tier(model->network));
	cb_literal_roff(out, cb_tier_says(model->network));
	cb_text_add(out, ".");
	if (model->network == CB_TIER_DOMAINS) {
		cb_add_names(out, " Hosts: ", &model->domains, cb_literal_roff, ".");
		cb_add_numbers(out, " Ports: ", &model->ports, ".");
	}
	cb_add_numbers(out, " Ports of the host's own loopback that are there inside too: ",
		       &model->forward, ".");
}

/* What of the host is seen: all else inside is made, and of no weight to who reads this. */
static void print_mounts(struct cb_text *out, const struct cb_model *model)
{
	const char *before = ".TP\n";
	for (size_t i = 0; i < model->mounts.count; i++) {
		const struct cb_model_mount *row = &model->mounts.items[i];
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

static void print_project(struct cb_text *out, const struct cb_model *model)
{
	cb_text_add(out, "The agent may change all of the project but what is protected.");
	cb_add_names(out, " Read\\-only: ", &model->protect, cb_literal_roff, ".");
	cb_add_names(out, " Covered, so that they look empty: ", &model->hide, cb_literal_roff,
		     ".");
	cb_add_names(out, " Named at the next start when they have changed: ", &model->watch,
		     cb_literal_roff, ".");
}

static void print_variables(struct cb_text *out, const struct cb_model *model)
{
	if (model->env_pass.count == 0)
		cb_text_add(out, "No variable of the host enters.");
	cb_add_names(out,
		     "Of the host's variables these enter, where they are set: ", &model->env_pass,
		     cb_literal_roff, ".");
}

const struct cb_section cb_manual_sections[] = {
	{ "program", .print = print_program },
	{ "name", .text = offsetof(struct cb_model, name) },
	{ "version", .text = offsetof(struct cb_model, version) },
	{ "description", .text = offsetof(struct cb_model, description) },
	{ "options", .print = print_options },
	{ "network", .print = print_network },
	{ "mounts", .print = print_mounts },
	{ "project", .print = print_project },
	{ "variables", .print = print_variables },
	{ 0 },
};
