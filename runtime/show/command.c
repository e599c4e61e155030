/* The command of a plan as text, for --dry-run. */
#include "show/show.h"

#include "vocab/secrets.h"

#include <string.h>

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

void cb_show_command(struct cb_screen s, const struct cb_plan *plan, const struct cb_bwrap *bwrap)
{
	cb_show_heading(s, "Command");
	cb_put(s.file, "  ", plan->policy->bwrap, NULL);
	for (size_t i = 1; i < bwrap->argv.len; i++) {
		putc(' ', s.file);
		cb_print_quoted(s.file, cb_shown_argument(bwrap->argv.items[i]));
	}
	struct cb_flow f = { s.file, s.width, 2, 2 };
	fputs("\n  ", s.file);
	cb_flow_words(&f,
		      "(Before, the launcher builds the root from the mounts above, in their "
		      "order, in namespaces of its own. bwrap is given it as a whole, and mounts "
		      "only what belongs to namespaces that it makes itself.)");
	cb_put(s.file, "\n  options, by descriptor ", bwrap->argv.items[2], ":", NULL);
	for (size_t i = 0; i < bwrap->options.len; i++) {
		const char *option = cb_shown_option(plan, &bwrap->options, i);
		fputs(strncmp(option, "--", 2) == 0 ? "\n    " : " ", s.file);
		cb_print_quoted(s.file, option);
	}
	putc('\n', s.file);
}
