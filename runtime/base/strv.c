/* The list of strings, the one concatenation, the one look into an environment. */
#include "base/strv.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool cb_grow(void *items, size_t len, size_t *cap, size_t size)
{
	void *list, *longer;
	if (len < *cap)
		return true;
	size_t more = *cap ? *cap * 2 : 16;
	memcpy(&list, items, sizeof list);
	longer = reallocarray(list, more, size);
	if (!longer)
		return false;
	memcpy(items, &longer, sizeof longer);
	*cap = more;
	return true;
}

void cb_strv_take(struct cb_strv *v, char *s)
{
	if (!s || v->failed || !cb_grow(&v->items, v->len + 1, &v->cap, sizeof *v->items)) {
		v->failed = true;
		free(s);
		return;
	}
	v->items[v->len++] = s;
	v->items[v->len] = NULL;
}

void cb_strv_push(struct cb_strv *v, const char *s)
{
	cb_strv_take(v, strdup(s));
}

void cb_strv_clear(struct cb_strv *v)
{
	for (size_t i = 0; i < v->len; i++)
		free(v->items[i]);
	free(v->items);
	*v = (struct cb_strv) { 0 };
}

char *cb_concat(const char *first, ...)
{
	va_list ap;
	size_t len = 0;
	va_start(ap, first);
	for (const char *s = first; s; s = va_arg(ap, const char *))
		len += strlen(s);
	va_end(ap);

	char *text = malloc(len + 1);
	if (!text)
		return NULL;
	char *end = text;
	va_start(ap, first);
	for (const char *s = first; s; s = va_arg(ap, const char *))
		end = stpcpy(end, s);
	va_end(ap);
	*end = '\0';
	return text;
}

const char *cb_env_get(char *const *env, const char *name)
{
	size_t len = strlen(name);
	for (size_t i = 0; env && env[i]; i++)
		if (strncmp(env[i], name, len) == 0 && env[i][len] == '=')
			return env[i] + len + 1;
	return NULL;
}
