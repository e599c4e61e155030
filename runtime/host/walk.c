/* Walks paths as text: only the step function looks at the host, so a path need not exist. */
#include "host/walk.h"

#include "base/memory.h"
#include "base/path.h"
#include "host/read.h"

#include <string.h>

/* As many links as the kernel follows. */
#define LINKS_MAX 40

char *cb_walk(const char *path, cb_step *step, void *context, bool *ret_whole)
{
	char *done = cb_strdup("");
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
		char *target = NULL,
		     *next = up ? cb_strndup(done, slash ? (size_t)(slash - done) : 0)
				: cb_format("%s/%.*s", done, (int)len, name);
		*ret_whole = step(context, *next ? next : "/", &target);
		if (!*ret_whole || !target) {
			done = next;
			continue;
		}
		*ret_whole = ++links <= LINKS_MAX;
		rest = cb_format("%s/%s", target, rest);
		done = *target == '/' ? cb_strdup("") : done;
	}
	return *done ? done : cb_strdup("/");
}

struct trace {
	const char *dir;
	bool links;
};

static bool trace_step(void *context, const char *path, char **ret_target)
{
	const struct trace *t = context;
	*ret_target = cb_read_link(path);
	return !t->dir || !cb_path_is_within(path, t->dir) || (t->links && !*ret_target);
}

char *cb_trace_path(const char *path, const char *dir, bool links)
{
	struct trace context = { dir, links };
	bool whole;
	char *end = path[0] == '/' ? cb_walk(path, trace_step, &context, &whole) : NULL;
	return end && whole ? end : NULL;
}
