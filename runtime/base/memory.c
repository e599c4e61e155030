/* The only callers of the C library's allocator, and the one place besides main that ends the
 * process: without memory there is no error object to pass up. */
#include "base/memory.h"

#include "base/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *need(void *memory)
{
	static const char message[] = "claudebox: out of memory\n"
				      "hint: free some memory, or raise its limit\n";
	if (memory)
		return memory;
	if (write(STDERR_FILENO, message, sizeof message - 1) < 0)
		_exit(CB_EXIT_REFUSED);
	_exit(CB_EXIT_REFUSED);
}

void *cb_alloc(size_t count, size_t size)
{
	return need(calloc(count ? count : 1, size));
}

char *cb_strdup(const char *text)
{
	return need(strdup(text));
}

char *cb_strndup(const char *text, size_t size)
{
	return need(strndup(text, size));
}

char *cb_vformat(const char *format, va_list ap)
{
	char *text = NULL;
	return need(vasprintf(&text, format, ap) < 0 ? NULL : text);
}

char *cb_format(const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	char *text = cb_vformat(format, ap);
	va_end(ap);
	return text;
}

void *cb_grow(void *list, size_t len, size_t *cap, size_t size)
{
	if (len < *cap)
		return list;
	*cap = *cap ? *cap * 2 : 16;
	return need(reallocarray(list, *cap, size));
}
