/* What the files that decide the rows of --check share. */
#ifndef CB_COMMANDS_CHECK_PARTS_H
#define CB_COMMANDS_CHECK_PARTS_H

#include "base/strv.h"
#include "commands/check/check.h"

struct cb_checker {
	const struct cb_policy *policy;
	const struct cb_checkup *up;
	const char *what; /* of the row being decided */
	struct cb_check *check;
};

typedef void cb_check_decide(struct cb_checker *c);
#define X(what, decide) cb_check_decide decide;
#include "commands/check/checks.def"
#undef X

/* Adds the row, with the text of all parts; at most one for a thing. */
#define cb_say(c, health, ...) cb_say_taken(c, health, cb_concat(__VA_ARGS__, NULL))
void cb_say_taken(struct cb_checker *c, enum cb_health health, char *found);

/* What to do about the row that was just added; only a text of our own has lines. */
#define cb_advise(c, ...) cb_advise_taken(c, cb_concat(__VA_ARGS__, NULL), false)
void cb_advise_taken(struct cb_checker *c, char *hint, bool has_lines);

/* A refusal of the launch, in its own words. */
void cb_say_error(struct cb_checker *c, const struct cb_error *err);

/* "1.2.3" as a number that can be compared; what stands before the first digit does not count. */
#define CB_VERSION(major, minor, patch) (((major)*1000000UL) + ((minor)*1000UL) + (patch))
unsigned long cb_version_of(const char *text);

/* The text from its first digit on. */
const char *cb_from_digit(const char *text);

#endif
