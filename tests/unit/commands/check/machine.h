/* A machine for the unit tests of --check, and the question asked of it. */
#ifndef CHECKUP_H
#define CHECKUP_H

#include "commands/check/check.h"

#define UNIT_STORE "/nix/store/00000000000000000000000000000000-"

/* Where nothing is wrong. The caller may change what it tests. */
struct cb_check_facts unit_check_facts(void);
struct cb_policy unit_policy_of(enum cb_tier tier);

/* NULL: there is no such row. */
const struct cb_check_row *unit_row(const struct cb_check_report *report, const char *what);

/* The row `what` is `health` and holds `found` and `hint`, no other is worse. */
void unit_expect(const struct cb_policy *policy, struct cb_check_facts *f, const char *what,
		 enum cb_health health, const char *found, const char *hint);

/* The row of a machine, or of one for a tier, where only `change` of `f` is different. */
#define WITH_TIER(tier, change, ...)                                                               \
	do {                                                                                       \
		struct cb_check_facts f = unit_check_facts();                                      \
		const struct cb_policy policy = unit_policy_of(tier);                              \
		change;                                                                            \
		unit_expect(&policy, &f, __VA_ARGS__);                                             \
	} while (0)
#define WITH(change, ...) WITH_TIER(CB_TIER_FULL, change, __VA_ARGS__)

#endif
