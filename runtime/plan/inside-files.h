/* The texts of the files that are generated inside the sandbox. */
#ifndef CB_PLAN_INSIDE_FILES_H
#define CB_PLAN_INSIDE_FILES_H

#include "host/facts.h"
#include "vocab/policy.h"

#include <stddef.h>

/* Where the file of the zone that TZ names is put; NULL: TZ names none, or does not enter. */
const char *cb_inside_zone(const struct cb_policy *policy, const struct cb_facts *facts);

/* What such a file says; NULL: this host has nothing to put into it. */
char *cb_inside_text(enum cb_inside_file file, const struct cb_policy *policy,
		     const struct cb_facts *facts, size_t *ret_size);

#endif
