/* Prints a report: a line for each row, what to do below it, in 80 columns or fewer; or as JSON. */
#include "commands/check/check.h"

#include "show/json.h"

#include <string.h>

#define WIDEST 80
#define NARROW 60       /* below that, what was found stands below `what` */
#define FOUND_COLUMN 23 /* behind "warn  " and the longest `what` */
#define HINT_COLUMN 6

static const char *const words[CB_HEALTH_COUNT] = { "ok", "warn", "fail" };
static const char *const colours[CB_HEALTH_COUNT] = { "\033[32m", "\033[33m", "\033[31m" };

static size_t longest_word(const char *text)
{
	size_t longest = 0;
	for (size_t len; *text; text += len + (text[len] != '\0')) {
		len = strcspn(text, " \n");
		longest = len > longest ? len : longest;
	}
	return longest;
}

/* Prints a text from column `indent` on, where the first line already is; further lines begin below
 * it, or further left where a word is too long for that. With `has_lines` a newline ends a line,
 * and one that begins with a blank is to be copied and stays as it is; else a newline is part of
 * some name and escaped, as everything is. */
static void print_text(struct cb_screen s, const char *text, size_t indent, bool has_lines)
{
	bool fits = indent + longest_word(text) < s.width;
	struct cb_flow flow = { s, fits ? indent : HINT_COLUMN, indent };
	char *rest = cb_strdup(text);
	for (char *line; (line = has_lines ? strsep(&rest, "\n") : rest);) {
		if (*line == ' ')
			cb_print(s, line);
		else
			cb_flow_words(&flow, line);
		putc('\n', s.file);
		if (!has_lines || !rest)
			return;
		cb_print_padded(s, "", *rest == ' ' ? HINT_COLUMN : indent);
		flow.column = indent;
	}
}

static void print_row(struct cb_screen s, const struct cb_check_row *row)
{
	const char *word = words[row->health];
	bool narrow = s.width <= NARROW;
	fprintf(s.file, "%s%s%s%*s", s.colour ? colours[row->health] : "", word,
		s.colour ? "\033[0m" : "", HINT_COLUMN - (int)strlen(word), "");
	cb_print_padded(s, row->what, narrow ? 0 : FOUND_COLUMN - HINT_COLUMN);
	if (narrow)
		fprintf(s.file, "\n%*s", HINT_COLUMN, "");
	print_text(s, row->found, narrow ? HINT_COLUMN : FOUND_COLUMN, false);
	if (!row->hint)
		return;
	fprintf(s.file, "%*shint: ", HINT_COLUMN, "");
	print_text(s, row->hint, HINT_COLUMN + strlen("hint: "), row->hint_has_lines);
}

void cb_show_check(struct cb_screen s, const struct cb_policy *policy,
		   const struct cb_check_report *report)
{
	size_t counts[CB_HEALTH_COUNT] = { 0 };
	/* The first column that a line does not reach. */
	s.width = (s.width && s.width < WIDEST ? s.width : WIDEST) + 1;
	fprintf(s.file, "claudebox %s, profile %s\n\n", policy->version, policy->name);
	for (size_t i = 0; i < report->len; i++) {
		print_row(s, &report->rows[i]);
		counts[report->rows[i].health]++;
	}
	fprintf(s.file, "\n%zu ok, %zu warn, %zu fail", counts[CB_HEALTH_OK],
		counts[CB_HEALTH_WARN], counts[CB_HEALTH_FAIL]);
	if (counts[CB_HEALTH_FAIL])
		fprintf(s.file, ":%cclaudebox does not work here", s.width <= NARROW ? '\n' : ' ');
	putc('\n', s.file);
}

void cb_show_check_json(FILE *file, const struct cb_policy *policy,
			const struct cb_check_report *report)
{
	putc('{', file);
	cb_json_members(file, ",\n", "version", policy->version, "profile", policy->name, "status",
			words[cb_check_worst(report)], NULL);
	fputs(",\n\"checks\":[", file);
	for (size_t i = 0; i < report->len; i++) {
		const struct cb_check_row *row = &report->rows[i];
		fputs(i ? ",\n  {" : "\n  {", file);
		cb_json_members(file, ",", "status", words[row->health], "what", row->what, "found",
				row->found, "hint", row->hint, NULL);
		putc('}', file);
	}
	fputs("\n]}\n", file);
}
