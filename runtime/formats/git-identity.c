/* Reads what the launcher wants of the user's git configuration: name, address, the excludes file,
 * and the inert settings of git-settings.def. The last of each wins, as in git. */
#include "formats/git-identity.h"

#include "formats/git-config.h"
#include "vocab/secrets.h"

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

/* Longer values are not taken. */
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

/* Drops the settings that begin with `name`. */
static void forget(struct cb_strv *settings, const char *name)
{
	size_t kept = 0;
	for (size_t i = 0; i < settings->len; i++)
		if (strncmp(settings->items[i], name, strlen(name)) != 0)
			settings->items[kept++] = settings->items[i];
	settings->len = kept;
	if (settings->items)
		settings->items[kept] = NULL;
}

static bool is_setting(const struct cb_git_setting *s, const char *section, const char *key)
{
	return strcmp(s->section, section) == 0 && strcmp(s->key, key) == 0;
}

static char *text_of(const struct cb_git_setting *s)
{
	bool is_text = s->value && *s->value && strlen(s->value) <= VALUE_MAX;
	return is_text ? cb_strdup(s->value) : NULL;
}

/* Takes one setting in place of an earlier one of the same name. Settings that are not in the
 * table are passed over. */
static void take_setting(struct cb_identity *who, const struct cb_git_setting *s)
{
	size_t row = find_row(s);
	if (s->subsection)
		return;
	if (is_setting(s, "user", "name"))
		who->name = text_of(s);
	else if (is_setting(s, "user", "email"))
		who->email = text_of(s);
	else if (is_setting(s, "core", "excludesfile"))
		who->excludes_file = text_of(s);
	if (row == sizeof rows / sizeof rows[0])
		return;
	char *name = cb_format("%s.%s=", s->section, s->key);
	forget(&who->settings, name);
	if (is_inert(s, rows[row].kind))
		cb_strv_take(&who->settings, cb_format("%s%s", name, s->value ? s->value : "true"));
}

/* Ends the reading at an include, of which only git can tell whether it counts, and at what is an
 * error for git. */
static bool take_plain(void *context, const struct cb_git_setting *s)
{
	if (strcmp(s->section, "include") == 0 || strcmp(s->section, "includeif") == 0 ||
	    (strcmp(s->section, "user") == 0 && !s->value))
		return false;
	take_setting(context, s);
	return true;
}

bool cb_git_identity_read(const char *text, size_t size, struct cb_identity *ret)
{
	struct cb_identity who = { 0 };
	unsigned line;
	if (cb_git_config_read(text, size, take_plain, &who, &line) < 0)
		return false;
	*ret = who;
	return true;
}

void cb_identity_parse(const char *text, size_t size, struct cb_identity *identity)
{
	const char *end = text + size, *stop;
	for (; text < end && (stop = memchr(text, '\0', (size_t)(end - text))); text = stop + 1) {
		char *name = cb_strdup(text), *value = strchr(name, '\n');
		if (value)
			*value++ = '\0';
		char *first = strchr(name, '.'), *last = strrchr(name, '.');
		if (!first)
			continue;
		*first = *last = '\0';
		take_setting(identity,
			     &(struct cb_git_setting) { name, first == last ? NULL : first + 1,
							last + 1, value });
	}
}

char *cb_git_settings_ignored(const char *text, size_t size)
{
	struct cb_strv lines = cb_strv_lines(text, size), kept = { 0 };
	for (size_t i = 0; i < lines.len; i++) {
		char *line = lines.items[i];
		size_t len = strlen(line);
		if (len > 0 && line[len - 1] == '\r')
			line[len - 1] = '\0';
		if (*line && *line != '#' && !has_control(line) && !cb_secret_shape(line))
			cb_strv_take(&kept, cb_format("%s\n", line));
	}
	return cb_strv_join(&kept, "");
}
