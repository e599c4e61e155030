/* The generator's reading and judging with one rule taken out: every finding passes through
 * cb_finding_add, which the linker replaces here (--wrap).
 *
 *     mutate DIR COUNT        for each rule: its id, the policies of DIR/1 to DIR/COUNT whose
 *                             findings change without it, and those that have none left
 *     mutate DIR COUNT N      the findings of DIR/N, with all rules in */
#include "files.h"
#include "findings.h"
#include "policy/read.h"
#include "rules/rules.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *taken_out;

void __real_cb_finding_add(struct cb_findings *found, const char *rule, const char *pointer,
			   const char *hint, const char *message);
void __wrap_cb_finding_add(struct cb_findings *found, const char *rule, const char *pointer,
			   const char *hint, const char *message);

void __wrap_cb_finding_add(struct cb_findings *found, const char *rule, const char *pointer,
			   const char *hint, const char *message)
{
	if (!taken_out || strcmp(rule, taken_out) != 0)
		__real_cb_finding_add(found, rule, pointer, hint, message);
}

static void load(const char *dir, unsigned long n, const char *name, struct cb_text *ret)
{
	struct cb_error err = { 0 };
	char *path = cb_format("%s/%lu/%s", dir, n, name);
	if (access(path, F_OK) != 0)
		return;
	cb_text_add(ret, "");
	if (cb_read_file(path, 4 << 20, ret, &err) != 0) {
		fprintf(stderr, "mutate: %s\n", err.what);
		exit(2);
	}
}

/* What main.c does up to the report. */
static void judge(const struct cb_text *policy, const struct cb_text *closure, struct cb_text *ret)
{
	struct cb_model model = { 0 };
	struct cb_findings found = { 0 };
	cb_read_policy(cb_text_str(policy), policy->len, &model, &found);
	if (closure->data)
		cb_read_closure(cb_strdup(closure->data), &model);
	if (model.document)
		cb_check_rules(&model, &found);
	cb_sort_findings(model.places, &found);
	cb_text_cut(ret, 0);
	for (size_t i = 0; i < found.count; i++) {
		cb_finding_print(ret, &found.list[i]);
		cb_text_add(ret, "\n");
	}
}

int main(int argc, char **argv)
{
	static const char *const ids[] = {
#define READ(id, what, why) id,
#define RULE(SCOPE, function, id, what, why) id,
#include "rules/rules.def"
	};
	enum { RULES = sizeof ids / sizeof ids[0] };
	static unsigned changed[RULES], accepted[RULES];
	if (argc < 3)
		return 2;
	unsigned long count = strtoul(argv[2], NULL, 10), only = 0;
	if (argc > 3)
		only = strtoul(argv[3], NULL, 10);
	for (unsigned long n = 1; n <= count; n++) {
		struct cb_text policy = { 0 }, closure = { 0 };
		struct cb_text whole = { 0 }, less = { 0 };
		if (only && n != only)
			continue;
		load(argv[1], n, "policy.json", &policy);
		load(argv[1], n, "closure", &closure);
		taken_out = NULL;
		judge(&policy, &closure, &whole);
		if (only)
			fputs(cb_text_str(&whole), stdout);
		for (size_t rule = 0; !only && rule < RULES; rule++) {
			taken_out = ids[rule];
			judge(&policy, &closure, &less);
			changed[rule] += strcmp(cb_text_str(&less), cb_text_str(&whole)) != 0;
			accepted[rule] += less.len == 0;
		}
	}
	for (size_t rule = 0; !only && rule < RULES; rule++)
		printf("%s\t%u\t%u\n", ids[rule], changed[rule], accepted[rule]);
	return 0;
}
