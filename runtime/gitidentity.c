/* Reads sections, comments and plain values; does not guess at anything else. */
#include "gitidentity.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct line {
	const char *at, *end; /* without blanks around it */
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static void trim(struct line *l)
{
	while (l->at < l->end && is_blank(*l->at))
		l->at++;
	while (l->end > l->at && is_blank(l->end[-1]))
		l->end--;
}

static bool begins(const struct line *l, const char *word)
{
	size_t len = strlen(word);
	return (size_t)(l->end - l->at) >= len && strncasecmp(l->at, word, len) == 0;
}

/* A value stands alone on its line: `[user] name = x` and `[user "x"]` are git's business. */
static bool read_header(const struct line *l, bool *in_user)
{
	*in_user = begins(l, "[user]") && l->end - l->at == 6;
	return l->end[-1] == ']' && l->end - l->at > 2 && !is_blank(l->at[1]) &&
	       !begins(l, "[include") && (*in_user || !begins(l, "[user"));
}

/* `key = value` of the section; 1 when it is another key, -1 when git must be asked. */
static int read_value(struct line l, const char *key, char **ret)
{
	if (!begins(&l, key))
		return 1;
	l.at += strlen(key);
	trim(&l);
	if (l.at == l.end || *l.at != '=')
		return l.at < l.end && !is_blank(l.at[-1]) ? 1 : -1;
	l.at++;
	trim(&l);
	for (const char *p = l.at; p < l.end; p++)
		if (strchr("\"#;\t", *p))
			return -1;
	free(*ret);
	*ret = l.at < l.end ? strndup(l.at, (size_t)(l.end - l.at)) : NULL;
	return *ret || l.at == l.end ? 0 : -1;
}

static bool read_line(struct line l, bool *in_user, struct cb_identity *who)
{
	trim(&l);
	if (l.at == l.end || *l.at == '#' || *l.at == ';')
		return true;
	if (*l.at == '[')
		return read_header(&l, in_user);
	char letter = (char)(*l.at | 0x20);
	if (letter < 'a' || letter > 'z')
		return false;
	return !*in_user ||
	       (read_value(l, "name", &who->name) >= 0 && read_value(l, "email", &who->email) >= 0);
}

bool cb_gitidentity_read(const char *text, size_t size, struct cb_identity *ret)
{
	struct cb_identity who = { 0 };
	bool in_user = false, plain = true;
	for (size_t i = 0; i < size; i++)
		if (strchr("\\\r", text[i])) /* and NUL */
			return false;
	for (const char *p = text, *stop = text + size; plain && p < stop;) {
		const char *newline = memchr(p, '\n', (size_t)(stop - p));
		struct line l = { p, newline ? newline : stop };
		plain = read_line(l, &in_user, &who);
		p = newline ? newline + 1 : stop;
	}
	if (plain) {
		*ret = who;
	} else {
		free(who.name);
		free(who.email);
	}
	return plain;
}
