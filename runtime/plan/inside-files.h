/* The contents of the files that are generated inside. */
#ifndef CB_PLAN_INSIDE_FILES_H
#define CB_PLAN_INSIDE_FILES_H

#include "host/facts.h"
#include "vocab/policy.h"

#include <stddef.h>

/* The path inside of the time zone file that TZ names; NULL: TZ names none, or does not enter. */
const char *cb_inside_zone(const struct cb_policy *policy, const struct cb_facts *facts);

/* The contents of a generated file; NULL: there is nothing to put into it on this host. */
char *cb_inside_text(enum cb_inside_file file, const struct cb_policy *policy,
		     const struct cb_facts *facts, size_t *ret_size);

#endif
