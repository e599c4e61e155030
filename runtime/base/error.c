/* The error object. */
#include "base/error.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stddef.h>

int cb_fail(struct cb_error *err, enum cb_exit code, const char *what, ...)
{
	va_list ap;
	va_start(ap, what);
	*err = (struct cb_error) { .code = code, .what = cb_vformat(what, ap) };
	va_end(ap);
	return -1;
}

int cb_hint(struct cb_error *err, const char *hint, ...)
{
	va_list ap;
	va_start(ap, hint);
	err->hint = cb_vformat(hint, ap);
	va_end(ap);
	return -1;
}
