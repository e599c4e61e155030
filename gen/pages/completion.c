/* What completes a command line: the launcher's flags in the words of bash, zsh and fish. Where a
 * value is wanted, its word in opts.def says of what kind. */
#include "pages/pages.h"

/* Whose value is of this kind: "PATH", "NAME"; "=" for one of our own words. */
static bool is_of(const struct cb_flag *flag, const char *kind)
{
	return flag->arg && (*kind == '=' ? flag->arg[0] == '=' : strcmp(flag->arg, kind) == 0);
}

static void print_program(struct cb_text *out, const struct cb_model *model)
{
	cb_text_add(out, cb_program_of(model)); /* letters, digits and dashes */
}

/* --- bash --- */

static void print_flags(struct cb_text *out, const struct cb_model *model)
{
	(void)model;
	for (const struct cb_flag *flag = cb_flags; flag < cb_flags + cb_flag_count; flag++) {
		cb_text_add(out, flag > cb_flags ? " " : "");
		if (flag->letter)
			cb_text_printf(out, "-%c ", flag->letter);
		cb_text_printf(out, "--%s", flag->name);
		if (is_of(flag, "="))
			cb_text_printf(out, " --%s%s", flag->name, flag->arg);
	}
}

/* A pattern of `case`: the flags with a value of that kind. */
static void add_pattern(struct cb_text *out, const char *kind)
{
	const char *before = "";
	for (size_t i = 0; i < cb_flag_count; i++) {
		if (!is_of(&cb_flags[i], kind))
			continue;
		cb_text_printf(out, "%s--%s", before, cb_flags[i].name);
		before = " | ";
	}
}

static void print_paths(struct cb_text *out, const struct cb_model *model)
{
	(void)model;
	add_pattern(out, "PATH");
}

static void print_names(struct cb_text *out, const struct cb_model *model)
{
	(void)model;
	add_pattern(out, "NAME");
}

static void print_words(struct cb_text *out, const struct cb_model *model)
{
	(void)model;
	for (size_t i = 0; i < cb_flag_count; i++)
		if (is_of(&cb_flags[i], "="))
			cb_text_printf(out, "\t\t--%s) words=%s ;;\n", cb_flags[i].name,
				       cb_flags[i].arg + 1);
	cb_text_add(out, "\t\t*) return ;;");
}

const struct cb_section cb_bash_sections[] = {
	{ "program", .print = print_program }, { "flags", .print = print_flags },
	{ "paths", .print = print_paths },     { "names", .print = print_names },
	{ "words", .print = print_words },     { 0 },
};

/* --- zsh --- */

/* The text of _arguments between brackets, which a colon and a bracket would end. */
static void add_zsh_help(struct cb_text *out, const char *help)
{
	for (; *help; help++) {
		if (strchr("[]:\\", *help))
			cb_text_add(out, "\\");
		cb_text_add_n(out, help, 1);
	}
}

/* What follows the help: nothing, or the value that is wanted. */
static char *zsh_value(const struct cb_flag *flag)
{
	if (is_of(flag, "="))
		return cb_format("::form:(%s)", flag->arg + 1);
	if (flag->arg)
		return cb_format(":%s:%s", flag->arg,
				 is_of(flag, "PATH")   ? "_files"
				 : is_of(flag, "NAME") ? "_claudebox_profiles"
						       : " ");
	return cb_strdup(flag->ends ? ":*::argument:_default" : "");
}

static void print_specs(struct cb_text *out, const struct cb_model *model)
{
	(void)model;
	for (size_t i = 0; i < cb_flag_count; i++) {
		const struct cb_flag *flag = &cb_flags[i];
		struct cb_text spec = { 0 };
		cb_text_printf(&spec, "%s--%s%s[", is_of(flag, "PATH") ? "*" : "", flag->name,
			       is_of(flag, "=") ? "=-"
			       : flag->arg      ? "="
						: "");
		add_zsh_help(&spec, flag->help);
		cb_text_printf(&spec, "]%s", zsh_value(flag));
		cb_text_add(out, i ? "\n\t" : "\t");
		cb_literal_quoted(out, spec.data);
		if (flag->letter)
			cb_text_printf(out, "\n\t'-%c%s'", flag->letter, strchr(spec.data, '['));
	}
}

const struct cb_section cb_zsh_sections[] = {
	{ "program", .print = print_program },
	{ "specs", .print = print_specs },
	{ 0 },
};

/* --- fish --- */

static void print_commands(struct cb_text *out, const struct cb_model *model)
{
	const char *program = cb_program_of(model);
	char *complete = cb_format("complete -c %s -n __claudebox_ours", program);
	for (size_t i = 0; i < cb_flag_count; i++) {
		const struct cb_flag *flag = &cb_flags[i];
		cb_text_printf(out, "%s%s", i ? "\n" : "", complete);
		if (flag->letter)
			cb_text_printf(out, " -s %c", flag->letter);
		cb_text_printf(out, " -l %s", flag->name);
		if (is_of(flag, "PATH"))
			cb_text_add(out, " -r -F");
		else if (is_of(flag, "NAME"))
			cb_text_printf(out,
				       " -x -a '(%s --profiles 2>/dev/null | string replace -r "
				       "\" .*\" \"\")'",
				       program);
		else if (flag->arg && !is_of(flag, "="))
			cb_text_add(out, " -x");
		cb_text_add(out, " -d ");
		cb_literal_quoted(out, flag->help);
		if (!is_of(flag, "="))
			continue;
		cb_text_printf(out, "\n%s -a --%s%s -d ", complete, flag->name, flag->arg);
		cb_literal_quoted(out, flag->help);
	}
}

const struct cb_section cb_fish_sections[] = {
	{ "program", .print = print_program },
	{ "commands", .print = print_commands },
	{ 0 },
};
