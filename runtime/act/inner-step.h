/* The inner step: the launcher itself, run inside the sandbox between bwrap and the agent. It gives
 * the agent what bwrap could not: default terminal signals, resource limits and a Landlock layer.
 */
#ifndef CB_ACT_INNER_STEP_H
#define CB_ACT_INNER_STEP_H

#include "base/error.h"
#include "vocab/policy.h"

#include <stdbool.h>

/* This process is the launcher at its place inside the sandbox. */
bool cb_inner_step_is_here(void);

/* The probes that --prove runs in place of the agent; returns the exit code. */
typedef int cb_probes(const struct cb_policy *policy, char *const *env);

/* argv: the inner step, the signals to leave ignored ("-", "i", "q" or "iq"), the program and its
 * arguments. Takes CB_INNER_STEP_SOCKETS out of `env`. Becomes the program; returns only on
 * failure, or with the exit code of the probes. */
int cb_inner_step_run(const struct cb_policy *policy, cb_probes *probes, char *const *argv,
		      char **env, struct cb_error *err);

#endif
