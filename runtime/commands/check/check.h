/* The diagnosis of --check. Pure: policy and facts in, a row for each thing that was looked at. */
#ifndef CB_COMMANDS_CHECK_CHECK_H
#define CB_COMMANDS_CHECK_CHECK_H

#include "commands/check/facts.h"
#include "vocab/policy.h"

#include <stdbool.h>
#include <stddef.h>

enum cb_health { CB_HEALTH_OK, CB_HEALTH_WARN, CB_HEALTH_FAIL };

struct cb_check_row {
	enum cb_health health;
	const char *what; /* checks.def */
	char *found;
	char *hint;          /* what to do; NULL: nothing */
	bool hint_has_lines; /* those that begin with a blank are to be copied */
};

struct cb_check {
	struct cb_check_row *rows;
	size_t len, cap;
	bool failed; /* no memory: the rows are not all there */
};

#define cleanup_check __attribute__((cleanup(cb_check_clear)))

/* Things the profile does not need have no row. */
void cb_check_make(const struct cb_policy *policy, const struct cb_checkup *checkup,
		   struct cb_check *ret);
enum cb_health cb_check_worst(const struct cb_check *check);
void cb_check_clear(struct cb_check *check);

/* The version of an agent's program as its path or its package tells it; NULL: neither does.
 * Caller frees. */
char *cb_check_agent_version(const char *program, const char *package_json);

#endif
