/* Prints a diagnosis: a line for each thing, what to do below it, in 80 columns. */
#include "show-check.h"

#include "number.h"
#include "put.h"
#include "show-json.h"

#include <stdlib.h>
#include <string.h>

#define WIDTH 81        /* the column that is reached no more */
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
		cb_put_text(flow->file, line);
	else
		cb_flow_words(flow, line);
}

/* Line by line, from `indent` on, where the first already is. A line that begins with a blank is to
 * be copied and stays as it is; so does a word that is too long. */
static void put_block(FILE *file, const char *text, size_t indent)
{
	bool fits = indent + longest_word(text) < WIDTH;
	struct cb_flow flow = { file, WIDTH, fits ? indent : HINT_COLUMN, indent };
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
static void put_sentence(FILE *file, const char *text, size_t indent)
{
	bool fits = indent + longest_word(text) < WIDTH;
	struct cb_flow flow = { file, WIDTH, fits ? indent : HINT_COLUMN, indent };
	cb_flow_words(&flow, text);
	putc('\n', file);
}

static void put_row(struct cb_screen s, const struct cb_check_row *row)
{
	const char *word = words[row->health];
	cb_put(s.file, s.colour ? colours[row->health] : "", word, s.colour ? "\033[0m" : "", NULL);
	put_blanks(s.file, HINT_COLUMN - strlen(word));
	cb_put_padded(s.file, row->what, FOUND_COLUMN - HINT_COLUMN);
	put_sentence(s.file, row->found, FOUND_COLUMN);
	if (!row->hint)
		return;
	put_blanks(s.file, HINT_COLUMN);
	fputs("hint: ", s.file);
	(row->hint_has_lines ? put_block : put_sentence)(s.file, row->hint,
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
	cb_put(s.file, counts[CB_HEALTH_FAIL] ? ": claudebox does not work here\n" : "\n", NULL);
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
