/* Paths as text. Comparisons are by component, so /home/u2 is not below /home/u. */
#include "base/path.h"

#include "base/memory.h"

#include <string.h>

bool cb_path_is_normal(const char *path)
{
	if (path[0] != '/')
		return false;
	if (path[1] == '\0')
		return true;
	for (const char *p = path; *p;) {
		size_t len = strcspn(p + 1, "/");
		const char *part = p + 1;
		if (len == 0 || (len == 1 && part[0] == '.') ||
		    (len == 2 && part[0] == '.' && part[1] == '.'))
			return false;
		p = part + len;
	}
	return true;
}

void cb_path_make_normal(char *path)
{
	char *out = path;
	for (const char *p = path; *p;) {
		while (*p == '/')
			p++;
		size_t len = strcspn(p, "/");
		if (len == 2 && p[0] == '.' && p[1] == '.') {
			while (out > path && *--out != '/')
				;
		} else if (len > 0 && !(len == 1 && p[0] == '.')) {
			*out++ = '/';
			memmove(out, p, len);
			out += len;
		}
		p += len;
	}
	*out = '\0';
}

bool cb_path_is_within(const char *path, const char *dir)
{
	if (strcmp(dir, "/") == 0)
		return true;
	/* Not by their lengths: most differ early, and this is asked thousands of times. */
	for (; *dir && *path == *dir; path++)
		dir++;
	return !*dir && (*path == '\0' || *path == '/');
}

bool cb_path_overlaps(const char *a, const char *b)
{
	return cb_path_is_within(a, b) || cb_path_is_within(b, a);
}

char *cb_path_join(const char *base, const char *rest)
{
	if (rest[0] == '/')
		return cb_strdup(rest);
	if (rest[0] == '\0')
		return cb_strdup(base);
	return cb_format("%s/%s", strcmp(base, "/") == 0 ? "" : base, rest);
}
