/* The whole plan as text: --dry-run, and the answer to `?` at the question before a launch. */
#include "show/show.h"

#include "vocab/secrets.h"
#include "vocab/words.h"

#include <string.h>

const char *cb_word_origin(enum cb_origin origin)
{
	static const char *const origin_words[] = { "made", "policy", "host", "extra" };
	return origin_words[origin];
}

const char *cb_shown_value(const struct cb_var *var)
{
	return var->secret ? CB_MASK : var->value;
}

/* A value stands behind `--setenv NAME`: it is masked as the variable is. */
const char *cb_shown_option(const struct cb_plan *plan, const struct cb_strv *options, size_t i)
{
	if (i < 2 || strcmp(options->items[i - 2], "--setenv") != 0)
		return options->items[i];
	for (size_t v = 0; v < plan->var_count; v++)
		if (strcmp(plan->vars[v].name, options->items[i - 1]) == 0)
			return cb_shown_value(&plan->vars[v]);
	return options->items[i];
}

const char *cb_shown_argument(const char *word)
{
	return cb_secret_shape(word) ? CB_MASK : word;
}

const char *cb_shown_shape(const struct cb_var *var)
{
	const char *shape = cb_secret_shape(var->value);
	return shape ? shape : "a secret";
}

struct cb_flow cb_show_label(struct cb_screen s, const char *label, bool alarm)
{
	enum { TEXT_COLUMN = 10 };
	cb_print_style(s, alarm ? "1;31" : "1");
	fprintf(s.file, "%-*s", TEXT_COLUMN, label);
	cb_print_style(s, "0");
	return (struct cb_flow) { s, TEXT_COLUMN, TEXT_COLUMN };
}

void cb_show_words(struct cb_screen s, const char *label, bool alarm, const char *text)
{
	struct cb_flow f = cb_show_label(s, label, alarm);
	cb_flow_words(&f, text);
	putc('\n', s.file);
}

static void show_heading(struct cb_screen s, const char *text)
{
	struct cb_flow f = { s, 2, 0 };
	cb_print_style(s, "1");
	cb_flow_words(&f, text);
	cb_print_style(s, "0");
	putc('\n', s.file);
}

/* --- head */

/* The gap before an item of a list; the first one begins a line with `label`. */
static const char *begin_item(struct cb_flow *f, bool first, const char *label)
{
	if (!first)
		return ", ";
	cb_flow_break(f);
	fputs(label, f->screen.file);
	f->column += strlen(label);
	return "";
}

static void show_ports(struct cb_flow *f, const char *label, const uint16_t *ports)
{
	for (size_t i = 0; ports[i]; i++)
		cb_flow_item(f, begin_item(f, i == 0, label), cb_format("%u", ports[i]));
}

static void show_network(struct cb_screen s, const struct cb_policy *p, bool all)
{
	struct cb_flow f = cb_show_label(s, "network", false);
	f.column += (size_t)fprintf(s.file, "%s: ", cb_word_tier(p->network));
	cb_flow_words(&f, cb_tier_says(p->network));
	for (size_t i = 0; p->domains[i]; i++)
		cb_flow_item(&f, begin_item(&f, i == 0, "hosts: "), p->domains[i]);
	if (p->network == CB_TIER_DOMAINS)
		show_ports(&f, "ports: ", p->ports);
	show_ports(&f, "from the host's loopback: port ", p->forward);
	for (size_t i = 0; all && i < p->block_count; i++)
		cb_flow_item(&f, begin_item(&f, i == 0, "never: "), p->block[i].text);
	putc('\n', s.file);
}

void cb_show_head(struct cb_screen s, const struct cb_plan *plan, bool all)
{
	const struct cb_policy *p = plan->policy;
	struct cb_flow f = { s, 2, 0 };
	cb_print_style(s, "1");
	f.column += (size_t)fprintf(s.file, "claudebox %s, profile %s", p->version, p->name);
	cb_print_style(s, "0");
	f.column += (size_t)fprintf(s.file, ": ");
	cb_flow_words(&f, p->description);
	putc('\n', s.file);
	for (size_t i = 0; i < plan->notes.len; i++)
		cb_show_words(s, "note", true, plan->notes.items[i]);
	show_network(s, p, all);
	/* That there is no daemon is nothing to decide by, and often nothing to change. */
	if (p->nix_daemon && (all || plan->nix != CB_NIX_ABSENT))
		cb_show_words(s, "nix", plan->nix > CB_NIX_MEANT, cb_nix_says(plan->nix));
	f = cb_show_label(s, "project", false);
	cb_flow_item(&f, "", plan->project);
	cb_flow_words(&f, " (read-write)");
	putc('\n', s.file);
	if (all)
		cb_show_words(s, "state", false, cb_format("~/" CB_STATE_HOME "/%s", plan->state));
	cb_show_words(s, "login", false, plan->login);
	cb_show_words(s, "git", false,
		      plan->who ? plan->who : "no name and address are configured");
}

