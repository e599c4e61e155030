/* The inner step: the launcher again, inside the sandbox, between bwrap and the agent. */
#ifndef CB_ACT_INNER_STEP_H
#define CB_ACT_INNER_STEP_H

#include "base/error.h"
#include "vocab/policy.h"

#include <stdbool.h>

/* This process is the launcher at its fixed place inside. */
bool cb_inner_step_is_here(void);

/* What --prove runs in the agent's place; returns the exit code. */
typedef int cb_probes(const struct cb_policy *policy, char *const *env);

/* argv: the step, the signals to leave ignored, the program and its arguments; `env` also has
 * CB_INNER_STEP_SOCKETS, which is taken out. Becomes the program; returns only on failure, or the
 * exit code of the probes, which need no other program. */
int cb_inner_step_run(const struct cb_policy *policy, cb_probes *probes, char *const *argv,
		      char **env, struct cb_error *err);

#endif
