/* The only writer: what changes anything, in this process or on the host, happens here. */
#ifndef CB_ACT_ACT_H
#define CB_ACT_ACT_H

#include "base/error.h"
#include "plan/bwrap.h"
#include "plan/plan.h"

/* First of all: stdin, stdout and stderr are open and none of them is a directory. */
int cb_streams_check(struct cb_error *err);

/* Asks on the controlling terminal, so that a piped stdin stays the agent's, until the answer is
 * one. 0: confirmed; 1: the answer was `?`. An empty line counts as what `by_default` says; the end
 * of the input as no. */
int cb_confirm(const char *question, bool by_default, struct cb_error *err);

/* Becomes another program, the launcher of another profile; returns only on failure. */
int cb_become(const char *program, char *const *argv, char *const *env, struct cb_error *err);

/* Becomes bwrap; returns only on failure. */
int cb_exec_bwrap(const struct cb_plan *plan, const struct cb_bwrap *bwrap, struct cb_error *err);

#endif
