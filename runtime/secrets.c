/* The tables of secrets and the two questions asked of them. */
#include "secrets.h"

#include <string.h>
#include <strings.h>

const struct cb_secret_path cb_secret_paths[] = {
#define X(ANCHOR, rest, what) { { CB_ANCHOR_##ANCHOR, rest }, what },
#include "secret-paths.def"
#undef X
};
const size_t cb_secret_path_count = sizeof cb_secret_paths / sizeof cb_secret_paths[0];

static const char *const words[] = {
#define X(word) word,
#include "secret-names.def"
#undef X
};

static const struct {
	const char *beginning, *what;
} shapes[] = {
#define X(beginning, what) { beginning, what },
#include "secret-shapes.def"
#undef X
};

/* `word` stands in `name` between underscores, the beginning or the end. */
static bool has_word(const char *name, const char *word)
{
	size_t len = strlen(word);
	for (const char *p = name;; p++) {
		if (strncasecmp(p, word, len) == 0 && (p[len] == '\0' || p[len] == '_'))
			return true;
		p = strchr(p, '_');
		if (!p)
			return false;
	}
}

bool cb_secret_name(const char *name)
{
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (has_word(name, words[i]))
			return true;
	return false;
}

/* A URL that carries a password: scheme://user:password@host */
static bool has_userinfo(const char *value)
{
	/* Not strstr(): a kilobyte of it for three bytes. */
	const char *authority = strchr(value, ':');
	if (!authority || authority[1] != '/' || authority[2] != '/')
		return false;
	authority += 3;
	size_t len = strcspn(authority, "/?#");
	const char *at = memchr(authority, '@', len);
	return at && memchr(authority, ':', (size_t)(at - authority));
}

const char *cb_secret_find(const char *text, const char **ret_at)
{
	for (const char *p = text; *p; p++) {
		if (p > text && !strchr(" \t\n=:,;'\"", p[-1]))
			continue;
		for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
			if (strncmp(p, shapes[i].beginning, strlen(shapes[i].beginning)) == 0) {
				*ret_at = p;
				return shapes[i].what;
			}
		}
	}
	return NULL;
}

/* Up to the end of the word, or of the text where it is a private key. */
void cb_secret_strike(char *text)
{
	for (const char *at; cb_secret_find(text, &at);) {
		size_t len = *at == '-' ? strlen(at) : strcspn(at, " \t\n,;'\")");
		memset(text + (at - text), '*', len);
	}
}

const char *cb_secret_shape(const char *value)
{
	const char *at, *what = cb_secret_find(value, &at);
	return what ? what : has_userinfo(value) ? "a URL with a password" : NULL;
}
