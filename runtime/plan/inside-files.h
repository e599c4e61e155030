/* The texts of the files that are generated inside the sandbox. */
#ifndef CB_PLAN_INSIDE_FILES_H
#define CB_PLAN_INSIDE_FILES_H

#include "host/facts.h"
#include "vocab/policy.h"

#include <stdbool.h>

/* There is something to put into it on this host. */
bool cb_inside_has_text(enum cb_inside_file file, const struct cb_policy *policy,
			const struct cb_facts *facts);

/* Where the file of the zone that TZ names is put; NULL: TZ names none, or does not enter. */
const char *cb_inside_zone(const struct cb_policy *policy, const struct cb_facts *facts);

/* Of a file that has one. */
char *cb_inside_text(enum cb_inside_file file, const struct cb_policy *policy,
		     const struct cb_facts *facts, size_t *ret_size);

#endif
