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

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *taken_out;
static struct cb_finding nowhere;

struct cb_finding *__real_cb_finding_add(struct cb_findings *found, const char *rule,
					 const char *pointer, ...);
struct cb_finding *__wrap_cb_finding_add(struct cb_findings *found, const char *rule,
					 const char *pointer, ...);

struct cb_finding *__wrap_cb_finding_add(struct cb_findings *found, const char *rule,
					 const char *pointer, ...)
{
	if (taken_out && strcmp(rule, taken_out) == 0)
		return &nowhere;
	struct cb_text text = { 0 };
	va_list ap;
	va_start(ap, pointer);
	cb_text_vprintf(&text, pointer, ap);
	va_end(ap);
	struct cb_finding *finding = __real_cb_finding_add(found, rule, "%s", cb_text_str(&text));
	cb_text_clear(&text);
	return finding;
}

static void die(const struct cb_error *err)
{
	fprintf(stderr, "mutate: %s\n", err->what ? err->what : "out of memory");
	exit(2);
}

static void load(const char *dir, unsigned long n, const char *name, struct cb_text *ret)
{
	cleanup_text struct cb_text path = { 0 };
	cleanup_error struct cb_error err = { 0 };
	cb_text_printf(&path, "%s/%lu/%s", dir, n, name);
	if (access(path.data, F_OK) == 0 && cb_read_file(path.data, 4 << 20, ret, &err) != 0)
		die(&err);
}

/* What main.c does up to the report. */
static void judge(const struct cb_text *policy, const struct cb_text *closure, struct cb_text *ret)
{
	cleanup_error struct cb_error err = { 0 };
	cleanup_model struct cb_model model = { 0 };
	cleanup_places struct cb_places places = { 0 };
	cleanup_findings struct cb_findings found = { 0 };
	if (cb_read_policy(cb_text_str(policy), policy->len, &model, &places, &found, &err) != 0 ||
	    (closure->data && cb_read_closure(strdup(closure->data), &model, &err) != 0))
		die(&err);
	if (model.document)
		cb_check_rules(&model, &found);
	cb_places_sort(&places, &found);
	cb_text_cut(ret, 0);
	for (size_t i = 0; i < found.count; i++) {
		cb_finding_print(ret, &found.list[i]);
		cb_text_add(ret, "\n");
	}
	cb_text_clear(&nowhere.message);
	cb_text_clear(&nowhere.hint);
}

int main(int argc, char **argv)
{
	static const char *const ids[] = {
#define X(SCOPE, function, id, what, why) id,
#include "rules/rules.def"
#undef X
	};
	enum { RULES = sizeof ids / sizeof ids[0] };
	static unsigned changed[RULES], accepted[RULES];
	if (argc < 3)
		return 2;
	unsigned long count = strtoul(argv[2], NULL, 10), only = 0;
	if (argc > 3)
		only = strtoul(argv[3], NULL, 10);
	for (unsigned long n = 1; n <= count; n++) {
		cleanup_text struct cb_text policy = { 0 }, closure = { 0 };
		cleanup_text struct cb_text whole = { 0 }, less = { 0 };
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
