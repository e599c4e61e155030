/* Judging a policy: one table of rules (rules.def), each a small function that looks at the model
 * and adds findings. Pure: a test holds every rules*.o to allocator and string functions. */
#ifndef CB_GEN_RULES_H
#define CB_GEN_RULES_H

#include "findings.h"
#include "policy/model.h"

/* What a rule sees. */
struct cb_check {
	const struct cb_model *model;
	struct cb_findings *found;
	const char *rule; /* id of the rule that is asked */
};

#define X_READ(function)
#define X_POLICY(function) void cb_rule_##function(const struct cb_check *check);
#define X_MOUNT(function)                                                                          \
	void cb_rule_##function(const struct cb_check *check, const struct cb_model_mount *row,    \
				size_t index);
#define X(SCOPE, function, id, what, why) X_##SCOPE(function)
#include "rules/rules.def"
#undef X
#undef X_READ
#undef X_POLICY
#undef X_MOUNT

/* Asks every rule. Findings are appended, and all on a row, the reader's too, say which one;
 * running out of memory shows in found->failed. */
void cb_check_rules(const struct cb_model *model, struct cb_findings *found);

/* Adds to the findings on rows what the rows are called. For cb_check_rules. */
void cb_name_rows(const struct cb_model *model, struct cb_findings *found);

/* The table as text, `id<TAB>what<TAB>why` a line. */
void cb_print_rules(struct cb_text *text);

#endif