/* --- mounts and variables */

/* Columns of a mount: its kind, then the destination, of which one longer than WIDEST pushes its
 * reason out of the column, then the reason. Below NARROW the reason has a line of its own. */
enum { KIND = 8, WIDEST = 44, REASON = 36, NARROW = 72 };

static size_t width_of_destinations(struct cb_screen s, const struct cb_plan *plan)
{
	size_t width = 0, most = WIDEST;
	if (s.width && s.width < NARROW)
		return 0;
	for (size_t i = 0; i < plan->op_count; i++) {
		size_t columns = cb_columns(s, plan->ops[i].to);
		width = columns > width ? columns : width;
	}
	if (s.width && s.width < KIND + WIDEST + 2 + REASON)
		most = s.width > KIND + 2 + 2 * REASON ? s.width - KIND - 2 - REASON : REASON;
	return width < most ? width : most;
}

static void show_mount(struct cb_screen s, const struct cb_plan *plan, const struct cb_op *op,
		       size_t width)
{
	struct cb_flow why = { s, KIND + width + 2, KIND + width + 2 };
	fprintf(s.file, "  %-*s", KIND - 2, cb_word_kind(op->kind));
	cb_print_padded(s, op->to, width);
	if (s.width && cb_columns(s, op->to) > width)
		cb_flow_break(&why);
	else
		fputs("  ", s.file);
	cb_flow_words(&why, op->why);
	if (op->kind == CB_KIND_DEV && !plan->tty)
		cb_flow_words(&why, " (without tty: another process group has the terminal)");
	putc('\n', s.file);
	/* The source, where it says more than the destination does. */
	if (!op->text && op->from && strcmp(op->from, op->to) != 0) {
		fprintf(s.file, "%*s<- ", KIND + 2, "");
		cb_print(s, op->from);
		putc('\n', s.file);
	}
}

static void show_variable(struct cb_screen s, const struct cb_var *var)
{
	fprintf(s.file, "  %-8s", cb_word_origin(var->origin));
	if (var->secret)
		cb_print_style(s, "31");
	cb_print(s, cb_format("%s=%s", var->name, cb_shown_value(var)));
	if (var->secret) {
		cb_print_style(s, "0");
		fprintf(s.file, "  looks like %s", cb_shown_shape(var));
	}
	putc('\n', s.file);
}

void cb_show_plan(struct cb_screen s, const struct cb_plan *plan)
{
	size_t width = width_of_destinations(s, plan);
	cb_show_head(s, plan, true);
	putc('\n', s.file);
	show_heading(s, "Mounts, in order (everything else of the host is absent)");
	for (size_t i = 0; i < plan->op_count; i++)
		show_mount(s, plan, &plan->ops[i], width);
	putc('\n', s.file);
	show_heading(s, "Environment (nothing else enters)");
	for (size_t i = 0; i < plan->var_count; i++)
		show_variable(s, &plan->vars[i]);
	putc('\n', s.file);
}

void cb_show_command(struct cb_screen s, const struct cb_plan *plan, const struct cb_bwrap *bwrap)
{
	struct cb_flow f = { s, 2, 2 };
	show_heading(s, "Command");
	fprintf(s.file, "  %s", plan->policy->bwrap);
	for (size_t i = 1; i < bwrap->argv.len; i++) {
		putc(' ', s.file);
		cb_print_quoted(s, cb_shown_argument(bwrap->argv.items[i]));
	}
	fputs("\n  ", s.file);
	cb_flow_words(&f,
		      "(Before, the launcher builds the root from the mounts above, in their "
		      "order, by descriptor and in namespaces of its own. bwrap is given it as a "
		      "whole, and mounts only what belongs to namespaces that it makes itself.)");
	fprintf(s.file, "\n  options, by descriptor %s:", bwrap->argv.items[2]);
	for (size_t i = 0; i < bwrap->options.len; i++) {
		const char *option = cb_shown_option(plan, &bwrap->options, i);
		fputs(strncmp(option, "--", 2) == 0 ? "\n    " : " ", s.file);
		cb_print_quoted(s, option);
	}
	putc('\n', s.file);
}
