#include "base/strv.h"

#include "base/memory.h"

#include <string.h>

void cb_strv_take(struct cb_strv *v, char *s)
{
	v->items = cb_grow(v->items, v->len + 1, &v->cap, sizeof *v->items);
	v->items[v->len++] = s;
	v->items[v->len] = NULL;
}

void cb_strv_push(struct cb_strv *v, const char *s)
{
	cb_strv_take(v, cb_strdup(s));
}

char *cb_strv_join(const struct cb_strv *v, const char *between)
{
	size_t size = 1;
	for (size_t i = 0; i < v->len; i++)
		size += strlen(v->items[i]) + strlen(between);
	char *text = cb_alloc(size, 1), *end = text;
	for (size_t i = 0; i < v->len; i++)
		end = stpcpy(stpcpy(end, i ? between : ""), v->items[i]);
	return text;
}

struct cb_strv cb_strv_lines(const char *text, size_t size)
{
	struct cb_strv lines = { 0 };
	char *copy = cb_alloc(size + 1, 1), *line;
	memcpy(copy, text, size);
	for (char *nul = copy; (nul = memchr(nul, '\0', (size_t)(copy + size - nul)));)
		*nul = '\1';
	while ((line = strsep(&copy, "\n")))
		cb_strv_take(&lines, line);
	return lines;
}

const char *cb_env_get(char *const *env, const char *name)
{
	size_t len = strlen(name);
	for (size_t i = 0; env && env[i]; i++)
		if (strncmp(env[i], name, len) == 0 && env[i][len] == '=')
			return env[i] + len + 1;
	return NULL;
}
