/* Printing to a terminal: escaping, padding, and the one layout of lines. */
#include "base/print.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* As the C library would choose it, which in a static program knows no locale. */
static bool is_utf8_locale(void)
{
	static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		const char *value = getenv(names[i]);
		if (value && *value)
			return strncasecmp(strchrnul(value, '.'), ".utf", 4) == 0;
	}
	return false;
}

/* A terminal without TERM, or a dumb one, would show escape sequences as text. */
static bool has_colour(void)
{
	const char *term = getenv("TERM"), *no_colour = getenv("NO_COLOR");
	return term && *term && strcmp(term, "dumb") != 0 && !(no_colour && *no_colour);
}

struct cb_screen cb_screen_of(FILE *file)
{
	struct cb_screen screen = { .file = file, .utf8 = is_utf8_locale() };
	struct winsize size = { 0 };
	if (isatty(fileno(file))) {
		ioctl(fileno(file), TIOCGWINSZ, &size);
		screen.colour = has_colour();
		screen.width = size.ws_col ? size.ws_col : 80;
	}
	return screen;
}

void cb_print_style(struct cb_screen s, const char *style)
{
	if (s.colour)
		fprintf(s.file, "\033[%sm", style);
}

/* With no file it is only measured. */
static size_t print_span(struct cb_screen s, const char *text, size_t size)
{
	size_t columns = 0, longest = s.utf8 ? 4 : 1;
	for (const char *end = text + size; text < end;) {
		size_t len = cb_utf8_length(text);
		bool escape =
		    len == 0 || len > longest || cb_is_invisible(cb_utf8_decode(text, len));
		len = len ? len : 1;
		columns += escape ? 4 * len : 1;
		for (; len > 0; len--, text++)
			if (s.file && escape)
				fprintf(s.file, "\\x%02x", (unsigned char)*text);
			else if (s.file)
				putc(*text, s.file);
	}
	return columns;
}

size_t cb_print(struct cb_screen s, const char *text)
{
	return print_span(s, text, strlen(text));
}

size_t cb_columns(struct cb_screen s, const char *text)
{
	s.file = NULL;
	return cb_print(s, text);
}

void cb_print_padded(struct cb_screen s, const char *text, size_t width)
{
	size_t columns = cb_print(s, text);
	fprintf(s.file, "%*s", columns < width ? (int)(width - columns) : 0, "");
}

void cb_print_quoted(struct cb_screen s, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "-_./=:,@+";
	if (*word && word[strspn(word, plain)] == '\0') {
		fputs(word, s.file);
		return;
	}
	putc('\'', s.file);
	for (;;) {
		size_t len = strcspn(word, "'");
		print_span(s, word, len);
		if (!word[len])
			break;
		fputs("'\\''", s.file);
		word += len + 1;
	}
	putc('\'', s.file);
}

void cb_flow_break(struct cb_flow *f)
{
	fprintf(f->screen.file, "\n%*s", (int)f->indent, "");
	f->column = f->indent;
}

static void flow_span(struct cb_flow *f, const char *gap, const char *text, size_t len)
{
	struct cb_screen measure = f->screen;
	measure.file = NULL;
	size_t columns = strlen(gap) + print_span(measure, text, len);
	/* A comma belongs to what it follows, a blank at the end of a line to nobody. */
	if (f->screen.width && f->column > f->indent && f->column + columns >= f->screen.width) {
		fputs(*gap == ',' ? "," : "", f->screen.file);
		columns -= strlen(gap);
		cb_flow_break(f);
	} else {
		fputs(gap, f->screen.file);
	}
	print_span(f->screen, text, len);
	f->column += columns;
}

void cb_flow_item(struct cb_flow *f, const char *gap, const char *item)
{
	flow_span(f, gap, item, strlen(item));
}

void cb_flow_words(struct cb_flow *f, const char *text)
{
	for (const char *gap = ""; *text; gap = " ") {
		size_t len = strcspn(text, " ");
		flow_span(f, gap, text, len);
		text += len + (text[len] == ' ');
	}
}
