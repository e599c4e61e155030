/* The table of inert settings, and what they may say. */
#include "formats/git-settings.h"

#include "base/strv.h"
#include "vocab/secrets.h"

#include <stdlib.h>
#include <string.h>

enum kind { WORDS, COMMAND };

static const struct {
	const char *section, *key;
	enum kind kind;
} rows[] = {
#define X(section, key, KIND) { section, key, KIND },
#include "formats/git-settings.def"
#undef X
};

/* No value that means something is longer. */
#define VALUE_MAX ((size_t)1024)

static bool has_control(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || *text == '\177')
			return true;
	return false;
}

/* What a name, a number or a list of them is made of. A slash is in names of branches; at the
 * beginning it would be a path. */
static bool is_words(const char *value)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789-_=,:%./+ ";
	return value[strspn(value, letters)] == '\0' && *value != '/' && !strstr(value, "..") &&
	       !strstr(value, "//");
}

/* A command of git's with its options: nothing of the shell, no path of the host. */
static bool is_command(const char *value)
{
	if (*value < 'a' || *value > 'z' || strchr(value, '!') || strchr(value, '~'))
		return false;
	for (const char *p = value; (p = strchr(p, '/')); p++)
		if (strchr(" '\"=:/", p[-1]))
			return false;
	return true;
}

static bool is_inert(const struct cb_git_setting *s, enum kind kind)
{
	if (!s->value) /* alone it means true; of an alias it is an error */
		return kind == WORDS;
	return strlen(s->value) <= VALUE_MAX && !has_control(s->value) &&
	       !cb_secret_shape(s->value) &&
	       (kind == WORDS ? is_words(s->value) : is_command(s->value));
}

/* The index of the row for a setting, or their number. */
static size_t find_row(const struct cb_git_setting *s)
{
	size_t i = 0, count = sizeof rows / sizeof rows[0];
	while (i < count && (strcmp(rows[i].section, s->section) != 0 ||
			     (*rows[i].key != '*' && strcmp(rows[i].key, s->key) != 0)))
		i++;
	return i;
}

/* Drops what has been taken of this name. */
static void forget(struct cb_strv *settings, const char *name)
{
	size_t len = strlen(name), kept = 0;
	for (size_t i = 0; i < settings->len; i++) {
		char *item = settings->items[i];
		if (strncmp(item, name, len) == 0)
			free(item);
		else
			settings->items[kept++] = item;
	}
	if (settings->items)
		settings->items[kept] = NULL;
	settings->len = kept;
}

static void take_text(char **field, const char *value)
{
	free(*field);
	*field = value && *value && strlen(value) <= VALUE_MAX ? strdup(value) : NULL;
}

void cb_git_settings_take(struct cb_identity *who, const struct cb_git_setting *s)
{
	if (s->subsection)
		return;
	if (strcmp(s->section, "user") == 0 && strcmp(s->key, "name") == 0)
		take_text(&who->name, s->value);
	else if (strcmp(s->section, "user") == 0 && strcmp(s->key, "email") == 0)
		take_text(&who->email, s->value);
	else if (strcmp(s->section, "core") == 0 && strcmp(s->key, "excludesfile") == 0)
		take_text(&who->excludes_file, s->value);
	size_t row = find_row(s);
	if (row == sizeof rows / sizeof rows[0])
		return;
	char *name = cb_concat(s->section, ".", s->key, "=", NULL);
	if (name)
		forget(&who->settings, name);
	if (is_inert(s, rows[row].kind))
		cb_strv_take(&who->settings,
			     name ? cb_concat(name, s->value ? s->value : "true", NULL) : NULL);
	free(name);
}

char *cb_git_settings_ignored(const char *text, size_t size)
{
	char *patterns = malloc(size + 2), *end = patterns;
	for (const char *p = text, *stop = text + size; patterns && p < stop;) {
		const char *newline = memchr(p, '\n', (size_t)(stop - p));
		size_t len = (size_t)((newline ? newline : stop) - p);
		memcpy(end, p, len);
		end[len] = '\0';
		size_t said = len > 0 && end[len - 1] == '\r' ? len - 1 : len;
		end[said] = '\0';
		if (said > 0 && *end != '#' && strlen(end) == said && !has_control(end) &&
		    !cb_secret_shape(end)) {
			end += said;
			*end++ = '\n';
		}
		p += len + (newline != NULL);
	}
	if (patterns)
		*end = '\0';
	return patterns;
}

/* One of git's answers: `section.subsection.key`, and its value. */
static void take_answer(struct cb_identity *who, const char *at, const char *value)
{
	size_t len = value ? (size_t)(value - at - 1) : strlen(at);
	char *name = strndup(at, len);
	char *first = name ? strchr(name, '.') : NULL, *last = name ? strrchr(name, '.') : NULL;
	if (first) {
		*first = *last = '\0';
		cb_git_settings_take(
		    who, &(struct cb_git_setting) { name, first == last ? NULL : first + 1,
						    last + 1, value });
	}
	free(name);
}

void cb_identity_parse(const char *text, size_t size, struct cb_identity *identity)
{
	for (const char *p = text, *end = text + size; p < end;) {
		const char *stop = memchr(p, '\0', (size_t)(end - p));
		const char *value = stop ? memchr(p, '\n', (size_t)(stop - p)) : NULL;
		if (!stop)
			return;
		take_answer(identity, p, value ? value + 1 : NULL);
		p = stop + 1;
	}
}

void cb_identity_clear(struct cb_identity *identity)
{
	free(identity->name);
	free(identity->email);
	cb_strv_clear(&identity->settings);
	free(identity->excludes_file);
	free(identity->ignored);
	*identity = (struct cb_identity) { 0 };
}
