/* The whole plan as text: --dry-run, and the answer to `?` at the question before a launch. */
#include "show/show.h"

#include "base/number.h"
#include "base/print.h"
#include "vocab/secrets.h"
#include "vocab/words.h"

#include <string.h>

static const char *const origin_words[] = { "made", "policy", "host", "extra" };

const char *cb_word_origin(enum cb_origin origin)
{
	return origin_words[origin];
}

const char *cb_shown_value(const struct cb_var *var)
{
	return var->secret ? CB_MASK : var->value;
}

struct cb_flow cb_show_label(struct cb_screen s, const char *label, bool alarm)
{
	fputs(!s.colour ? "" : alarm ? "\033[1;31m" : "\033[1m", s.file);
	cb_print_padded(s.file, label, 10);
	fputs(s.colour ? "\033[0m" : "", s.file);
	return (struct cb_flow) { s.file, s.width, 10, 10 };
}

void cb_show_heading(struct cb_screen s, const char *text)
{
	fputs(s.colour ? "\033[1m" : "", s.file);
	cb_flow_words(&(struct cb_flow) { s.file, s.width, 2, 0 }, text);
	fputs(s.colour ? "\033[0m\n" : "\n", s.file);
}

/* The source, where it says more than the destination does. */
static const char *shown_source(const struct cb_op *op)
{
	if (op->text || !op->from || strcmp(op->from, op->to) == 0)
		return "";
	return op->from;
}

/* Destinations longer than this push their reason out of its column. */
#define WIDEST ((size_t)44)

/* Columns of the kind, and, where lines end somewhere, those that are left to the reason; below
 * NARROW there are none: the reason has a line of its own. */
enum { KIND = 8, REASON = 36, NARROW = 72 };

static size_t width_of_paths(struct cb_screen s, const struct cb_plan *plan)
{
	size_t width = 0, most = WIDEST;
	if (s.width && s.width < NARROW)
		return 0;
	for (size_t i = 0; i < plan->op_count; i++) {
		size_t len = cb_print(NULL, plan->ops[i].to);
		width = len > width ? len : width;
	}
	if (s.width && s.width < KIND + WIDEST + 2 + REASON)
		most = s.width > KIND + 2 + 2 * REASON ? s.width - KIND - 2 - REASON : REASON;
	return width < most ? width : most;
}

static void show_mounts(struct cb_screen s, const struct cb_plan *plan)
{
	size_t width = width_of_paths(s, plan);
	cb_show_heading(s, "Mounts, in order (everything else of the host is absent)");
	for (size_t i = 0; i < plan->op_count; i++) {
		const struct cb_op *op = &plan->ops[i];
		struct cb_flow why = { s.file, s.width, KIND + width + 2, KIND + width + 2 };
		fputs("  ", s.file);
		cb_print_padded(s.file, cb_word_kind(op->kind), KIND - 2);
		cb_print_padded(s.file, op->to, width);
		if (s.width && cb_print(NULL, op->to) > width)
			cb_flow_break(&why);
		else
			fputs("  ", s.file);
		cb_flow_words(&why, op->why);
		putc('\n', s.file);
		if (*shown_source(op)) {
			fputs("          <- ", s.file);
			cb_print(s.file, shown_source(op));
			putc('\n', s.file);
		}
	}
}

static void show_env(struct cb_screen s, const struct cb_plan *plan)
{
	cb_show_heading(s, "Environment (nothing else enters)");
	for (size_t i = 0; i < plan->var_count; i++) {
		const struct cb_var *var = &plan->vars[i];
		bool flag = var->secret && s.colour;
		fputs("  ", s.file);
		cb_print_padded(s.file, cb_word_origin(var->origin), 8);
		fputs(flag ? "\033[31m" : "", s.file);
		cb_print(s.file, var->name);
		putc('=', s.file);
		cb_print(s.file, cb_shown_value(var));
		fputs(flag ? "\033[0m" : "", s.file);
		if (var->secret) {
			const char *shape = cb_secret_shape(var->value);
			cb_put(s.file, "  looks like ", shape ? shape : "a secret", NULL);
		}
		putc('\n', s.file);
	}
}

