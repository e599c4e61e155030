/* Which state directories belong to projects that are gone. Pure: what was read of each goes in,
 * a reason comes out; facts-gc.c reads, act-gc.c removes. */
#ifndef CB_COMMANDS_GC_GC_H
#define CB_COMMANDS_GC_GC_H

#include "base/strv.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* A directory on its way out has this before its name: no launch looks there any more, and a
 * --gc that was killed is finished by the next. */
#define CB_GC_PREFIX ".gone-"

enum cb_gc_verdict { CB_GC_ALIVE, CB_GC_UNSURE, CB_GC_GONE, CB_GC_VERDICT_COUNT };

enum cb_gc_reason {
#define X(NAME, verdict, words) CB_GC_##NAME,
#include "commands/gc/reasons.def"
#undef X
};

/* One entry of ~/.claudebox/projects, as it was found. */
struct cb_instance {
	char *name;
	char *root;       /* what its project-root says; NULL: nothing that could be a path */
	bool is_own;      /* a directory of the user's, no link and no mount point */
	bool is_held;     /* locked by a sandbox that runs, or the lock cannot be asked */
	int root_error;   /* of looking at the root and listing what is above it; 0: it is there */
	bool is_dangling; /* a symbolic link stands where its path ends */
	size_t above;     /* length of the part of the root's path that exists */
	dev_t above_dev;  /* file system that part is on */
	bool above_empty; /* it is a directory with nothing in it */
	enum cb_gc_reason reason;
};

#define CB_GC_DEVICES 32

struct cb_gc {
	int dir; /* ~/.claudebox/projects, or -1 */
	uid_t uid;
	struct cb_instance *items;
	size_t len, cap;
	dev_t known[CB_GC_DEVICES]; /* file systems that are here to stay: absence on them counts */
	size_t known_count;
	struct cb_strv unmounted; /* places of fstab with nothing mounted there */
};

/* Why an instance is kept or not; anything but a proof of absence is a reason to keep it. */
enum cb_gc_reason cb_gc_decide(const struct cb_gc *gc, const struct cb_instance *instance);

/* Pushes the places where the text of an fstab mounts something. */
void cb_gc_places(const char *fstab, struct cb_strv *places);

enum cb_gc_verdict cb_gc_verdict(enum cb_gc_reason reason);
const char *cb_gc_words(enum cb_gc_reason reason);

#endif
