/* What completes a command line, as definitions: the launcher's flags in the words of bash, zsh and
 * fish. Where a value is wanted, its word in opts.def says of what kind. */
#include "pages/pages.h"

#include "cli/opts.h"
#include "pages/literal.h"

#include <string.h>

struct row {
	char letter;
	bool ends; /* what follows is not ours */
	const char *name, *arg, *help;
};

static const struct row rows[] = {
#define X(NAME, letter, name, arg, help) { letter, CB_OPT_##NAME == CB_OPT_SHELL, name, arg, help },
#include "cli/opts.def"
#undef X
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* Whose value is of this kind: "PATH", "NAME"; "=" for one of our own words. */
static bool is_of(const struct row *row, const char *kind)
{
	return row->arg && (*kind == '=' ? row->arg[0] == '=' : strcmp(row->arg, kind) == 0);
}

void cb_complete_program(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_program_print(out, muscles->model);
}

void cb_complete_flags(struct cb_text *out, const struct cb_muscles *muscles)
{
	(void)muscles;
	for (size_t i = 0; i < ROWS; i++) {
		if (rows[i].letter)
			cb_text_printf(out, "-%c ", rows[i].letter);
		cb_text_printf(out, "--%s%s", rows[i].name, i + 1 < ROWS ? " " : "");
		if (is_of(&rows[i], "="))
			cb_text_printf(out, "--%s%s%s", rows[i].name, rows[i].arg,
				       i + 1 < ROWS ? " " : "");
	}
}

/* A pattern of `case`: the flags with a value of that kind. */
static void add_pattern(struct cb_text *out, const char *kind)
{
	const char *before = "";
	for (size_t i = 0; i < ROWS; i++) {
		if (!is_of(&rows[i], kind))
			continue;
		cb_text_printf(out, "%s--%s", before, rows[i].name);
		before = " | ";
	}
}

void cb_complete_paths(struct cb_text *out, const struct cb_muscles *muscles)
{
	(void)muscles;
	add_pattern(out, "PATH");
}

void cb_complete_names(struct cb_text *out, const struct cb_muscles *muscles)
{
	(void)muscles;
	add_pattern(out, "NAME");
}

void cb_complete_words(struct cb_text *out, const struct cb_muscles *muscles)
{
	(void)muscles;
	for (size_t i = 0; i < ROWS; i++)
		if (is_of(&rows[i], "="))
			cb_text_printf(out, "\t\t--%s) words=%s ;;\n", rows[i].name,
				       rows[i].arg + 1);
	cb_text_add(out, "\t\t*) return ;;");
}

/* The text of _arguments between brackets, which a colon and a bracket would end. */
static void add_zsh_help(struct cb_text *out, const char *help)
{
	for (; *help; help++) {
		if (strchr("[]:\\", *help))
			cb_text_add(out, "\\");
		cb_text_add_n(out, help, 1);
	}
}

void cb_complete_zsh(struct cb_text *out, const struct cb_muscles *muscles)
{
	(void)muscles;
	for (size_t i = 0; i < ROWS; i++) {
		const struct row *row = &rows[i];
		cleanup_text struct cb_text spec = { 0 };
		cb_text_printf(&spec, "%s--%s%s[", is_of(row, "PATH") ? "*" : "", row->name,
			       is_of(row, "=") ? "=-"
			       : row->arg      ? "="
					       : "");
		add_zsh_help(&spec, row->help);
		cb_text_add(&spec, "]");
		if (is_of(row, "="))
			cb_text_printf(&spec, "::form:(%s)", row->arg + 1);
		else if (row->arg)
			cb_text_printf(&spec, ":%s:%s", row->arg,
				       is_of(row, "PATH")   ? "_files"
				       : is_of(row, "NAME") ? "_claudebox_profiles"
							    : " ");
		else if (row->ends)
			cb_text_add(&spec, ":*::argument:_default");
		cb_text_add(out, i ? "\n\t" : "\t");
		cb_literal_quoted(out, cb_text_str(&spec));
		const char *help = strchr(cb_text_str(&spec), '['); /* NULL: no memory */
		if (row->letter && help)
			cb_text_printf(out, "\n\t'-%c%s'", row->letter, help);
		out->failed |= spec.failed;
	}
}

void cb_complete_fish(struct cb_text *out, const struct cb_muscles *muscles)
{
	for (size_t i = 0; i < ROWS; i++) {
		const struct row *row = &rows[i];
		cb_text_printf(out, "%scomplete -c ", i ? "\n" : "");
		cb_program_print(out, muscles->model);
		cb_text_add(out, " -n __claudebox_ours");
		if (row->letter)
			cb_text_printf(out, " -s %c", row->letter);
		cb_text_printf(out, " -l %s", row->name);
		if (is_of(row, "PATH"))
			cb_text_add(out, " -r -F");
		else if (is_of(row, "NAME")) {
			cb_text_add(out, " -x -a '(");
			cb_program_print(out, muscles->model);
			cb_text_add(out,
				    " --profiles 2>/dev/null | string replace -r \" .*\" \"\")'");
		} else if (row->arg && !is_of(row, "="))
			cb_text_add(out, " -x");
		cb_text_add(out, " -d ");
		cb_literal_quoted(out, row->help);
		if (!is_of(row, "="))
			continue;
		cb_text_add(out, "\ncomplete -c ");
		cb_program_print(out, muscles->model);
		cb_text_printf(out, " -n __claudebox_ours -a --%s%s -d ", row->name, row->arg);
		cb_literal_quoted(out, row->help);
	}
}
