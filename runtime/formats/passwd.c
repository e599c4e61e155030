/* Reads passwd(5) itself: the C library's way also asks a name service over a socket and brings
 * 4 KB of that along. A user whom only such a service knows is known by HOME and USER. */
#include "formats/passwd.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { NAME, PASSWORD, UID, GID, GECOS, HOME, SHELL, FIELDS };

/* Cuts `line` at its colons; false unless it has all seven fields. */
static bool split(const char *line, size_t len, const char *fields[FIELDS + 1])
{
	const char *end = line + len;
	for (size_t i = 0; i < FIELDS; i++) {
		fields[i] = line;
		const char *colon = memchr(line, ':', (size_t)(end - line));
		if (!colon != (i == FIELDS - 1))
			return false;
		line = colon ? colon + 1 : end + 1;
	}
	fields[FIELDS] = line;
	return true;
}

/* A plain decimal number that is `uid`. */
static bool is_number(const char *text, const char *end, uid_t uid)
{
	uint64_t n = 0;
	if (text == end || end - text > 10)
		return false;
	for (; text < end; text++) {
		if (*text < '0' || *text > '9')
			return false;
		n = n * 10 + (uint64_t)(*text - '0');
	}
	return n == uid;
}

static char *copy_field(const char *fields[FIELDS + 1], size_t i)
{
	return strndup(fields[i], (size_t)(fields[i + 1] - fields[i] - 1));
}

bool cb_passwd_find(const char *text, size_t size, uid_t uid, struct cb_passwd *ret)
{
	const char *fields[FIELDS + 1];
	if (memchr(text, '\0', size))
		return false;
	for (const char *end = text + size; text < end;) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		size_t len = (size_t)((newline ? newline : end) - text);
		if (split(text, len, fields) && fields[PASSWORD] - fields[NAME] > 1 &&
		    is_number(fields[UID], fields[GID] - 1, uid)) {
			struct cb_passwd found = { copy_field(fields, NAME),
						   copy_field(fields, HOME) };
			if (found.name && found.home) {
				*ret = found;
				return true;
			}
			free(found.name);
			free(found.home);
			return false;
		}
		text += len + 1;
	}
	return false;
}
