/* The tables of secrets and the questions asked of them. */
#include "vocab/secrets.h"

#include <string.h>
#include <strings.h>

const struct cb_secret_path cb_secret_paths[] = {
#define X(ANCHOR, rest, what) { { CB_ANCHOR_##ANCHOR, rest }, what },
#include "vocab/secret-paths.def"
#undef X
};
const size_t cb_secret_path_count = sizeof cb_secret_paths / sizeof cb_secret_paths[0];

static const char *const words[] = {
#define X(word) word,
#include "vocab/secret-names.def"
#undef X
};

/* Whether other words begin like it: none, names of files, any. */
enum care { SURE, NAME, LONG };

/* Letters and digits that follow where care is needed; no token has fewer. */
enum { ENOUGH = 16 };

static const struct {
	const char *beginning, *what;
	enum care care;
} shapes[] = {
#define X(beginning, CARE, what) { beginning, what, CARE },
#include "vocab/secret-shapes.def"
#undef X
};

/* `word` stands in `name` between underscores, the beginning or the end, perhaps with a number;
 * with a star, something may stand before it. */
static bool has_word(const char *name, const char *word)
{
	bool ends = *word == '*';
	word += ends;
	size_t len = strlen(word);
	for (const char *p = name; *p; p++) {
		if (!ends && p > name && p[-1] != '_')
			continue;
		if (strncasecmp(p, word, len) != 0)
			continue;
		const char *end = p + len + strspn(p + len, "0123456789");
		if (*end == '\0' || *end == '_')
			return true;
	}
	return false;
}

bool cb_secret_name(const char *name)
{
	/* Where the shell is and was: no password. */
	if (strcmp(name, "PWD") == 0 || strcmp(name, "OLDPWD") == 0)
		return false;
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (has_word(name, words[i]))
			return true;
	return false;
}

/* The length of the login at `p` in scheme://login@host, with a password or without; 0: there is
 * none. One slash is enough: a URL that was taken for a path has lost the other. */
static size_t login_length(const char *text, const char *p)
{
	const char *slash = p;
	while (slash > text && p - slash < 2 && slash[-1] == '/')
		slash--;
	if (slash == p || slash == text || slash[-1] != ':')
		return 0;
	const char *at = memrchr(p, '@', strcspn(p, " \t\n\"/?"));
	size_t len = at ? (size_t)(at - p) : 0;
	/* The user of ssh://git@host is no secret. */
	bool ssh = slash - text > 3 && memcmp(slash - 4, "ssh", 3) == 0;
	return ssh && !memchr(p, ':', len) ? 0 : len;
}

/* What the word at `p` begins like. */
static const char *shape_at(const char *text, const char *p)
{
	static const char marks[] =
	    "_-.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	const char *letters = marks + 3;
	char before = ' ';
	if (p > text)
		before = p[-1];
	if (strchr(marks, before))
		return NULL; /* in the middle of a word */
	for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
		const char *beginning = shapes[i].beginning;
		size_t len = 0;
		while (p[len] && (beginning[len] == '?' || beginning[len] == p[len]))
			len++;
		if (beginning[len])
			continue;
		if (shapes[i].care == SURE || strspn(p + len, letters) >= ENOUGH ||
		    (shapes[i].care == NAME && before != '/'))
			return shapes[i].what;
	}
	return NULL;
}

/* What begins at `p`, and its length: up to the end of the word, or of the text where it is a
 * private key. */
static const char *secret_at(const char *text, const char *p, size_t *ret_len)
{
	size_t login = login_length(text, p), len = 0;
	const char *what = shape_at(text, p);
	if (what)
		len = *p == '-' ? strlen(p) : strcspn(p, " \t\n,;'\")>");
	*ret_len = len > login ? len : login;
	return what ? what : login ? "a URL with a password" : NULL;
}

const char *cb_secret_find(const char *text, const char **ret_at)
{
	size_t len;
	for (const char *p = text; *p; p++) {
		const char *what = secret_at(text, p, &len);
		if (what) {
			*ret_at = p;
			return what;
		}
	}
	return NULL;
}

void cb_secret_strike(char *text)
{
	size_t len;
	for (char *p = text; *p; p++) {
		if (!secret_at(text, p, &len))
			continue;
		memset(p, '*', len);
		p += len - 1;
	}
}

const char *cb_secret_shape(const char *value)
{
	const char *at;
	return cb_secret_find(value, &at);
}

/* --- files of a project ----------------------------------------------------------------------- */

#define ANY ""
#define SHAPE NULL

static const struct {
	const char *name, *text;
} files[] = {
#define X(name, text) { name, text },
#include "vocab/secret-files.def"
#undef X
};

/* Endings of sample files, which hold no secret. */
static const char *const samples[] = { ".example", ".sample", ".template", ".dist", ".defaults" };

static bool ends_with(const char *name, const char *end)
{
	size_t len = strlen(name), end_len = strlen(end);
	return len >= end_len && strcmp(name + len - end_len, end) == 0;
}

/* A pattern has one star at most. */
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

bool cb_secret_file(const char *name, const char *text)
{
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		const char *sign = files[i].text;
		if (matches(name, files[i].name) &&
		    (!text || (sign ? *text && strstr(text, sign) : cb_secret_shape(text) != NULL)))
			return !is_sample(name);
	}
	return false;
}
