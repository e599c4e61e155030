/* The rule of --gc. A project counts as gone only when the nearest directory above it that exists
 * can be listed, holds something, and lies on a file system that is not just absent today. */
#include "commands/gc/gc.h"

#include "base/path.h"
#include "plan/instance.h"

#include <errno.h>
#include <stdlib.h>
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

/* Undoes fstab's \040 and the like, in place. */
static void unescape(char *text)
{
	char *to = text;
	for (const char *p = text; *p; to++) {
		bool escape = p[0] == '\\' && strspn(p + 1, "01234567") >= 3;
		unsigned char byte = (unsigned char)*p;
		if (escape)
			byte = (unsigned char)((p[1] - '0') * 64 + (p[2] - '0') * 8 + (p[3] - '0'));
		memcpy(to, &byte, 1);
		p += escape ? 4 : 1;
	}
	*to = '\0';
}

void cb_gc_places(const char *fstab, struct cb_strv *places)
{
	while (*fstab) {
		const char *p = fstab + strspn(fstab, " \t");
		fstab += strcspn(fstab, "\n");
		fstab += *fstab == '\n';
		size_t first = strcspn(p, " \t\n");
		const char *second = p + first + strspn(p + first, " \t");
		if (*p == '#' || *second != '/')
			continue;
		char *place = strndup(second, strcspn(second, " \t\n"));
		if (place)
			unescape(place);
		cb_strv_take(places, place);
	}
}

/* 16 hexadecimal digits, as state.c makes them. */
static bool is_name(const char *name)
{
	return strlen(name) == 16 && strspn(name, "0123456789abcdef") == 16;
}

/* The name is the hash of the root: a project-root that was changed or copied does not fit. */
static bool fits(const struct cb_instance *i)
{
	char *name = cb_path_is_normal(i->root) ? cb_state_name(CB_STATE_PROJECT, i->root) : NULL;
	bool same = name && strcmp(strchr(name, '/') + 1, i->name) == 0;
	free(name);
	return same;
}

static bool is_within_any(const char *path, char *const *places)
{
	for (; places && *places; places++)
		if (cb_path_is_within(path, *places))
			return true;
	return false;
}

static bool is_known(const struct cb_gc *gc, dev_t dev)
{
	for (size_t i = 0; i < gc->known_count; i++)
		if (gc->known[i] == dev)
			return true;
	return false;
}

/* The root is not there: does that mean it is gone? */
static enum cb_gc_reason decide_missing(const struct cb_gc *gc, const struct cb_instance *i)
{
	/* Where disks come and go with their mount points. */
	static char *const removable[] = { (char *)"/mnt", (char *)"/media", (char *)"/run",
					   (char *)"/net", NULL };

	if (i->is_dangling)
		return CB_GC_DANGLING;
	if (is_within_any(i->root, removable))
		return CB_GC_REMOVABLE;
	if (is_within_any(i->root, gc->unmounted.items))
		return CB_GC_UNMOUNTED;
	if (i->above <= 1)
		return CB_GC_FAR;
	/* Often a file system of its own that no fstab names; nothing in it is meant to stay. */
	if (cb_path_is_within(i->root, "/tmp"))
		return CB_GC_MISSING;
	if (!is_known(gc, i->above_dev))
		return CB_GC_ELSEWHERE;
	return i->above_empty ? CB_GC_EMPTY : CB_GC_MISSING;
}

enum cb_gc_reason cb_gc_decide(const struct cb_gc *gc, const struct cb_instance *i)
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
	enum cb_gc_reason reason = decide_missing(gc, i);
	return reason == CB_GC_MISSING && i->is_held ? CB_GC_RUNNING : reason;
}
