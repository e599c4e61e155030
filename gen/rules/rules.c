/* The table of rules and the walk over it. */
#include "rules/rules.h"

struct rule {
	const char *id, *what, *why;
	void (*policy)(const struct cb_check *);
	void (*mount)(const struct cb_check *, const struct cb_model_mount *, size_t);
};

#define X_READ(function)
#define X_POLICY(function) .policy = cb_rule_##function,
#define X_MOUNT(function) .mount = cb_rule_##function,

static const struct rule rules[] = {
#define X(SCOPE, function, ID, WHAT, WHY)                                                          \
	{ .id = ID, .what = WHAT, .why = WHY, X_##SCOPE(function) },
#include "rules/rules.def"
#undef X
};
enum { RULE_COUNT = sizeof rules / sizeof rules[0] };

void cb_check_rules(const struct cb_model *model, struct cb_findings *found)
{
	for (size_t i = 0; i < RULE_COUNT; i++) {
		const struct cb_check check = { model, found, rules[i].id };
		if (rules[i].policy)
			rules[i].policy(&check);
		for (size_t row = 0; rules[i].mount && row < model->mount_count; row++)
			if (model->mounts[row].whole)
				rules[i].mount(&check, &model->mounts[row], row);
	}
	cb_name_rows(model, found);
}

void cb_print_rules(struct cb_text *text)
{
	for (size_t i = 0; i < RULE_COUNT; i++)
		cb_text_printf(text, "%s\t%s\t%s\n", rules[i].id, rules[i].what, rules[i].why);
}
