/* The error object. Out of memory while making a message leaves the message NULL, which main
 * reports as such: failing to say why must not hide that something failed. */
#include "error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((format(printf, 1, 0))) static char *format(const char *fmt, va_list ap)
{
	va_list again;
	va_copy(again, ap);
	int len = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	if (len < 0)
		return NULL;
	char *text = malloc((size_t)len + 1);
	if (text)
		vsnprintf(text, (size_t)len + 1, fmt, ap);
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

void cb_error_clear(struct cb_error *err)
{
	free(err->what);
	free(err->hint);
	*err = (struct cb_error) { 0 };
}
