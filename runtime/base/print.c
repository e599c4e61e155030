/* The writing primitives. No printf: see number.h. */
#include "base/print.h"

#include "base/number.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void cb_put(FILE *file, const char *first, ...)
{
	va_list ap;
	va_start(ap, first);
	for (const char *text = first; text; text = va_arg(ap, const char *))
		fputs(text, file);
	va_end(ap);
}

void cb_print_escape(FILE *file, const char *before, unsigned char byte, unsigned width)
{
	char number[CB_NUMBER_SIZE];
	cb_put(file, before, cb_number(number, byte, 16, width), NULL);
}

size_t cb_utf8_length(const char *text)
{
	static const struct {
		unsigned char mask, lead, len;
	} forms[] = { { 0x80, 0, 1 }, { 0xe0, 0xc0, 2 }, { 0xf0, 0xe0, 3 }, { 0xf8, 0xf0, 4 } };
	const unsigned char *p = (const unsigned char *)text;

	for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
		if ((p[0] & forms[i].mask) != forms[i].lead)
			continue;
		for (size_t k = 1; k < forms[i].len; k++)
			if ((p[k] & 0xc0) != 0x80)
				return 0;
		bool overlong = (p[0] & 0xfe) == 0xc0 || (p[0] == 0xe0 && p[1] < 0xa0) ||
				(p[0] == 0xf0 && p[1] < 0x90);
		bool beyond =
		    (p[0] == 0xed && p[1] > 0x9f) || p[0] > 0xf4 || (p[0] == 0xf4 && p[1] > 0x8f);
		return overlong || beyond ? 0 : forms[i].len;
	}
	return 0;
}

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

uint32_t cb_utf8_decode(const char *text, size_t len)
{
	static const unsigned char lead[] = { 0, 0x7f, 0x1f, 0x0f, 0x07 };
	uint32_t point = (unsigned char)text[0] & lead[len];
	for (size_t i = 1; i < len; i++)
		point = point << 6 | ((unsigned char)text[i] & 0x3f);
	return point;
}

bool cb_is_control(uint32_t point)
{
	static const struct {
		uint32_t first, last;
	} controls[] = {
#define X(first, last) { first, last },
#include "base/controls.def"
#undef X
	};
	for (size_t i = 0; i < sizeof controls / sizeof controls[0]; i++)
		if (point >= controls[i].first && point <= controls[i].last)
			return true;
	return false;
}

static size_t put_span(FILE *file, const char *text, size_t size)
{
	size_t columns = 0, longest = is_utf8_locale() ? 4 : 1;
	for (const char *end = text + size; text < end;) {
		size_t len = cb_utf8_length(text);
		bool escape = len == 0 || len > longest || cb_is_control(cb_utf8_decode(text, len));
		len = len ? len : 1;
		columns += escape ? 4 * len : 1;
		for (; len > 0; len--, text++) {
			if (file && escape)
				cb_print_escape(file, "\\x", (unsigned char)*text, 2);
			else if (file)
				putc(*text, file);
		}
	}
	return columns;
}

size_t cb_print(FILE *file, const char *text)
{
	return put_span(file, text, strlen(text));
}

void cb_print_padded(FILE *file, const char *text, size_t width)
{
	for (size_t columns = cb_print(file, text); columns < width; columns++)
		putc(' ', file);
}

void cb_print_quoted(FILE *file, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "-_./=:,@+";
	if (*word && word[strspn(word, plain)] == '\0') {
		fputs(word, file);
		return;
	}
	putc('\'', file);
	for (;;) {
		size_t len = strcspn(word, "'");
		put_span(file, word, len);
		if (!word[len])
			break;
		fputs("'\\''", file);
		word += len + 1;
	}
	putc('\'', file);
}

void cb_flow_break(struct cb_flow *f)
{
	putc('\n', f->file);
	cb_print_padded(f->file, "", f->indent);
	f->column = f->indent;
}

static void flow_span(struct cb_flow *f, const char *gap, const char *text, size_t len)
{
	size_t columns = strlen(gap) + put_span(NULL, text, len);
	/* A comma belongs to what it follows, a blank at the end of a line to nobody. */
	if (f->width && f->column > f->indent && f->column + columns >= f->width) {
		fputs(*gap == ',' ? "," : "", f->file);
		columns -= strlen(gap);
		cb_flow_break(f);
	} else {
		fputs(gap, f->file);
	}
	put_span(f->file, text, len);
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
