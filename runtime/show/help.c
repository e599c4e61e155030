/* --help, from the table of flags. */
#include "show/show.h"

#include "base/print.h"

#include <stdlib.h>

static const char *const texts[CB_OPT_COUNT] = {
#define X(NAME, letter, name, arg, help) help,
#include "cli/opts.def"
#undef X
};

/* Columns before the help of a flag. */
enum { HELP = 25 };

static void show_flag(FILE *file, size_t width, const struct cb_opt_row *row, const char *help)
{
	const char letter[] = { row->letter, '\0' };
	bool optional = row->arg && row->arg[0] == '=';
	char *flag = cb_concat("--", row->name,
			       !row->arg  ? ""
			       : optional ? "["
					  : " ",
			       row->arg ? row->arg : "", optional ? "]" : "", NULL);
	cb_put(file, row->letter ? "  -" : "    ", letter, row->letter ? ", " : "  ", NULL);
	cb_print_padded(file, flag ? flag : row->name, HELP - 7);
	putc(' ', file);
	struct cb_flow f = { file, width, HELP, HELP };
	cb_flow_words(&f, help);
	putc('\n', file);
	free(flag);
}

void cb_show_help(FILE *file, const struct cb_policy *policy)
{
	size_t width = cb_screen_of(file).width;
	cb_put(file,
	       "Usage: claudebox [FLAG]... [AGENT ARGUMENT]...\n"
	       "Runs Claude Code in a sandbox that holds this project and no secrets.\n"
	       "Profile ",
	       policy->name, ": ", policy->description, "\n\n", NULL);
	for (size_t i = 0; i < CB_OPT_COUNT; i++)
		show_flag(file, width, &cb_opt_rows[i], texts[i]);
	fputs("\nOther arguments go to the agent as they are; -- ends claudebox's own flags.\n"
	      "Exit: the agent's own code; 2 usage; 125 refused; 126, 127 no agent to run.\n",
	      file);
}
