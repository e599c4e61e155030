/* --gc: removes the state of projects that are gone. Only a proof of absence counts: anything else
 * is a reason to keep it. */
#ifndef CB_COMMANDS_GC_GC_H
#define CB_COMMANDS_GC_GC_H

#include "base/error.h"
#include "base/print.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* A directory that is being removed has this before its name: no launch looks there any more, and
 * the next --gc finishes what a killed one left. */
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
	char *filesystem; /* the root was on at the last launch; NULL: no record that can be read */
	bool is_own;      /* a directory of the user's, no link and no mount point */
	bool is_held;     /* locked by a sandbox that runs, or the lock cannot be asked */
	int root_error;   /* of looking at the root and listing what is above it; 0: it is there */
	bool is_dangling; /* a symbolic link stands where its path ends */
	size_t above;     /* length of the part of the root's path that exists */
	bool above_empty; /* that is a directory with nothing in it */
	char *above_filesystem; /* it is on; set where root_error is ENOENT */
	enum cb_gc_reason reason;
};

struct cb_gc {
	int dir; /* ~/.claudebox/projects, or -1 */
	uid_t uid;
	dev_t device; /* of the file system that is on */
	struct cb_instance *items;
	size_t len, cap;
};

/* --- facts.c ----------------------------------------------------------------------------- */

/* Every entry of ~/.claudebox/projects, each with its reason. No such directory: no entries. */
int cb_gc_read(const char *home, uid_t uid, struct cb_gc *ret, struct cb_error *err);

/* Looks at the root's path (again). */
void cb_gc_look(const struct cb_gc *gc, struct cb_instance *instance);

/* The descriptor of an instance's lock; -1: it has none (ENOENT), or nothing that is one. */
int cb_gc_open_lock(int instance);

/* --- decide.c: pure ---------------------------------------------------------------------- */

/* Why an instance is kept or not. */
enum cb_gc_reason cb_gc_decide(const struct cb_instance *instance);

enum cb_gc_verdict cb_gc_verdict(enum cb_gc_reason reason);
const char *cb_gc_words(enum cb_gc_reason reason);

/* How many instances have that verdict. */
size_t cb_gc_count(const struct cb_gc *gc, enum cb_gc_verdict verdict);

/* --- act.c ------------------------------------------------------------------------------- */

/* Takes the lock that lets one --gc run at a time. */
int cb_gc_begin(const struct cb_gc *gc, struct cb_error *err);

/* Removes one, if a second look, while nobody can start its sandbox, still finds it gone;
 * otherwise its reason changes. Can be killed at any point: the next --gc goes on. */
int cb_gc_remove(const struct cb_gc *gc, struct cb_instance *instance, struct cb_error *err);

/* --- show.c ------------------------------------------------------------------------------ */

/* What would be removed and what is kept, and how many of each. */
void cb_show_gc(struct cb_screen screen, const struct cb_gc *gc);
void cb_show_gc_instance(struct cb_screen screen, const struct cb_instance *instance);

#endif
