/* A policy and a host for unit tests of the pure half: small, complete, and nowhere on disk. */
#ifndef HOST_H
#define HOST_H

#include "host/facts.h"
#include "plan/plan.h"
#include "vocab/policy.h"

extern const struct cb_policy unit_policy; /* full network, eight rows, two of them optional */

/* A user `ada` in /home/ada/src/app. The caller may change what it tests. */
struct cb_facts unit_facts(void);

/* The facts of a directory without git. */
void unit_no_git(struct cb_facts *facts, const char *cwd);

/* A plan of facts that were changed: the project is chosen anew. */
int unit_plan(const struct cb_policy *policy, struct cb_facts *facts, const struct cb_opts *opts,
	      struct cb_plan *ret, struct cb_error *err);

/* Replaces an owned string of the facts. */
void unit_set(char **field, const char *value);

/* The unit policy with the login's row in the place of all others. */
struct cb_policy unit_policy_with_login(void);

#endif
