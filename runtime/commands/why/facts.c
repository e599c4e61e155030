/* Follows a path inside, component by component: every link is followed to where a process in the
 * sandbox would end up, which is not where the host's own lookup does. */
#include "commands/why/why.h"

#include "host/read.h"
#include "host/walk.h"

#include <string.h>
#include <sys/stat.h>

char *cb_why_absolute(const struct cb_facts *facts, const char *word)
{
	if (word[0] == '~' && (word[1] == '/' || word[1] == '\0'))
		return cb_format("%s%s", facts->home, word + 1);
	return word[0] == '/' ? cb_strdup(word) : cb_format("%s/%s", facts->cwd, word);
}

bool cb_why_is_file(const char *word)
{
	struct stat st;
	return lstat(word, &st) == 0;
}

static bool is_device(const char *name)
{
	static const char *const names[] = {
#define X(name, kind, target) name,
#include "vocab/dev-files.def"
#undef X
	};
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

/* Whether `path` is there inside; *ret_target is what it leads to, where it is a link. */
static bool is_there(const struct cb_mount_match *match, const char *path, char **ret_target)
{
	const struct cb_op *op = match->op;
	*ret_target = NULL;
	if (match->is_ancestor)
		return true;
	if (!op)
		return false;
	if (match->is_mount_point) {
		*ret_target = op->kind == CB_KIND_LINK ? op->from : NULL;
		return true; /* though what a launch makes first may not be there yet */
	}
	switch (op->kind) {
	case CB_KIND_RO:
	case CB_KIND_RW:
		*ret_target = cb_read_link(match->source);
		return cb_why_is_file(match->source);
	case CB_KIND_DEV:
		return is_device(path + strlen(op->to) + 1);
	case CB_KIND_PROC:
		/* The kernel's files are the same in every /proc; the processes are not. */
		return path[strlen(op->to) + 1] > '9' && cb_why_is_file(path);
	default:
		return false;
	}
}

struct walk {
	const struct cb_plan *plan;
	struct cb_resolution r;
};

static bool step(void *context, const char *path, char **ret_target)
{
	struct walk *w = context;
	w->r.match = cb_why_match(w->plan, path);
	if (!is_there(&w->r.match, path, ret_target))
		return false;
	if (*ret_target)
		cb_strv_take(&w->r.links, cb_format("%s -> %s", path, *ret_target));
	return true;
}

struct cb_resolution cb_why_resolve(const struct cb_plan *plan, const char *path)
{
	struct walk w = { plan, { .match = cb_why_match(plan, "/"), .host = cb_real_path(path) } };
	w.r.path = cb_walk(path, step, &w, &w.r.visible);
	return w.r;
}
