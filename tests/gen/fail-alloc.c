/* An allocator of which one call fails, linked by --wrap around the real one: that of the number in
 * CB_FAIL. A process that ends by itself writes how many there were into the file CB_COUNT. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned long calls;

static bool fails_now(void)
{
	const char *which = getenv("CB_FAIL");
	return ++calls == (which ? strtoul(which, NULL, 10) : 0);
}

__attribute__((destructor)) static void write_count(void)
{
	const char *path = getenv("CB_COUNT");
	FILE *file = path ? fopen(path, "we") : NULL;
	if (!file)
		return;
	fprintf(file, "%lu\n", calls);
	fclose(file);
}

#define WRAP(type, failure, name, parameters, arguments)                                           \
	type __real_##name parameters;                                                             \
	type __wrap_##name parameters;                                                             \
	type __wrap_##name parameters                                                              \
	{                                                                                          \
		return fails_now() ? (failure) : __real_##name arguments;                          \
	}

WRAP(void *, NULL, malloc, (size_t size), (size))
WRAP(void *, NULL, calloc, (size_t count, size_t size), (count, size))
WRAP(void *, NULL, realloc, (void *old, size_t size), (old, size))
WRAP(void *, NULL, reallocarray, (void *old, size_t count, size_t size), (old, count, size))
WRAP(char *, NULL, strdup, (const char *text), (text))
WRAP(char *, NULL, strndup, (const char *text, size_t size), (text, size))
WRAP(int, -1, vasprintf, (char **text, const char *format, va_list ap), (text, format, ap))
