/* The stage: a mount namespace of our own in which the part of the plan that bwrap cannot do well
 * is put together before bwrap starts: the store of a closure, and what lies in the project. */
#ifndef CB_ACT_STAGE_H
#define CB_ACT_STAGE_H

#include "error.h"
#include "plan.h"

/* 1: this process is in the new namespace, with everything at plan->stage. 0: this host does not
 * let us, and bwrap must do it all by path. -1: something in the project is not what it was. */
int cb_act_stage(const struct cb_plan *plan, struct cb_error *err);

#endif
