/* The plan as text. Names and paths come from the host and may hold anything: whatever is not
 * printable is escaped, so that a file name cannot draw on the user's terminal. */
#include "show.h"

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

static const char *const origin_words[] = { "made", "policy", "host" };

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

/* Prints text from outside; returns the columns it took. UTF-8 passes, control bytes do not. */
static size_t put_text(FILE *file, const char *text)
{
	size_t columns = 0;
	for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
		if (*p < 0x20 || *p == 0x7f) {
			fprintf(file, "\\x%02x", *p);
			columns += 4;
		} else {
			putc(*p, file);
			columns += (*p & 0xc0) != 0x80;
		}
	}
	return columns;
}

static void put_padded(FILE *file, const char *text, size_t width)
{
	for (size_t columns = put_text(file, text); columns < width; columns++)
		putc(' ', file);
}

/* A word of a command line, so that a shell would read it back. */
static void put_quoted(FILE *file, const char *word)
{
	const char *plain =
	    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,@+";
	if (*word && word[strspn(word, plain)] == '\0') {
		fputs(word, file);
		return;
	}
	putc('\'', file);
	for (; *word; word++) {
		char one[2] = { *word, '\0' };
		if (*word == '\'')
			fputs("'\\''", file);
		else
			put_text(file, one);
	}
	putc('\'', file);
}

static void put_heading(struct cb_screen s, const char *text)
{
	fprintf(s.file, "%s%s%s\n", s.colour ? "\033[1m" : "", text, s.colour ? "\033[0m" : "");
}

static size_t min(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* The source, where it says more than the destination does. */
static const char *shown_source(const struct cb_op *op)
{
	if (op->kind == CB_KIND_MADE || !op->from || strcmp(op->from, op->to) == 0)
		return "";
	return op->from;
}

static void show_mounts(struct cb_screen s, const struct cb_plan *plan)
{
	size_t width = 0;
	for (size_t i = 0; i < plan->op_count; i++) {
		size_t len = strlen(plan->ops[i].to);
		width = len > width ? len : width;
	}
	width = min(width, 44);
	put_heading(s, "Mounts, in order (everything else of the host is absent)");
	for (size_t i = 0; i < plan->op_count; i++) {
		const struct cb_op *op = &plan->ops[i];
		fputs("  ", s.file);
		put_padded(s.file, cb_word_kind(op->kind), 6);
		put_padded(s.file, op->to, width + 2);
		fputs(op->why, s.file);
		putc('\n', s.file);
		if (*shown_source(op)) {
			fputs("          <- ", s.file);
			put_text(s.file, shown_source(op));
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
		put_padded(s.file, cb_word_origin(var->origin), 8);
		fputs(flag ? "\033[33m" : "", s.file);
		put_text(s.file, var->name);
		putc('=', s.file);
		put_text(s.file, cb_shown_value(var));
		fputs(flag ? "\033[0m" : "", s.file);
		putc('\n', s.file);
	}
}

static void show_head(struct cb_screen s, const struct cb_plan *plan)
{
	const struct cb_policy *p = plan->policy;
	fprintf(s.file, "claudebox %s, profile %s: %s\n", p->version, p->name, p->description);
	fprintf(s.file, "network   %s: %s\nproject   ", tiers[p->network].word,
		tiers[p->network].says);
	put_text(s.file, plan->project);
	fputs("\n\n", s.file);
}

void cb_show_plan(struct cb_screen s, const struct cb_plan *plan, const struct cb_bwrap *bwrap)
{
	show_head(s, plan);
	show_mounts(s, plan);
	putc('\n', s.file);
	show_env(s, plan);
	putc('\n', s.file);
	put_heading(s, "Command");
	fprintf(s.file, "  %s", plan->policy->bwrap);
	for (size_t i = 1; i < bwrap->argv.len; i++) {
		putc(' ', s.file);
		put_quoted(s.file, cb_shown_argument(bwrap->argv.items[i]));
	}
	fprintf(s.file, "\n  descriptor %d:", CB_FD_FIRST);
	for (size_t i = 0; i < bwrap->options.len; i++) {
		const char *option = cb_shown_option(plan, &bwrap->options, i);
		fputs(strncmp(option, "--", 2) == 0 ? "\n    " : " ", s.file);
		put_quoted(s.file, option);
	}
	putc('\n', s.file);
}

void cb_show_audit(struct cb_screen s, const struct cb_plan *plan)
{
	show_head(s, plan);
	show_mounts(s, plan);
	putc('\n', s.file);
	show_env(s, plan);
	putc('\n', s.file);
}

void cb_show_error(struct cb_screen s, const struct cb_error *err)
{
	fputs(s.colour ? "\033[31mclaudebox:\033[0m " : "claudebox: ", s.file);
	put_text(s.file, err->what ? err->what : "out of memory");
	putc('\n', s.file);
	if (err->hint) {
		fputs("hint: ", s.file);
		put_text(s.file, err->hint);
		putc('\n', s.file);
	}
}

void cb_show_version(FILE *file, const struct cb_policy *policy)
{
	fprintf(file, "claudebox %s (profile %s)\n", policy->version, policy->name);
}

void cb_show_help(FILE *file, const struct cb_policy *policy)
{
	fprintf(file,
		"Usage: claudebox [FLAG]... [AGENT ARGUMENT]...\n"
		"Runs Claude Code in a sandbox that holds this project and no secrets.\n"
		"Profile %s: %s\n\n",
		policy->name, policy->description);
	for (size_t i = 0; i < CB_OPT_COUNT; i++) {
		const struct cb_opt_row *row = &cb_opt_rows[i];
		char flag[40];
		snprintf(flag, sizeof flag, "--%s%s%s%s", row->name, row->arg ? "[" : "",
			 row->arg ? row->arg : "", row->arg ? "]" : "");
		if (row->letter)
			fprintf(file, "  -%c, %-18s %s\n", row->letter, flag, row->help);
		else
			fprintf(file, "      %-18s %s\n", flag, row->help);
	}
	fputs(
	    "\nOther arguments go to the agent as they are; -- ends claudebox's own flags.\n"
	    "Exit: the agent's own code; 2 usage; 125 refused; 126, 127 the agent cannot be run.\n",
	    file);
}
