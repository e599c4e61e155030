/* Finds the launchers of other profiles: where this one was called from and where it really lies,
 * among the user's own (~/.claudebox/profiles), on PATH. Part of facts: looks, runs nothing. */
#ifndef CB_COMMANDS_PROFILES_FACTS_H
#define CB_COMMANDS_PROFILES_FACTS_H

#include "base/error.h"
#include "commands/profiles/names.h"
#include "host/facts.h"

/* All there are, or only the one called `wanted`. `called` is the path this program was called by;
 * of the facts the user is read. Nothing is taken that the project could have put there. */
int cb_profiles_read(const struct cb_facts *facts, const char *called, const char *wanted,
		     struct cb_profiles *ret, struct cb_error *err);

#endif
