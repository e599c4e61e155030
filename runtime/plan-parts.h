/* The parts a plan is made of, one file each; for plan*.c only. Pure. */
#ifndef CB_PLAN_PARTS_H
#define CB_PLAN_PARTS_H

#include "plan.h"

struct cb_maker {
	const struct cb_policy *policy;
	const struct cb_facts *facts;
	const struct cb_opts *opts;
	struct cb_plan *plan;
	struct cb_error *err;
};

/* A path of the policy at launch: inside for the anchors that are inside, on the host for the
 * others. Caller frees; NULL: no memory. */
char *cb_plan_expand(const struct cb_maker *m, struct cb_path path);

int cb_plan_project(struct cb_maker *m); /* which directory, and its state */
int cb_plan_mounts(struct cb_maker *m);
int cb_plan_env(struct cb_maker *m);
int cb_plan_command(struct cb_maker *m);

#endif
