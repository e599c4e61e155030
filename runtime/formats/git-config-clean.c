/* A copy of a git configuration for the sandbox, setting by setting (L36). What is left out is left
 * out whole; of a URL the login is taken out, since git needs the rest. */
#include "formats/git-config.h"

#include "base/path.h"
#include "vocab/secrets.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct {
	const char *section, *key;
} logins[] = {
#define X(section, key) { section, key },
#include "formats/git-config-logins.def"
#undef X
};

/* In the text of an alias, a filter or another command. */
static const char *const words[] = { "authorization:", "token:", "token=", "password=", "sshpass" };

struct cleaner {
	const struct cb_git_config_place *place;
	struct cb_strv *taken;
	char *copy, *end;
	char *section, *subsection; /* of the last one written */
	bool failed;
};

static bool is_of_scheme(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '+' || c == '-' || c == '.';
}

/* Takes the login out of every URL in `text`; of ssh://user:password@host only the password, since
 * the user of ssh is no secret and the rest means nothing without. */
static bool strip_logins(char *text)
{
	bool found = false;
	for (char *p = text; (p = strstr(p, "://"));) {
		char *scheme = p;
		while (scheme > text && is_of_scheme(scheme[-1]))
			scheme--;
		bool ssh = p - scheme >= 3 && (strncasecmp(p - 3, "ssh", 3) == 0 ||
					       strncasecmp(scheme, "ssh+", 4) == 0);
		p += 3;
		char *at = memrchr(p, '@', strcspn(p, "/?#"));
		if (!at)
			continue;
		char *from = ssh ? memchr(p, ':', (size_t)(at - p)) : p;
		char *rest = ssh ? at : at + 1;
		if (!from)
			continue;
		memmove(from, rest, strlen(rest) + 1);
		found = true;
	}
	return found;
}

/* A URL's own query may be a login as well: ?private_token=… */
static bool strip_query(char *text)
{
	char *query = strncasecmp(text, "http", 4) == 0 ? strchr(text, '?') : NULL;
	if (query)
		*query = '\0';
	return query;
}

static bool has_word(const char *value)
{
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (strcasestr(value, words[i]))
			return true;
	return false;
}

/* `user:password@host:port`, for which no scheme is needed. */
static bool is_proxy_login(const struct cb_git_setting *s)
{
	return s->value && strcmp(s->key, "proxy") == 0 && strchr(s->value, '@');
}

/* `oauth-token` is looked up as OAUTH_TOKEN would be. */
static bool is_secret_key(const char *key)
{
	char *name = strdup(key);
	for (char *p = name; p && *p; p++)
		*p = *p == '-' ? '_' : *p;
	bool secret = !name || cb_secret_name(name);
	free(name);
	return secret;
}

/* Whether a setting is left out whatever its value is. */
static bool is_login(const struct cb_git_setting *s)
{
	for (size_t i = 0; i < sizeof logins / sizeof logins[0]; i++)
		if (strcmp(s->section, logins[i].section) == 0 &&
		    (!*logins[i].key || strcmp(s->key, logins[i].key) == 0))
			return true;
	return is_secret_key(s->key);
}

/* Whether what an include names is shown where it says; what is not understood is not. */
static bool is_shown(struct cleaner *c, const char *value)
{
	const struct cb_git_config_place *place = c->place;
	bool tilde = value[0] == '~' && value[1] == '/';
	if (!*value || *value == '%' || (*value == '~' && !tilde))
		return false;
	char *path = cb_path_join(tilde ? place->home : place->dir, tilde ? value + 2 : value);
	c->failed |= !path;
	if (!path)
		return false;
	cb_path_make_normal(path);
	bool shown =
	    cb_path_is_within(path, place->root) || cb_path_is_within(path, place->project);
	free(path);
	return shown;
}

/* Whether a setting is left out for what it says. */
static bool is_out(struct cleaner *c, const struct cb_git_setting *s, const char *value)
{
	bool include = strcmp(s->section, "include") == 0 || strcmp(s->section, "includeif") == 0;
	/* A branch or a submodule may be called like a token. */
	bool named = strcmp(s->section, "branch") == 0 || strcmp(s->section, "submodule") == 0;
	return is_login(s) || is_proxy_login(s) || (include && (!value || !is_shown(c, value))) ||
	       (value && (cb_secret_shape(value) || has_word(value))) ||
	       (s->subsection && !named && cb_secret_shape(s->subsection));
}

static void name_taken(struct cleaner *c, const struct cb_git_setting *s)
{
	cb_strv_take(c->taken, cb_concat(s->section, ".", s->key, NULL));
}

static bool is_same(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : !a && !b;
}

/* Takes `subsection`. */
static void write_setting(struct cleaner *c, const struct cb_git_setting *s, char *subsection,
			  const char *value)
{
	if (!is_same(c->section, s->section) || !is_same(c->subsection, subsection)) {
		free(c->section);
		free(c->subsection);
		c->section = strdup(s->section);
		c->subsection = subsection;
		c->failed |= !c->section;
		cb_git_config_print_section(&c->end, s->section, subsection);
	} else {
		free(subsection);
	}
	cb_git_config_print_value(&c->end, s->key, value);
}

static bool take(void *context, const struct cb_git_setting *s)
{
	struct cleaner *c = context;
	char *subsection = s->subsection ? strdup(s->subsection) : NULL;
	char *value = s->value ? strdup(s->value) : NULL;
	c->failed |= (s->subsection && !subsection) || (s->value && !value);
	bool changed = false, out = false;
	if (!c->failed) {
		changed |= subsection && strip_logins(subsection);
		changed |= value && strip_logins(value);
		changed |= value && strip_query(value);
		struct cb_git_setting left = *s;
		left.subsection = subsection;
		left.value = value;
		out = is_out(c, &left, value);
	}
	if (!c->failed && (changed || out))
		name_taken(c, s);
	if (c->failed || out)
		free(subsection);
	else
		write_setting(c, s, subsection, value);
	free(value);
	return !c->failed;
}

char *cb_git_config_clean(const char *text, size_t size, const struct cb_git_config_place *place,
			  struct cb_strv *ret_taken, unsigned *ret_line)
{
	*ret_line = 0;
	/* What is longer in the copy is `b=`, by the blanks and quotes around it: three times. */
	char *copy = size < SIZE_MAX / 8 ? malloc(4 * size + 64) : NULL;
	struct cleaner c = { .place = place, .taken = ret_taken, .copy = copy, .end = copy };
	int result = copy ? cb_git_config_read(text, size, take, &c, ret_line) : -1;
	free(c.section);
	free(c.subsection);
	if (result < 0 || c.failed || ret_taken->failed) {
		free(copy);
		return NULL;
	}
	*c.end = '\0';
	return copy;
}
