/* Reads host names strictly: what could also be something else is refused. */
#include "formats/host-name.h"

#include <string.h>

bool cb_name_is_host(const char *name)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
	size_t labels = 1, len;
	for (const char *label = name;; label += len + 1, labels++) {
		len = strspn(label, letters);
		if (len < 1 || len > 63 || label[0] == '-' || label[len - 1] == '-')
			return false;
		/* No top-level domain begins with a digit; 127.1 and 0x7f.1 do. */
		if (label[len] == '\0')
			return labels >= 2 && label[0] >= 'a' && strlen(name) <= CB_NAME_MAX;
		if (label[len] != '.')
			return false;
	}
}

bool cb_name_read(const char *bytes, size_t len, char ret[CB_NAME_MAX + 1])
{
	if (len > CB_NAME_MAX || memchr(bytes, '\0', len))
		return false;
	for (size_t i = 0; i < len; i++)
		ret[i] =
		    (char)(bytes[i] >= 'A' && bytes[i] <= 'Z' ? bytes[i] - 'A' + 'a' : bytes[i]);
	ret[len] = '\0';
	return cb_name_is_host(ret);
}

bool cb_name_is_pattern(const char *pattern)
{
	if (pattern[0] == '*' && pattern[1] == '.')
		pattern += 2;
	return cb_name_is_host(pattern);
}

bool cb_name_matches(const char *pattern, const char *name)
{
	if (pattern[0] != '*')
		return strcmp(pattern, name) == 0;
	const char *suffix = pattern + 1; /* with its dot */
	size_t len = strlen(name), suffix_len = strlen(suffix);
	return len > suffix_len && strcmp(name + len - suffix_len, suffix) == 0;
}

bool cb_name_is_listed(const char *const *patterns, const char *name)
{
	for (; *patterns; patterns++)
		if (cb_name_matches(*patterns, name))
			return true;
	return false;
}