/* A line of the network's own, where it has any items. */
static const char *begin_line(struct cb_flow *f, const char *gap, const char *label)
{
	if (*gap)
		return gap;
	cb_flow_break(f);
	fputs(label, f->file);
	f->column += strlen(label);
	return "";
}

static void show_numbers(struct cb_flow *f, const char *label, const uint16_t *numbers)
{
	char number[CB_NUMBER_SIZE];
	for (size_t i = 0; numbers[i]; i++)
		cb_flow_item(f, begin_line(f, i ? ", " : "", label),
			     cb_number(number, numbers[i], 10, 1));
}

static void show_network(struct cb_screen s, const struct cb_policy *p, bool all)
{
	struct cb_flow f = cb_show_label(s, "network", false);
	cb_put(s.file, cb_word_tier(p->network), ": ", NULL);
	f.column += strlen(cb_word_tier(p->network)) + 2;
	cb_flow_words(&f, cb_tier_says(p->network));
	for (size_t i = 0; p->domains[i]; i++)
		cb_flow_item(&f, begin_line(&f, i ? ", " : "", "hosts: "), p->domains[i]);
	if (p->network == CB_TIER_DOMAINS)
		show_numbers(&f, "ports: ", p->ports);
	show_numbers(&f, "from the host's loopback: port ", p->forward);
	for (size_t i = 0; all && i < p->block_count; i++)
		cb_flow_item(&f, begin_line(&f, i ? ", " : "", "never: "), p->block[i].text);
	putc('\n', s.file);
}

static void show_words(struct cb_screen s, const char *label, bool alarm, const char *text)
{
	struct cb_flow f = cb_show_label(s, label, alarm);
	cb_flow_words(&f, text);
	putc('\n', s.file);
}

void cb_show_head(struct cb_screen s, const struct cb_plan *plan, bool all)
{
	const struct cb_policy *p = plan->policy;
	struct cb_flow f = { s.file, s.width, 2, 22 + strlen(p->version) + strlen(p->name) };
	cb_put(s.file, s.colour ? "\033[1m" : "", "claudebox ", p->version, ", profile ", p->name,
	       s.colour ? "\033[0m" : "", ": ", NULL);
	cb_flow_words(&f, p->description);
	putc('\n', s.file);
	for (size_t i = 0; i < plan->notes.len; i++)
		show_words(s, "note", true, plan->notes.items[i]);
	show_network(s, p, all);
	if (p->nix_daemon)
		show_words(s, "nix", plan->nix > CB_NIX_MEANT, cb_nix_says(plan->nix));
	f = cb_show_label(s, "project", false);
	cb_flow_item(&f, "", plan->project);
	putc('\n', s.file);
	if (all) {
		cb_show_label(s, "state", false);
		cb_put(s.file, "~/" CB_STATE_HOME "/", plan->state, "\n", NULL);
	}
	show_words(s, "login", false, plan->login);
	show_words(s, "git", false, plan->who ? plan->who : "no name and address are configured");
}

void cb_show_notes(struct cb_screen s, const struct cb_plan *plan)
{
	for (size_t i = 0; i < plan->notes.len; i++) {
		fputs("claudebox: note: ", s.file);
		cb_print(s.file, plan->notes.items[i]);
		putc('\n', s.file);
	}
	/* A daemon that is not there is no news to its user; one that was left out is. */
	if (plan->nix > CB_NIX_MEANT)
		cb_put(s.file, "claudebox: note: ", cb_nix_says(plan->nix), "\n", NULL);
}

void cb_show_plan(struct cb_screen s, const struct cb_plan *plan)
{
	cb_show_head(s, plan, true);
	putc('\n', s.file);
	show_mounts(s, plan);
	putc('\n', s.file);
	show_env(s, plan);
	putc('\n', s.file);
}
