/* Follows a path inside, component by component: every link is followed to where a process in the
 * sandbox would end up, which is not where the host's own lookup does. */
#include "commands/why/why.h"

#include "host/read.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* As the kernel has it. */
enum { LINKS_MAX = 40 };

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

/* bwrap's own /dev. */
static bool is_device(const char *name)
{
	static const char *const names[] = { "null",  "zero", "full",   "random", "urandom",
					     "tty",   "pts",  "ptmx",   "shm",    "fd",
					     "stdin", "core", "stdout", "stderr" };
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

/* The target of a link on the host; NULL: it is none, or not there. */
static char *read_link(const char *path)
{
	char target[PATH_MAX];
	ssize_t len = readlink(path, target, sizeof target - 1);
	return len < 0 ? NULL : cb_strndup(target, (size_t)len);
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
		*ret_target = read_link(match->source);
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

/* The component of `len` bytes in `dir`; ".." leads up. */
static char *enter(const char *dir, const char *name, size_t len)
{
	if (len == 0 || (len == 1 && name[0] == '.'))
		return cb_strdup(dir);
	if (len == 2 && strncmp(name, "..", 2) == 0) {
		size_t up = (size_t)(strrchr(dir, '/') - dir);
		return cb_strndup(dir, up ? up : 1);
	}
	return cb_format("%s/%.*s", strcmp(dir, "/") == 0 ? "" : dir, (int)len, name);
}

struct cb_resolution cb_why_resolve(const struct cb_plan *plan, const char *path)
{
	struct cb_resolution r = { .visible = true,
				   .path = "/",
				   .match = cb_why_match(plan, "/"),
				   .host = cb_real_path(path) };
	for (const char *rest = path; r.visible && *rest;) {
		size_t len = strcspn(rest, "/");
		char *target, *next = enter(r.path, rest, len);
		rest += len + (rest[len] == '/');
		r.match = cb_why_match(plan, next);
		r.visible = is_there(&r.match, next, &target);
		if (!target) {
			r.path = next;
			continue;
		}
		cb_strv_take(&r.links, cb_format("%s -> %s", next, target));
		rest = cb_format("%s/%s", target, rest);
		r.path = target[0] == '/' ? "/" : r.path;
		r.visible = r.links.len < LINKS_MAX;
	}
	return r;
}
