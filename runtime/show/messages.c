/* What the launcher says of itself: help, errors, notes, progress. */
#include "show/show.h"

#include "base/memory.h"
#include "cli/opts.h"
#include "vocab/secrets.h"
#include "vocab/words.h"

#include <string.h>

static const char *const flag_texts[CB_OPT_COUNT] = {
#define X(NAME, letter, name, arg, help) help,
#include "cli/opts.def"
#undef X
};

static void show_flag(struct cb_screen s, const struct cb_opt_row *row, const char *text)
{
	enum { TEXT_COLUMN = 25 };
	struct cb_flow flow = { s, TEXT_COLUMN, TEXT_COLUMN };
	const char *arg = !row->arg ? "" : cb_format(*row->arg == '=' ? "[%s]" : " %s", row->arg);
	const char *flag = cb_format("--%s%s", row->name, arg);
	if (row->letter)
		fprintf(s.file, "  -%c, %-18s ", row->letter, flag);
	else
		fprintf(s.file, "      %-18s ", flag);
	cb_flow_words(&flow, text);
	putc('\n', s.file);
}

void cb_show_help(struct cb_screen s, const struct cb_policy *policy)
{
	fprintf(s.file,
		"Usage: claudebox [FLAG]... [AGENT ARGUMENT]...\n"
		"Runs Claude Code in a sandbox that holds this project and no secrets.\n"
		"Profile %s: %s\n\n",
		policy->name, policy->description);
	for (size_t i = 0; i < CB_OPT_COUNT; i++)
		show_flag(s, &cb_opt_rows[i], flag_texts[i]);
	fputs("\nOther arguments go to the agent as they are; -- ends claudebox's own flags.\n"
	      "Exit: the agent's own code; 2 usage; 125 refused; 126, 127 no agent to run.\n",
	      s.file);
}

static void print_message(struct cb_screen s, const char *before, const char *text)
{
	char *copy = cb_strdup(text);
	cb_secret_strike(copy);
	fputs(before, s.file);
	cb_print(s, copy);
	putc('\n', s.file);
}

void cb_show_error(struct cb_screen s, const struct cb_error *err)
{
	cb_print_style(s, "31");
	fputs("claudebox:", s.file);
	cb_print_style(s, "0");
	print_message(s, " ", err->what);
	if (err->hint)
		print_message(s, "hint: ", err->hint);
}

void cb_show_notes(struct cb_screen s, const struct cb_plan *plan)
{
	for (size_t i = 0; i < plan->notes.len; i++)
		print_message(s, "claudebox: note: ", plan->notes.items[i]);
	/* A daemon that is not there is no news to its user; one that was left out is. */
	if (plan->nix > CB_NIX_MEANT)
		print_message(s, "claudebox: note: ", cb_nix_says(plan->nix));
}

/* Without escape sequences, which not every terminal knows: blanks cover what the line held. */
void cb_show_progress(FILE *stream, const char *doing, const char *what)
{
	enum { WIDTH = 60 };
	struct cb_screen s = cb_screen_of(stream);
	if (!s.width)
		return;
	const char *text = cb_format("%s%s", doing ? doing : "", what ? what : "");
	/* In the last column the terminal would begin another line, and \r return to that. */
	size_t width = s.width <= WIDTH ? s.width - 1 : WIDTH;
	putc('\r', stream);
	cb_print_padded(s, cb_columns(s, text) <= width ? text : "", width);
	if (!*text)
		putc('\r', stream);
	fflush(stream);
}

int cb_finish_output(struct cb_error *err)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return 0;
	cb_fail(err, CB_EXIT_REFUSED, "cannot write the output (standard output)");
	return cb_hint(err, "is its reader still there, or the disk full?");
}
