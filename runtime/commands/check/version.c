/* Which version an agent's program is, without running it: by the name of its path or by the
 * package it lies in. Pure. */
#include "commands/check/check.h"

#include "base/path.h"

#include <stdlib.h>
#include <string.h>

#define VERSION_LIMIT 40

/* A text that looks like a version, and like nothing else. */
static char *copy_version(const char *text, size_t len)
{
	static const char letters[] =
	    "0123456789.-+_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	if (len == 0 || len > VERSION_LIMIT || strspn(text, letters) < len || text[0] < '0' ||
	    text[0] > '9')
		return NULL;
	return strndup(text, len);
}

/* The end of the JSON string whose first character behind the quote is `p`; NULL: it has none. */
static const char *end_of_string(const char *p)
{
	for (; *p && *p != '"'; p++)
		if (*p == '\\' && *++p == '\0')
			return NULL;
	return *p ? p : NULL;
}

/* The text of a member of the outermost object, as it is written; NULL: there is none. */
static const char *find_member(const char *json, const char *name, size_t *ret_len)
{
	size_t depth = 0;
	bool wanted = false; /* the name was read, its value comes */
	for (const char *p = json; *p; p++) {
		if (*p == '{' || *p == '[') {
			depth++;
			wanted = false;
		} else if (*p == '}' || *p == ']') {
			depth -= depth > 0;
			wanted = false;
		} else if (*p == ',') {
			wanted = false;
		} else if (*p == '"') {
			const char *end = end_of_string(p + 1);
			if (!end)
				return NULL;
			size_t len = (size_t)(end - p) - 1;
			if (wanted) {
				*ret_len = len;
				return p + 1;
			}
			const char *next = end + 1 + strspn(end + 1, " \t\r\n");
			wanted = depth == 1 && *next == ':' && len == strlen(name) &&
				 strncmp(p + 1, name, len) == 0;
			p = end;
		}
	}
	return NULL;
}

/* Any package.json may lie above a program: only one of claude's own counts. */
static char *version_of_package(const char *json)
{
	size_t len, name_len;
	const char *name = find_member(json, "name", &name_len);
	const char *version = find_member(json, "version", &len);
	if (!name || !version || !memmem(name, name_len, "claude", strlen("claude")))
		return NULL;
	return copy_version(version, len);
}

/* /nix/store/HASH-NAME-VERSION/…: what follows the last dash before a digit. */
static char *version_of_store_path(const char *program)
{
	const char *entry = program + strlen("/nix/store/");
	size_t len = strcspn(entry, "/");
	for (size_t i = len; i-- > 1;)
		if (entry[i - 1] == '-' && entry[i] >= '0' && entry[i] <= '9' && i > 33)
			return copy_version(entry + i, len - i);
	return NULL;
}

char *cb_check_agent_version(const char *program, const char *package_json)
{
	const char *installed = strstr(program, "/claude/versions/");
	char *version = NULL;
	if (cb_path_is_within(program, "/nix/store"))
		version = version_of_store_path(program);
	else if (installed)
		version = copy_version(installed + strlen("/claude/versions/"),
				       strcspn(installed + strlen("/claude/versions/"), "/"));
	return version || !package_json ? version : version_of_package(package_json);
}
