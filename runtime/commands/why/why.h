/* --why: whether a path or a variable is visible inside, and which mount or origin decides it.
 * Asked of the plan of a launch. */
#ifndef CB_COMMANDS_WHY_WHY_H
#define CB_COMMANDS_WHY_WHY_H

#include "base/strv.h"
#include "plan/plan.h"
#include "show/show.h"

/* What the mounts of a plan say of a normal path inside, before anything is looked at. */
struct cb_mount_match {
	const struct cb_op
	    *op;             /* the mount that decides: the last one at or above the path; NULL */
	bool is_mount_point; /* the path is where that is mounted */
	bool is_ancestor;    /* neither that nor in a bind: it leads to a later mount */
	char *source;        /* on the host, where the mount is a bind; else NULL */
};

/* Where a path leads inside. */
struct cb_resolution {
	bool visible;
	const char *path; /* links followed as far as they go */
	struct cb_mount_match match;
	struct cb_strv links; /* those followed, each `path -> target` */
	char *host; /* the real path of the same name on the host; NULL: nothing is there */
};

enum cb_entry {
	CB_ENTRY_ENTERS,
	CB_ENTRY_OF_BWRAP,  /* PWD */
	CB_ENTRY_NOT_SET,   /* named by the policy, but the host has none */
	CB_ENTRY_NOT_NAMED, /* the host has it, the policy does not name it */
	CB_ENTRY_UNKNOWN,   /* neither */
};

/* --- facts.c ----------------------------------------------------------------------------- */

/* The word as an absolute path: `~` is the home, anything else is relative to the current
 * directory. */
char *cb_why_absolute(const struct cb_facts *facts, const char *word);

/* Something of that name is there. */
bool cb_why_is_file(const char *word);

/* Follows an absolute path as a process inside would: mount by mount, and on the host behind a
 * bind. */
struct cb_resolution cb_why_resolve(const struct cb_plan *plan, const char *path);

/* --- decide.c: pure ---------------------------------------------------------------------- */

struct cb_mount_match cb_why_match(const struct cb_plan *plan, const char *path);

/* Where a path of the host is shown under another name; NULL: nowhere. */
char *cb_why_elsewhere(const struct cb_plan *plan, const char *path);

/* Why no mount may show a path of the host; NULL: one may. */
char *cb_why_refused(const struct cb_facts *facts, const char *path);

/* The agent may write what this mount shows. */
bool cb_why_is_writable(const struct cb_op *op);

/* The variable that a word of the command line means: `$NAME`, or a NAME that is no file; NULL: it
 * means a path. */
const char *cb_why_variable(const char *word, bool is_file);

/* *ret_var: the variable inside, where it enters. */
enum cb_entry cb_why_enters(const struct cb_plan *plan, char *const *env, const char *name,
			    const struct cb_var **ret_var);

/* --- show.c ------------------------------------------------------------------------------ */

/* `asked`: the path before links were followed. `refused`: why no mount may show it, or NULL. */
void cb_show_why_path(struct cb_screen screen, const struct cb_plan *plan, const char *asked,
		      const struct cb_resolution *resolution, const char *refused);
void cb_show_why_variable(struct cb_screen screen, const struct cb_plan *plan, const char *name,
			  enum cb_entry entry, const struct cb_var *var);

#endif
