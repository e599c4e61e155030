/* What the launcher says about itself: help, version, errors. */
#include "show.h"

#include "put.h"
#include "secrets.h"

#include <stdlib.h>
#include <string.h>

/* A message may repeat what was typed: a secret in it is struck out, up to the end of the word, or
 * of the text where it is a private key. */
static void put_message(FILE *file, char *text)
{
	for (const char *at; cb_secret_find(text, &at);) {
		size_t len = *at == '-' ? strlen(at) : strcspn(at, " \t\n,;'\")");
		memset(text + (at - text), '*', len);
	}
	cb_put_text(file, text);
	putc('\n', file);
}

void cb_show_error(struct cb_screen s, const struct cb_error *err)
{
	fputs(s.colour ? "\033[31mclaudebox:\033[0m " : "claudebox: ", s.file);
	if (!err->what) {
		fputs("out of memory\nhint: free some memory, or raise its limit\n", s.file);
		return;
	}
	put_message(s.file, err->what);
	if (err->hint) {
		fputs("hint: ", s.file);
		put_message(s.file, err->hint);
	}
}

void cb_show_version(FILE *file, const struct cb_policy *policy)
{
	cb_put(file, "claudebox ", policy->version, " (profile ", policy->name, ")\n", NULL);
}

static void show_flag(FILE *file, const struct cb_opt_row *row)
{
	const char letter[] = { row->letter, '\0' };
	bool optional = row->arg && row->arg[0] == '=';
	char *flag = cb_concat("--", row->name,
			       !row->arg  ? ""
			       : optional ? "["
					  : " ",
			       row->arg ? row->arg : "", optional ? "]" : "", NULL);
	cb_put(file, row->letter ? "  -" : "    ", letter, row->letter ? ", " : "  ", NULL);
	cb_put_padded(file, flag ? flag : row->name, 18);
	cb_put(file, " ", row->help, "\n", NULL);
	free(flag);
}

void cb_show_help(FILE *file, const struct cb_policy *policy)
{
	cb_put(file,
	       "Usage: claudebox [FLAG]... [AGENT ARGUMENT]...\n"
	       "Runs Claude Code in a sandbox that holds this project and no secrets.\n"
	       "Profile ",
	       policy->name, ": ", policy->description, "\n\n", NULL);
	for (size_t i = 0; i < CB_OPT_COUNT; i++)
		show_flag(file, &cb_opt_rows[i]);
	fputs(
	    "\nOther arguments go to the agent as they are; -- ends claudebox's own flags.\n"
	    "Exit: the agent's own code; 2 usage; 125 refused; 126, 127 the agent cannot be run.\n",
	    file);
}
