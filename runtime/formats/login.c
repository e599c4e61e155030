/* Names as versions 2.1.197 to 2.1.327 of the client make them: the login and the record of who
 * renews it are files, replaced by a temporary one that is renamed; a lock is an empty directory.
 */
#include "formats/login.h"

#include "base/strv.h"

#include <stdlib.h>
#include <string.h>

#define LOWER "abcdefghijklmnopqrstuvwxyz"
#define UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS "0123456789"

enum { TEMPORARY_MAX = 40, LOCK_MAX = 128, ID_MAX = 64 };

static bool is_file(const char *name)
{
	static const char *const files[] = { CB_LOGIN_NAME, ".oauth_refresh.lock.owner" };
	static const char temporary[] = ".tmp.";
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		size_t len = strlen(files[i]);
		if (strncmp(name, files[i], len) != 0)
			continue;
		const char *rest = name + len;
		if (!*rest)
			return true;
		if (strncmp(rest, temporary, sizeof temporary - 1) != 0)
			continue;
		rest += sizeof temporary - 1;
		len = strlen(rest);
		if (len > 0 && len <= TEMPORARY_MAX && strspn(rest, LOWER DIGITS ".") == len)
			return true;
	}
	return false;
}

/* Any name of a lock will do: new versions have new ones, and it holds nothing. */
static bool is_lock(const char *name)
{
	static const char end[] = ".lock", server[] = "mcp-refresh-";
	size_t len = strlen(name), end_len = sizeof end - 1;
	return len > end_len && len <= LOCK_MAX && strcmp(name + len - end_len, end) == 0 &&
	       strspn(name, LOWER UPPER DIGITS "._-") == len &&
	       (name[0] == '.' || strncmp(name, server, sizeof server - 1) == 0);
}

bool cb_login_is_clients(const char *name, bool directory)
{
	return directory ? is_lock(name) : is_file(name);
}

/* The first `"KEY": "ID"`; its length, 0 for none. It is text for a comparison, and the agent's to
 * write: no more of JSON is needed. */
static size_t find_id(const char *text, size_t size, const char *key, const char **ret)
{
	static const char blank[] = " \t\r\n";
	const char *end = text + size, *at = memmem(text, size, key, strlen(key));
	size_t len = 0;
	if (!at)
		return 0;
	at += strlen(key);
	while (at < end && *at && strchr(blank, *at))
		at++;
	if (at == end || *at++ != ':')
		return 0;
	while (at < end && *at && strchr(blank, *at))
		at++;
	if (at == end || *at++ != '"')
		return 0;
	while (at + len < end && at[len] && strchr(LOWER UPPER DIGITS "-", at[len]))
		len++;
	*ret = at;
	return len <= ID_MAX && at + len < end && at[len] == '"' ? len : 0;
}

char *cb_login_account(const char *text, size_t size)
{
	static const char *const keys[] = { "\"accountUuid\"", "\"organizationUuid\"" };
	char *ids[2] = { NULL };
	for (size_t i = 0; i < 2; i++) {
		const char *id = "-";
		size_t len = find_id(text, size, keys[i], &id);
		ids[i] = len ? strndup(id, len) : strdup("-");
	}
	char *account = ids[0] && ids[1] ? cb_concat(ids[0], " ", ids[1], NULL) : NULL;
	free(ids[0]);
	free(ids[1]);
	return account;
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
