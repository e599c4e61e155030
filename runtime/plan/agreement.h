/* What the user agrees to at the question: what enters, a line each, by name and never by value.
 * The record of it lies in the state, out of the agent's reach; a launch of the same plan need not
 * ask again (ASK-01). Pure. */
#ifndef CB_PLAN_AGREEMENT_H
#define CB_PLAN_AGREEMENT_H

#include "base/strv.h"
#include "host/facts.h"

struct cb_plan;

struct cb_agreement {
	struct cb_strv lines;
	bool known; /* the user has agreed to a plan of this project and profile, once for all */
	struct cb_strv added, removed; /* since then */
};

/* Where the record lies, relative to ~/.claudebox: each work tree has its own. */
char *cb_agreement_path(const char *project, const char *profile);

/* The lines of a finished plan, compared with the record. One that cannot be read is not known. */
struct cb_agreement cb_agreement_make(const struct cb_plan *plan, const struct cb_contents *record);

/* The same plan as agreed to. That something is no longer told is no change. */
bool cb_agreement_holds(const struct cb_agreement *agreement);

#endif
