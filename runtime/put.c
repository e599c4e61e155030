/* The writing primitives. No printf: see number.h. */
#include "put.h"

#include "number.h"

#include <stdarg.h>
#include <string.h>

void cb_put(FILE *file, const char *first, ...)
{
	va_list ap;
	va_start(ap, first);
	for (const char *text = first; text; text = va_arg(ap, const char *))
		fputs(text, file);
	va_end(ap);
}

void cb_put_escape(FILE *file, const char *before, unsigned char byte, unsigned width)
{
	char number[CB_NUMBER_SIZE];
	cb_put(file, before, cb_number(number, byte, 16, width), NULL);
}

size_t cb_put_text(FILE *file, const char *text)
{
	size_t columns = 0;
	for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
		if (*p < 0x20 || *p == 0x7f) {
			cb_put_escape(file, "\\x", *p, 2);
			columns += 4;
		} else {
			putc(*p, file);
			columns += (*p & 0xc0) != 0x80;
		}
	}
	return columns;
}

void cb_put_padded(FILE *file, const char *text, size_t width)
{
	for (size_t columns = cb_put_text(file, text); columns < width; columns++)
		putc(' ', file);
}

void cb_put_quoted(FILE *file, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "-_./=:,@+";
	if (*word && word[strspn(word, plain)] == '\0') {
		fputs(word, file);
		return;
	}
	putc('\'', file);
	for (; *word; word++) {
		const char one[] = { *word, '\0' };
		if (*word == '\'')
			fputs("'\\''", file);
		else
			cb_put_text(file, one);
	}
	putc('\'', file);
}
