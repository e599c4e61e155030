/* What the launcher says about itself: help, version, errors. */
#include "show.h"

#include "put.h"

#include <stdlib.h>

void cb_show_error(struct cb_screen s, const struct cb_error *err)
{
	fputs(s.colour ? "\033[31mclaudebox:\033[0m " : "claudebox: ", s.file);
	const char *hint = err->what ? err->hint : "free some memory, or raise its limit";
	cb_put_text(s.file, err->what ? err->what : "out of memory");
	putc('\n', s.file);
	if (hint) {
		fputs("hint: ", s.file);
		cb_put_text(s.file, hint);
		putc('\n', s.file);
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
