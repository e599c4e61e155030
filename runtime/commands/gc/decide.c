/* The rule of --gc. A project counts as gone only when the nearest directory above it that exists
 * can be listed, holds something, and lies on the file system that the project was on when it was
 * last launched: where that is not mounted, its absence says nothing. Pure. */
#include "commands/gc/gc.h"

#include "base/path.h"
#include "plan/instance.h"

#include <errno.h>
#include <string.h>

static const struct {
	enum cb_gc_verdict verdict;
	const char *words;
} reasons[] = {
#define X(NAME, verdict, words) { CB_GC_##verdict, words },
#include "commands/gc/reasons.def"
#undef X
};

enum cb_gc_verdict cb_gc_verdict(enum cb_gc_reason reason)
{
	return reasons[reason].verdict;
}

const char *cb_gc_words(enum cb_gc_reason reason)
{
	return reasons[reason].words;
}

size_t cb_gc_count(const struct cb_gc *gc, enum cb_gc_verdict verdict)
{
	size_t count = 0;
	for (size_t i = 0; i < gc->len; i++)
		count += cb_gc_verdict(gc->items[i].reason) == verdict;
	return count;
}

/* 16 hexadecimal digits, as cb_state_name() makes them. */
static bool is_name(const char *name)
{
	return strlen(name) == 16 && strspn(name, "0123456789abcdef") == 16;
}

/* The name is the hash of the root: a project-root that was changed or copied does not fit. */
static bool fits(const struct cb_instance *i)
{
	return cb_path_is_normal(i->root) &&
	       strcmp(strchr(cb_state_name(CB_STATE_PROJECT, i->root), '/') + 1, i->name) == 0;
}

/* Where disks come and go with their mount points. */
static bool is_removable(const char *path)
{
	static const char *const places[] = { "/mnt", "/media", "/run", "/net" };
	for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
		if (cb_path_is_within(path, places[i]))
			return true;
	return false;
}

/* Both names are of file systems of one machine; see cb_filesystem_name(). */
static bool is_same_host(const char *a, const char *b)
{
	const char *host_a = strchr(a, ' '), *host_b = strchr(b, ' ');
	return host_a && host_b ? strcmp(host_a, host_b) == 0 : strcmp(a, b) == 0;
}

/* The root is not there: does that mean it is gone? */
static enum cb_gc_reason decide_missing(const struct cb_instance *i)
{
	if (i->is_dangling)
		return CB_GC_DANGLING;
	if (is_removable(i->root))
		return CB_GC_REMOVABLE;
	if (i->above <= 1)
		return CB_GC_FAR;
	if (!i->filesystem || !*i->filesystem)
		return CB_GC_NO_FILESYSTEM;
	/* Nothing in it is meant to stay, and after a restart it is another file system. */
	if (cb_path_is_within(i->root, "/tmp") && is_same_host(i->filesystem, i->above_filesystem))
		return CB_GC_MISSING;
	if (strcmp(i->filesystem, i->above_filesystem) != 0)
		return CB_GC_ELSEWHERE;
	return i->above_empty ? CB_GC_EMPTY : CB_GC_MISSING;
}

enum cb_gc_reason cb_gc_decide(const struct cb_instance *i)
{
	size_t prefix = strlen(CB_GC_PREFIX);
	bool rest = strncmp(i->name, CB_GC_PREFIX, prefix) == 0;
	if (!is_name(i->name + (rest ? prefix : 0)))
		return CB_GC_NAME;
	if (!i->is_own)
		return CB_GC_FOREIGN;
	if (rest)
		return i->is_held ? CB_GC_RUNNING : CB_GC_REST;
	if (!i->root)
		return CB_GC_NO_ROOT;
	if (!fits(i))
		return CB_GC_WRONG_ROOT;
	if (i->root_error == 0)
		return CB_GC_THERE;
	if (i->root_error != ENOENT)
		return CB_GC_UNREADABLE;
	enum cb_gc_reason reason = decide_missing(i);
	return reason == CB_GC_MISSING && i->is_held ? CB_GC_RUNNING : reason;
}
