/* The plan as text: dry-run and audit. */
#include "show.h"

#include "number.h"
#include "put.h"
#include "secrets.h"

#include <string.h>

static const char *const kind_words[] = {
#define X(NAME, word, option, from) word,
#include "mount-kinds.def"
#undef X
};

static const struct {
	const char *word, *says;
} tiers[] = {
#define X(NAME, word, says) { word, says },
#include "tiers.def"
#undef X
};

static const char *const origin_words[] = { "made", "policy", "host", "extra" };

const char *cb_word_kind(enum cb_kind kind)
{
	return kind_words[kind];
}

const char *cb_word_tier(enum cb_tier tier)
{
	return tiers[tier].word;
}

const char *cb_word_origin(enum cb_origin origin)
{
	return origin_words[origin];
}

const char *cb_shown_value(const struct cb_var *var)
{
	return var->secret ? CB_MASK : var->value;
}

/* bwrap sees `--setenv NAME VALUE`; a value is masked by what the plan says of that variable. */
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

static void put_heading(struct cb_screen s, const char *text)
{
	cb_put(s.file, s.colour ? "\033[1m" : "", text, s.colour ? "\033[0m" : "", "\n", NULL);
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

static void show_mounts(struct cb_screen s, const struct cb_plan *plan)
{
	size_t width = 0;
	for (size_t i = 0; i < plan->op_count; i++) {
		size_t len = strlen(plan->ops[i].to);
		width = len > width ? len : width;
	}
	width = width < WIDEST ? width : WIDEST;
	put_heading(s, "Mounts, in order (everything else of the host is absent)");
	for (size_t i = 0; i < plan->op_count; i++) {
		const struct cb_op *op = &plan->ops[i];
		fputs("  ", s.file);
		cb_put_padded(s.file, cb_word_kind(op->kind), 6);
		cb_put_padded(s.file, op->to, width);
		cb_put(s.file, "  ", op->why, "\n", NULL);
		if (*shown_source(op)) {
			fputs("          <- ", s.file);
			cb_put_text(s.file, shown_source(op));
			putc('\n', s.file);
		}
	}
}

static void show_env(struct cb_screen s, const struct cb_plan *plan)
{
	put_heading(s, "Environment (nothing else enters)");
	for (size_t i = 0; i < plan->var_count; i++) {
		const struct cb_var *var = &plan->vars[i];
		bool flag = var->secret && s.colour;
		fputs("  ", s.file);
		cb_put_padded(s.file, cb_word_origin(var->origin), 8);
		fputs(flag ? "\033[33m" : "", s.file);
		cb_put_text(s.file, var->name);
		putc('=', s.file);
		cb_put_text(s.file, cb_shown_value(var));
		fputs(flag ? "\033[0m" : "", s.file);
		if (var->secret) {
			const char *shape = cb_secret_shape(var->value);
			cb_put(s.file, "  looks like ", shape ? shape : "a secret", NULL);
		}
		putc('\n', s.file);
	}
}

/* Text items of a tier on one line of their own, where there are any. */
static void show_list(FILE *file, const char *label, const char *const *items)
{
	for (size_t i = 0; items[i]; i++)
		cb_put(file, i ? ", " : label, items[i], NULL);
	fputs(items[0] ? "\n" : "", file);
}

static void show_numbers(FILE *file, const char *label, const uint16_t *numbers, const char *end)
{
	char number[CB_NUMBER_SIZE];
	for (size_t i = 0; numbers[i]; i++)
		cb_put(file, i ? ", " : label, cb_number(number, numbers[i], 10, 1), NULL);
	fputs(numbers[0] ? end : "", file);
}

static void show_network(FILE *file, const struct cb_policy *p)
{
	cb_put(file, "network   ", tiers[p->network].word, ": ", tiers[p->network].says, "\n",
	       NULL);
	show_list(file, "          hosts: ", p->domains);
	if (p->network == CB_TIER_DOMAINS)
		show_numbers(file, "          ports: ", p->ports, "\n");
	show_numbers(file, "          from the host's loopback: port ", p->forward, "\n");
	for (size_t i = 0; i < p->block_count; i++)
		cb_put(file,
		       i == 0  ? "          never: "
		       : i % 8 ? ", "
			       : ",\n                 ",
		       p->block[i].text, NULL);
	fputs(p->block_count ? "\n" : "", file);
}

static void show_head(struct cb_screen s, const struct cb_plan *plan)
{
	const struct cb_policy *p = plan->policy;
	cb_put(s.file, "claudebox ", p->version, ", profile ", p->name, ": ", p->description, "\n",
	       NULL);
	show_network(s.file, p);
	fputs("project   ", s.file);
	cb_put_text(s.file, plan->project);
	cb_put(s.file, "\nstate     ~/" CB_STATE_HOME "/", plan->state, "\n", NULL);
	for (size_t i = 0; i < plan->notes.len; i++) {
		fputs("note      ", s.file);
		cb_put_text(s.file, plan->notes.items[i]);
		putc('\n', s.file);
	}
	putc('\n', s.file);
}

static void show_command(struct cb_screen s, const struct cb_plan *plan,
			 const struct cb_bwrap *bwrap)
{
	put_heading(s, "Command");
	cb_put(s.file, "  ", plan->policy->bwrap, NULL);
	for (size_t i = 1; i < bwrap->argv.len; i++) {
		putc(' ', s.file);
		cb_put_quoted(s.file, cb_shown_argument(bwrap->argv.items[i]));
	}
	cb_put(s.file, "\n  options, by descriptor ", bwrap->argv.items[2], ":", NULL);
	for (size_t i = 0; i < bwrap->options.len; i++) {
		const char *option = cb_shown_option(plan, &bwrap->options, i);
		fputs(strncmp(option, "--", 2) == 0 ? "\n    " : " ", s.file);
		cb_put_quoted(s.file, option);
	}
	putc('\n', s.file);
}

void cb_show_notes(struct cb_screen s, const struct cb_plan *plan)
{
	for (size_t i = 0; i < plan->notes.len; i++) {
		fputs("claudebox: note: ", s.file);
		cb_put_text(s.file, plan->notes.items[i]);
		putc('\n', s.file);
	}
}

void cb_show_audit(struct cb_screen s, const struct cb_plan *plan)
{
	show_head(s, plan);
	show_mounts(s, plan);
	putc('\n', s.file);
	show_env(s, plan);
	putc('\n', s.file);
}

void cb_show_plan(struct cb_screen s, const struct cb_plan *plan, const struct cb_bwrap *bwrap)
{
	cb_show_audit(s, plan);
	show_command(s, plan, bwrap);
}
