/* The table of files with secrets and the questions asked of it. */
#include "vocab/secret-files.h"

#include "vocab/secrets.h"

#include <stddef.h>
#include <string.h>

#define ANY ""
#define SHAPE NULL

static const struct {
	const char *name, *text;
} rows[] = {
#define X(name, text) { name, text },
#include "vocab/secret-files.def"
#undef X
};

/* What shows others how such a file looks. */
static const char *const samples[] = { ".example", ".sample", ".template", ".dist", ".defaults" };

static bool ends_with(const char *name, const char *end)
{
	size_t len = strlen(name), end_len = strlen(end);
	return len >= end_len && strcmp(name + len - end_len, end) == 0;
}

/* One star at most. */
static bool matches(const char *name, const char *pattern)
{
	size_t len = strcspn(pattern, "*");
	if (!pattern[len])
		return strcmp(name, pattern) == 0;
	return strlen(name) + 1 >= strlen(pattern) && strncmp(name, pattern, len) == 0 &&
	       ends_with(name, pattern + len + 1);
}

static bool is_sample(const char *name)
{
	for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++)
		if (ends_with(name, samples[i]))
			return true;
	return false;
}

static bool says(const char *text, const char *sign)
{
	return sign ? *text && strstr(text, sign) : cb_secret_shape(text) != NULL;
}

bool cb_secret_file_name(const char *name)
{
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (matches(name, rows[i].name))
			return !is_sample(name);
	return false;
}

bool cb_secret_file(const char *name, const char *text)
{
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (matches(name, rows[i].name) && says(text, rows[i].text))
			return !is_sample(name);
	return false;
}
