/* Names as versions 2.1.197 to 2.1.327 of the client make them: the login and the record of who
 * renews it are files, replaced by a temporary one that is renamed; a lock is an empty directory.
 */
#include "formats/login.h"

#include "base/memory.h"

#include <string.h>

#define LOWER "abcdefghijklmnopqrstuvwxyz"
#define UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS "0123456789"

enum { TEMPORARY_MAX = 40, LOCK_MAX = 128, ID_MAX = 64 };

/* One to `max` of these characters, and no others. */
static bool is_made_of(const char *text, const char *characters, size_t max)
{
	size_t len = strlen(text);
	return len > 0 && len <= max && strspn(text, characters) == len;
}

static bool is_file(const char *name)
{
	static const char *const files[] = { CB_LOGIN_NAME, ".oauth_refresh.lock.owner" };
	static const char temporary[] = ".tmp.";
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		const char *rest = name + strlen(files[i]);
		if (strncmp(name, files[i], strlen(files[i])) != 0)
			continue;
		if (!*rest ||
		    (strncmp(rest, temporary, sizeof temporary - 1) == 0 &&
		     is_made_of(rest + sizeof temporary - 1, LOWER DIGITS ".", TEMPORARY_MAX)))
			return true;
	}
	return false;
}

/* Any name of a lock will do: new versions have new ones, and it holds nothing. */
static bool is_lock(const char *name)
{
	static const char end[] = ".lock", server[] = "mcp-refresh-";
	size_t len = strlen(name), end_len = sizeof end - 1;
	return len > end_len && strcmp(name + len - end_len, end) == 0 &&
	       is_made_of(name, LOWER UPPER DIGITS "._-", LOCK_MAX) &&
	       (name[0] == '.' || strncmp(name, server, sizeof server - 1) == 0);
}

bool cb_login_is_clients(const char *name, bool directory)
{
	return directory ? is_lock(name) : is_file(name);
}

/* Steps over blanks and then over `wanted`; false: something else is there. */
static bool skip(const char **at, const char *end, char wanted)
{
	while (*at < end && **at && strchr(" \t\r\n", **at))
		++*at;
	return *at < end && *(*at)++ == wanted;
}

/* The first `KEY: "ID"`; its length, 0 for none. It is text for a comparison, and the agent's to
 * write: no more of JSON is needed. */
static size_t find_id(const char *text, size_t size, const char *key, const char **ret)
{
	const char *end = text + size, *at = memmem(text, size, key, strlen(key));
	size_t len = 0;
	if (!at)
		return 0;
	at += strlen(key);
	if (!skip(&at, end, ':') || !skip(&at, end, '"'))
		return 0;
	while (at + len < end && at[len] && strchr(LOWER UPPER DIGITS "-", at[len]))
		len++;
	*ret = at;
	return len <= ID_MAX && at + len < end && at[len] == '"' ? len : 0;
}

char *cb_login_account(const char *text, size_t size)
{
	static const char *const keys[] = { "\"accountUuid\"", "\"organizationUuid\"" };
	char *ids[2];
	for (size_t i = 0; i < 2; i++) {
		const char *id;
		size_t len = find_id(text, size, keys[i], &id);
		ids[i] = len ? cb_strndup(id, len) : cb_strdup("-");
	}
	return cb_format("%s %s", ids[0], ids[1]);
}

bool cb_login_has_changed(const char *before, const char *now)
{
	for (int i = 0; i < 2; i++) {
		size_t before_len = strcspn(before, " \n"), now_len = strcspn(now, " \n");
		bool known = before_len > 1 || (before_len == 1 && *before != '-');
		if (known && (before_len != now_len || memcmp(before, now, now_len) != 0))
			return true;
		before += before_len + (before[before_len] == ' ');
		now += now_len + (now[now_len] == ' ');
	}
	return false;
}
