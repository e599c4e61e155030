/* Follows a path link by link: the kernel would say where it leads, but not by what way. */
#include "host/trace-path.h"

#include "base/path.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINKS_LIMIT 40

/* Puts `more`, "/" and what is left of `rest` in place of `rest`. */
static bool prepend(char rest[PATH_MAX], const char *more, size_t len)
{
	size_t left = strlen(rest);
	if (len + 1 + left >= PATH_MAX)
		return false;
	memmove(rest + len + 1, rest, left + 1);
	memcpy(rest, more, len);
	rest[len] = '/';
	return true;
}

/* Takes the next component off `rest` and puts it behind `done`; false: there is no room. */
static bool step(char done[PATH_MAX], char rest[PATH_MAX])
{
	size_t skip = strspn(rest, "/"), len = strcspn(rest + skip, "/"), at = strlen(done);
	const char *part = rest + skip;
	if (len == 2 && strncmp(part, "..", 2) == 0)
		done[strrchr(done, '/') ? (size_t)(strrchr(done, '/') - done) : 0] = '\0';
	else if (len > 0 && !(len == 1 && *part == '.')) {
		if (at + 1 + len >= PATH_MAX)
			return false;
		done[at] = '/';
		memcpy(done + at + 1, part, len);
		done[at + 1 + len] = '\0';
	}
	memmove(rest, part + len, strlen(part + len) + 1);
	return true;
}

char *cb_trace_path(const char *path, const char *dir, bool links)
{
	char done[PATH_MAX] = "", rest[PATH_MAX], link[PATH_MAX];
	if (strlen(path) >= sizeof rest || path[0] != '/')
		return NULL;
	memcpy(rest, path, strlen(path) + 1);
	for (size_t followed = 0; rest[strspn(rest, "/")];) {
		if (!step(done, rest))
			return NULL;
		bool inside = dir && cb_path_is_within(done, dir);
		ssize_t len = *done ? readlink(done, link, sizeof link) : -1;
		if (inside && (!links || len >= 0))
			return NULL;
		if (len < 0)
			continue;
		if (++followed > LINKS_LIMIT || !prepend(rest, link, (size_t)len))
			return NULL;
		*(len > 0 && link[0] == '/' ? done : strrchr(done, '/')) = '\0';
	}
	return strdup(*done ? done : "/");
}
