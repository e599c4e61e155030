#include "host/walk.h"

#include "base/memory.h"
#include "base/path.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

/* As many links as the kernel follows. */
#define LINKS_MAX 40

char *cb_walk(const char *path, cb_step *step, void *context, bool *ret_whole)
{
	char *done = cb_strdup(""), target[PATH_MAX];
	size_t links = 0;
	*ret_whole = true;
	for (const char *rest = path + strspn(path, "/"); *ret_whole && *rest;
	     rest += strspn(rest, "/")) {
		size_t len = strcspn(rest, "/");
		const char *name = rest;
		rest += len;
		if (len == 1 && *name == '.')
			continue;
		bool up = len == 2 && strncmp(name, "..", 2) == 0;
		const char *slash = strrchr(done, '/');
		char *next = up ? cb_strndup(done, slash ? (size_t)(slash - done) : 0)
				: cb_format("%s/%.*s", done, (int)len, name);
		enum cb_step found = step(context, *next ? next : "/", target);
		if (found == CB_STEP_LINK) {
			*ret_whole = ++links <= LINKS_MAX;
			rest = cb_format("%s/%s", target, rest);
			done = *target == '/' ? cb_strdup("") : done;
			continue;
		}
		done = next;
		*ret_whole = found == CB_STEP_ON;
	}
	return *done ? done : cb_strdup("/");
}

struct trace {
	const char *dir;
	bool links;
};

static enum cb_step trace(void *context, const char *path, char *target)
{
	const struct trace *t = context;
	bool inside = t->dir && cb_path_is_within(path, t->dir);
	ssize_t len = readlink(path, target, PATH_MAX - 1);
	if (inside && (!t->links || len >= 0))
		return CB_STEP_END;
	target[len < 0 ? 0 : len] = '\0';
	return len < 0 ? CB_STEP_ON : CB_STEP_LINK;
}

char *cb_trace_path(const char *path, const char *dir, bool links)
{
	struct trace context = { dir, links };
	bool whole;
	char *end = path[0] == '/' ? cb_walk(path, trace, &context, &whole) : NULL;
	return end && whole ? end : NULL;
}
