/* A copy of a git configuration for the sandbox, setting by setting (L36). What is left out is left
 * out whole; of a URL the login is taken out, since git needs the rest. */
#include "formats/git-config.h"

#include "base/path.h"
#include "vocab/secrets.h"

#include <string.h>
#include <strings.h>

/* Settings of git that hold a login, or name a program that is given one. Without a key: all. */
static const struct {
	const char *section, *key;
} logins[] = {
	{ "credential", NULL },      { "http", "extraheader" },
	{ "core", "sshcommand" }, /* sshpass -p … */
	{ "core", "askpass" },       { "core", "gitproxy" },
	{ "sendemail", "smtpuser" }, { "sendemail", "smtppass" },
	{ "imap", "user" },          { "imap", "pass" },
};

/* In the text of an alias, a filter or another command. */
static const char *const words[] = { "authorization:", "token:", "token=", "password=", "sshpass" };

struct cleaner {
	const struct cb_git_config_place *place;
	struct cb_strv *taken;
	struct cb_strv lines;
	char *section; /* line of the last one written */
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
	char *name = cb_strdup(key);
	for (char *p = name; (p = strchr(p, '-'));)
		*p = '_';
	return cb_secret_name(name);
}

/* Whether a setting is left out whatever its value is. */
static bool is_login(const struct cb_git_setting *s)
{
	for (size_t i = 0; i < sizeof logins / sizeof logins[0]; i++)
		if (strcmp(s->section, logins[i].section) == 0 &&
		    (!logins[i].key || strcmp(s->key, logins[i].key) == 0))
			return true;
	return is_secret_key(s->key);
}

/* Whether what an include names is shown where it says; what is not understood is not. */
static bool is_shown(const struct cb_git_config_place *place, const char *value)
{
	bool tilde = value[0] == '~' && value[1] == '/';
	if (!*value || *value == '%' || (*value == '~' && !tilde))
		return false;
	char *path = cb_path_join(tilde ? place->home : place->dir, tilde ? value + 2 : value);
	cb_path_make_normal(path);
	return cb_path_is_within(path, place->root) || cb_path_is_within(path, place->project);
}

/* Whether a setting is left out for what it says. */
static bool is_out(const struct cb_git_config_place *place, const struct cb_git_setting *s)
{
	bool include = strcmp(s->section, "include") == 0 || strcmp(s->section, "includeif") == 0;
	/* A branch or a submodule may be called like a token. */
	bool named = strcmp(s->section, "branch") == 0 || strcmp(s->section, "submodule") == 0;
	return is_login(s) || is_proxy_login(s) ||
	       (include && (!s->value || !is_shown(place, s->value))) ||
	       (s->value && (cb_secret_shape(s->value) || has_word(s->value))) ||
	       (s->subsection && !named && cb_secret_shape(s->subsection));
}

static void write_setting(struct cleaner *c, const struct cb_git_setting *s)
{
	char *section = cb_git_config_section_line(s->section, s->subsection);
	if (!c->section || strcmp(c->section, section) != 0)
		cb_strv_take(&c->lines, section);
	c->section = section;
	cb_strv_take(&c->lines, cb_git_config_value_line(s->key, s->value));
}

static bool take(void *context, const struct cb_git_setting *s)
{
	struct cleaner *c = context;
	char *subsection = s->subsection ? cb_strdup(s->subsection) : NULL;
	char *value = s->value ? cb_strdup(s->value) : NULL;
	const struct cb_git_setting left = { s->section, subsection, s->key, value };
	bool changed = subsection && strip_logins(subsection);
	if (value) {
		changed |= strip_logins(value);
		changed |= strip_query(value);
	}
	bool out = is_out(c->place, &left);
	if (changed || out)
		cb_strv_take(c->taken, cb_format("%s.%s", s->section, s->key));
	if (!out)
		write_setting(c, &left);
	return true;
}

char *cb_git_config_clean(const char *text, size_t size, const struct cb_git_config_place *place,
			  struct cb_strv *ret_taken, unsigned *ret_line)
{
	struct cleaner c = { .place = place, .taken = ret_taken };
	if (cb_git_config_read(text, size, take, &c, ret_line) < 0)
		return NULL;
	return cb_strv_join(&c.lines, "");
}
