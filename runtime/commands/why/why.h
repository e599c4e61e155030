/* --why: what a path is inside, by the rows of a plan. Pure; what lies behind a bind is looked at
 * by facts-why. */
#ifndef CB_COMMANDS_WHY_WHY_H
#define CB_COMMANDS_WHY_WHY_H

#include "base/error.h"
#include "plan/plan.h"

/* A normal path inside, before anything is looked at. */
struct cb_place {
	const struct cb_op *op; /* the row that decides: the last one at or above it; NULL: none */
	bool is_row;            /* it is that row's own destination */
	bool is_way;            /* neither that nor of a bind: it leads to a later row's */
	char *source;           /* on the host, where the row is a bind; else NULL */
};

int cb_why_place(const struct cb_plan *plan, const char *path, struct cb_place *ret,
		 struct cb_error *err);

/* Where a host path is shown under another name; NULL: nowhere. Caller frees. */
char *cb_why_elsewhere(const struct cb_plan *plan, const char *path);

/* The agent may write what this row shows. */
bool cb_why_is_writable(const struct cb_op *op);

/* A word of the command line that means a variable: `$NAME`; a bare NAME only if it can be none. */
const char *cb_why_variable(const char *word, bool is_file);

enum cb_entry {
	CB_ENTRY_ENTERS,
	CB_ENTRY_OF_BWRAP,  /* PWD */
	CB_ENTRY_NOT_SET,   /* named by the policy, but the host has none */
	CB_ENTRY_NOT_NAMED, /* the host has it, the policy does not name it */
	CB_ENTRY_UNKNOWN,   /* neither */
};

/* *ret_var: the variable inside, where it enters. */
enum cb_entry cb_why_enters(const struct cb_plan *plan, char *const *env, const char *name,
			    const struct cb_var **ret_var);

#endif
