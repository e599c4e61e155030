/* The commands, each from flags to the last line. What they return is the exit code, or -1 with an
 * error. */
#ifndef CB_COMMANDS_COMMANDS_H
#define CB_COMMANDS_COMMANDS_H

#include "base/error.h"
#include "cli/opts.h"
#include "host/facts.h"

typedef int cb_command(const struct cb_opts *opts, char *const *env, struct cb_error *err);

/* What a launch with these options would read of the host: the project is chosen on the way. */
int cb_read_facts(const struct cb_policy *policy, const struct cb_opts *opts, char *const *env,
		  struct cb_facts *ret, struct cb_error *err);

/* Runs the one that the flags name: a launch, where they name none. */
cb_command cb_command_run;

cb_command cb_launch;           /* becomes bwrap; returns only on failure */
cb_command cb_command_check;    /* --check: 1 where something is wrong */
cb_command cb_command_dry_run;  /* --dry-run */
cb_command cb_command_gc;       /* --gc */
cb_command cb_command_profiles; /* --profiles */
cb_command cb_command_prove;    /* --prove: 1 where something was reached */
cb_command cb_command_why;      /* --why: 0 it is visible inside, 1 it is not */

/* --profile: becomes the launcher of another one. */
int cb_command_profile(const struct cb_opts *opts, char *const *env, const char *wanted,
		       struct cb_error *err);

#endif
