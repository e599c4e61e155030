/* Prints a diagnosis: a line for each thing, what to do below it, in 80 columns or fewer. */
#include "commands/check/show.h"

#include "base/number.h"
#include "base/print.h"
#include "show/json.h"

#include <stdlib.h>
#include <string.h>

#define WIDEST 80
#define NARROW 60       /* below that, what was found stands below `what` */
#define FOUND_COLUMN 23 /* behind "warn  " and the longest `what` */
#define HINT_COLUMN 6

static const char *const words[] = { "ok", "warn", "fail" };
static const char *const colours[] = { "\033[32m", "\033[33m", "\033[31m" };

static void put_blanks(FILE *file, size_t count)
{
	for (; count > 0; count--)
		putc(' ', file);
}

static size_t longest_word(const char *text)
{
	size_t longest = 0;
	for (size_t len; *text; text += len + (text[len] != '\0')) {
		len = strcspn(text, " \n");
		longest = len > longest ? len : longest;
	}
	return longest;
}

static void put_line(struct cb_flow *flow, const char *line)
{
	if (*line == ' ')
		cb_print(flow->file, line);
	else
		cb_flow_words(flow, line);
}

/* The column that is reached no more. */
static size_t end_of(struct cb_screen s)
{
	return (s.width && s.width < WIDEST ? s.width : WIDEST) + 1;
}

static struct cb_flow flow_of(struct cb_screen s, const char *text, size_t indent)
{
	bool fits = indent + longest_word(text) < end_of(s);
	return (struct cb_flow) { s.file, end_of(s), fits ? indent : HINT_COLUMN, indent };
}

/* Line by line, from `indent` on, where the first already is. A line that begins with a blank is to
 * be copied and stays as it is; so does a word that is too long. */
static void put_block(struct cb_screen s, const char *text, size_t indent)
{
	FILE *file = s.file;
	struct cb_flow flow = flow_of(s, text, indent);
	char *copy = strdup(text), *line = copy;
	for (char *end; line && (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		put_line(&flow, line);
		putc('\n', file);
		put_blanks(file, end[1] == ' ' ? HINT_COLUMN : indent);
		flow.column = indent;
	}
	if (line)
		put_line(&flow, line);
	putc('\n', file);
	free(copy);
}

/* A newline in it is some name's: escaped, as everything is. */
static void put_sentence(struct cb_screen s, const char *text, size_t indent)
{
	struct cb_flow flow = flow_of(s, text, indent);
	cb_flow_words(&flow, text);
	putc('\n', s.file);
}

static bool is_narrow(struct cb_screen s)
{
	return end_of(s) <= NARROW;
}

static void put_row(struct cb_screen s, const struct cb_check_row *row)
{
	const char *word = words[row->health];
	bool narrow = is_narrow(s);
	cb_put(s.file, s.colour ? colours[row->health] : "", word, s.colour ? "\033[0m" : "", NULL);
	put_blanks(s.file, HINT_COLUMN - strlen(word));
	cb_print_padded(s.file, row->what, narrow ? 0 : FOUND_COLUMN - HINT_COLUMN);
	if (narrow) {
		putc('\n', s.file);
		put_blanks(s.file, HINT_COLUMN);
	}
	put_sentence(s, row->found, narrow ? HINT_COLUMN : FOUND_COLUMN);
	if (!row->hint)
		return;
	put_blanks(s.file, HINT_COLUMN);
	fputs("hint: ", s.file);
	(row->hint_has_lines ? put_block : put_sentence)(s, row->hint,
							 HINT_COLUMN + strlen("hint: "));
}

static void count(const struct cb_check *check, size_t counts[3])
{
	for (size_t i = 0; i < check->len; i++)
		counts[check->rows[i].health]++;
}

void cb_show_check(struct cb_screen s, const struct cb_policy *policy, const struct cb_check *check)
{
	size_t counts[3] = { 0 };
	char number[CB_NUMBER_SIZE];
	cb_put(s.file, "claudebox ", policy->version, ", profile ", policy->name, "\n\n", NULL);
	for (size_t i = 0; i < check->len; i++)
		put_row(s, &check->rows[i]);
	count(check, counts);
	putc('\n', s.file);
	for (size_t i = 0; i < 3; i++)
		cb_put(s.file, i ? ", " : "", cb_number(number, counts[i], 10, 1), " ", words[i],
		       NULL);
	if (counts[CB_HEALTH_FAIL])
		cb_put(s.file, is_narrow(s) ? ":\n" : ": ", "claudebox does not work here", NULL);
	putc('\n', s.file);
}

void cb_show_check_json(FILE *file, const struct cb_policy *policy, const struct cb_check *check)
{
	putc('{', file);
	cb_json_member(file, "version", policy->version);
	fputs(",\n", file);
	cb_json_member(file, "profile", policy->name);
	fputs(",\n", file);
	cb_json_member(file, "status", words[cb_check_worst(check)]);
	fputs(",\n\"checks\":[", file);
	for (size_t i = 0; i < check->len; i++) {
		const struct cb_check_row *row = &check->rows[i];
		fputs(i ? ",\n  {" : "\n  {", file);
		cb_json_member(file, "status", words[row->health]);
		putc(',', file);
		cb_json_member(file, "what", row->what);
		putc(',', file);
		cb_json_member(file, "found", row->found);
		putc(',', file);
		cb_json_member(file, "hint", row->hint);
		putc('}', file);
	}
	fputs("\n]}\n", file);
}
