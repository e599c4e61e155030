/* The texts of the files the launcher makes inside the sandbox. Pure. */
#ifndef CB_MADE_H
#define CB_MADE_H

#include "host/facts.h"
#include "vocab/policy.h"

#include <stdbool.h>

const char *cb_made_word(enum cb_made file);

/* There is something to put into it on this host. */
bool cb_made_is_there(enum cb_made file, const struct cb_policy *policy,
		      const struct cb_facts *facts);

/* Where the file of the zone that TZ names is put; NULL: TZ names none, or does not enter. */
const char *cb_made_zone(const struct cb_policy *policy, const struct cb_facts *facts);

/* Caller frees; NULL: no memory. */
char *cb_made_text(enum cb_made file, const struct cb_policy *policy, const struct cb_facts *facts,
		   size_t *ret_size);

#endif
