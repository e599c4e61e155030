/* Follows a path inside, component by component: every link is followed where a process in the
 * sandbox would end up, which is not where the host's own lookup does. */
#include "commands/why/facts.h"

#include "base/path.h"
#include "host/read.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* As the kernel has it. */
enum { LINKS_MAX = 40 };

char *cb_why_absolute(const struct cb_facts *facts, const char *word)
{
	if (word[0] == '~' && (word[1] == '/' || word[1] == '\0'))
		return cb_concat(facts->home, word + 1, NULL);
	return word[0] == '/' ? strdup(word) : cb_concat(facts->cwd, "/", word, NULL);
}

bool cb_why_is_file(const char *word)
{
	struct stat st;
	return lstat(word, &st) == 0;
}

enum found { ABSENT, THERE, LINK };

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

/* Behind a bind; `target` has room for a path. */
static enum found look_behind(const char *source, char *target)
{
	struct stat st;
	if (lstat(source, &st) < 0)
		return ABSENT;
	if (!S_ISLNK(st.st_mode))
		return THERE;
	ssize_t len = readlink(source, target, PATH_MAX - 1);
	if (len < 0)
		return ABSENT;
	target[len] = '\0';
	return LINK;
}

static enum found look(const struct cb_place *place, const char *path, char *target)
{
	const struct cb_op *op = place->op;
	if (place->is_way)
		return THERE;
	if (!op)
		return ABSENT;
	if (op->kind == CB_KIND_LINK && place->is_row) {
		strncpy(target, op->from, PATH_MAX - 1);
		return LINK;
	}
	/* What a launch makes first may not be there yet. */
	if (place->is_row)
		return THERE;
	switch (op->kind) {
	case CB_KIND_RO:
	case CB_KIND_RW:
		return look_behind(place->source, target);
	case CB_KIND_DEV:
		return is_device(path + strlen(op->to) + 1) ? THERE : ABSENT;
	case CB_KIND_PROC:
		/* The kernel's files are the same in every /proc; the processes are not. */
		return path[strlen(op->to) + 1] > '9' && cb_why_is_file(path) ? THERE : ABSENT;
	default:
		return ABSENT;
	}
}

/* `dir` and the first `len` bytes of `name`; ".." leads up. */
static char *step(const char *dir, const char *name, size_t len)
{
	if (len == 0 || (len == 1 && name[0] == '.'))
		return strdup(dir);
	if (len == 2 && strncmp(name, "..", 2) == 0) {
		size_t up = (size_t)(strrchr(dir, '/') - dir);
		return strndup(dir, up ? up : 1);
	}
	char *copy = strndup(name, len);
	char *path = copy ? cb_concat(strcmp(dir, "/") == 0 ? "" : dir, "/", copy, NULL) : NULL;
	free(copy);
	return path;
}

/* What is left to be followed behind a link: its target, then the rest. */
static char *beyond(struct cb_sight *s, const char *link, const char *target, const char *rest)
{
	cb_strv_take(&s->links, cb_concat(link, " -> ", target, NULL));
	return cb_concat(target, "/", rest, NULL);
}

static int follow(const struct cb_plan *plan, struct cb_sight *s, char **rest, struct cb_error *err)
{
	char target[PATH_MAX] = "";
	size_t at = 0;
	s->visible = true;
	while (s->visible && (*rest)[at]) {
		const char *name = *rest + at;
		size_t len = strcspn(name, "/");
		at += len + (name[len] == '/');
		char *next = step(s->path, name, len);
		free(s->place.source);
		s->place = (struct cb_place) { 0 };
		if (!next || cb_why_place(plan, next, &s->place, err) < 0) {
			free(next);
			return cb_fail_memory(err);
		}
		enum found found = look(&s->place, next, target);
		if (found != LINK) {
			free(s->path);
			s->path = next;
			s->visible = found == THERE;
			continue;
		}
		char *longer = beyond(s, next, target, *rest + at);
		free(next);
		if (!longer)
			return cb_fail_memory(err);
		free(*rest);
		*rest = longer;
		if (s->links.failed)
			return cb_fail_memory(err);
		at = 0;
		if (target[0] == '/')
			s->path[1] = '\0'; /* the root */
		s->visible = s->links.len < LINKS_MAX;
	}
	return 0;
}

int cb_sight_read(const struct cb_plan *plan, const char *path, struct cb_sight *ret,
		  struct cb_error *err)
{
	struct cb_sight s = { .path = strdup("/"), .host = cb_real_path(path) };
	char *rest = strdup(path);
	int result = -1;
	if (!s.path || !rest)
		cb_fail_memory(err);
	else if (cb_why_place(plan, "/", &s.place, err) == 0)
		result = follow(plan, &s, &rest, err);
	free(rest);
	if (result < 0)
		cb_sight_clear(&s);
	else
		*ret = s;
	return result;
}

void cb_sight_clear(struct cb_sight *s)
{
	free(s->path);
	free(s->place.source);
	free(s->host);
	cb_strv_clear(&s->links);
	*s = (struct cb_sight) { 0 };
}
