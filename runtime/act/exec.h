/* Becoming another program. */
#ifndef CB_ACT_EXEC_H
#define CB_ACT_EXEC_H

#include "base/error.h"
#include "plan/bwrap.h"
#include "plan/plan.h"

/* Begins an empty session keyring: the one of the caller may hold keys of the user (L4). */
int cb_leave_keyring(struct cb_error *err);

/* Becomes bwrap; returns only on failure. */
int cb_exec_bwrap(const struct cb_plan *plan, const struct cb_bwrap *bwrap, struct cb_error *err);

/* Becomes the launcher of another profile; returns only on failure. */
int cb_exec_launcher(const char *program, char *const *argv, char *const *env,
		     struct cb_error *err);

#endif
