/* The error object. Out of memory while making a message leaves the message NULL, which main
 * reports as such: failing to say why must not hide that something failed. */
#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* `%s` is all a message needs (numbers: number.h). Copies into `into`, or only measures where
 * that is NULL; returns the length. */
__attribute__((format(printf, 2, 0))) static size_t fill(char *into, const char *fmt, va_list ap)
{
	size_t len = 0;
	for (; *fmt; fmt++) {
		bool word = fmt[0] == '%' && fmt[1] == 's';
		const char *part = word ? va_arg(ap, const char *) : fmt;
		size_t part_len = word ? strlen(part) : 1;
		if (into)
			memcpy(into + len, part, part_len);
		len += part_len;
		fmt += word;
	}
	return len;
}

__attribute__((format(printf, 1, 0))) static char *format(const char *fmt, va_list ap)
{
	va_list again;
	va_copy(again, ap);
	size_t len = fill(NULL, fmt, again);
	va_end(again);
	char *text = malloc(len + 1);
	if (text)
		text[fill(text, fmt, ap)] = '\0';
	return text;
}

int cb_fail(struct cb_error *err, enum cb_exit code, const char *what, ...)
{
	va_list ap;
	va_start(ap, what);
	cb_error_clear(err);
	err->code = code;
	err->what = format(what, ap);
	va_end(ap);
	return -1;
}

int cb_hint(struct cb_error *err, const char *hint, ...)
{
	va_list ap;
	va_start(ap, hint);
	free(err->hint);
	err->hint = format(hint, ap);
	va_end(ap);
	return -1;
}

int cb_fail_memory(struct cb_error *err)
{
	cb_error_clear(err);
	err->code = CB_EXIT_REFUSED;
	return -1;
}

const char *cb_reason(int error)
{
	static const struct {
		int error;
		const char *words;
	} reasons[] = {
#define X(error, words) { error, words },
#include "base/errors.def"
#undef X
	};
	for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
		if (reasons[i].error == error)
			return reasons[i].words;
	return "an unusual error";
}

void cb_error_clear(struct cb_error *err)
{
	free(err->what);
	free(err->hint);
	*err = (struct cb_error) { 0 };
}
