/* Reads passwd(5) itself: the C library's functions also ask a name service, over a socket. A user
 * whom only such a service knows is known by HOME and USER. */
#include "formats/passwd.h"

#include "base/strv.h"

#include <stdlib.h>
#include <string.h>

enum { NAME, PASSWORD, UID, GID, GECOS, HOME, SHELL, FIELDS };

/* Splits `line` at its colons; false unless it has all seven fields. */
static bool split(char *line, char *fields[FIELDS])
{
	size_t count = 0;
	for (char *field; (field = strsep(&line, ":")); count++) {
		if (count == FIELDS)
			return false;
		fields[count] = field;
	}
	return count == FIELDS;
}

/* A plain decimal number that is `uid`. */
static bool is_uid(const char *text, uid_t uid)
{
	size_t len = strlen(text);
	return len > 0 && len <= 10 && strspn(text, "0123456789") == len &&
	       strtoull(text, NULL, 10) == uid;
}

bool cb_passwd_find(const char *text, size_t size, uid_t uid, struct cb_passwd *ret)
{
	char *fields[FIELDS];
	if (memchr(text, '\0', size))
		return false;
	struct cb_strv lines = cb_strv_lines(text, size);
	for (size_t i = 0; i < lines.len; i++) {
		if (!split(lines.items[i], fields) || !*fields[NAME] || !is_uid(fields[UID], uid))
			continue;
		*ret = (struct cb_passwd) { cb_strdup(fields[NAME]), cb_strdup(fields[HOME]) };
		return true;
	}
	return false;
}
