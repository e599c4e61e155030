/* A machine for the unit tests of --check, and the question asked of it. */
#ifndef CHECKUP_H
#define CHECKUP_H

#include "commands/check/check.h"

#define UNIT_STORE "/nix/store/00000000000000000000000000000000-"

/* Where nothing is wrong. The caller may change what it tests; clear as usual. */
struct cb_checkup unit_checkup(void);
struct cb_policy unit_policy_of(enum cb_tier tier);

/* NULL: there is no such row. */
const struct cb_check_row *unit_row(const struct cb_check *check, const char *what);

/* The row `what` is `health` and holds `found` and `hint`, no other is worse; clears `up`. */
void unit_expect(const struct cb_policy *policy, struct cb_checkup *up, const char *what,
		 enum cb_health health, const char *found, const char *hint);

/* The row of a machine, or of one for a tier, where only `change` of `up` is different. */
#define WITH_TIER(tier, change, ...)                                                               \
	do {                                                                                       \
		struct cb_checkup up = unit_checkup();                                             \
		const struct cb_policy policy = unit_policy_of(tier);                              \
		change;                                                                            \
		unit_expect(&policy, &up, __VA_ARGS__);                                            \
	} while (0)
#define WITH(change, ...) WITH_TIER(CB_TIER_FULL, change, __VA_ARGS__)

#endif
