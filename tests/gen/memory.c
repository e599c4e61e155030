/* Both halves with their memory running out: every allocation of a run fails once, and what comes
 * of it is an error, never a policy taken for a good one, a plan with less in it, or a crash.
 * jansson's own are left alone: it does not survive all of them.
 *
 *     memory POLICY CLOSURE     prints the number of allocations that were made to fail */
#include "files.h"
#include "pages/pages.h"
#include "policy/read.h"
#include "rules/rules.h"

#include "plan/bwrap.h"
#include "plan/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- an allocator that fails once ---------------------------------------------------------------
 */

static unsigned long made, failing; /* 0: none */
static bool failed;

static bool fails_now(void)
{
	bool now = ++made == failing;
	failed |= now;
	return now;
}

#define WRAP(type, name, parameters, arguments)                                                    \
	type __real_##name parameters;                                                             \
	type __wrap_##name parameters;                                                             \
	type __wrap_##name parameters                                                              \
	{                                                                                          \
		return fails_now() ? NULL : __real_##name arguments;                               \
	}

WRAP(void *, malloc, (size_t size), (size))
WRAP(void *, calloc, (size_t count, size_t size), (count, size))
WRAP(void *, realloc, (void *old, size_t size), (old, size))
WRAP(void *, reallocarray, (void *old, size_t count, size_t size), (old, count, size))
WRAP(char *, strdup, (const char *text), (text))
WRAP(char *, strndup, (const char *text, size_t size), (text, size))

static void start(unsigned long n)
{
	made = 0;
	failing = n;
	failed = false;
}

static void stop(void)
{
	failing = 0;
}

static void must(bool condition, const char *what)
{
	if (condition)
		return;
	printf("%s, when allocation %lu fails\n", what, failing);
	exit(1);
}

/* --- the generator
 * -------------------------------------------------------------------------------- */

static struct cb_text document, list;

static size_t finding_count; /* with enough memory */

/* Reads, judges and prints as main does. */
static void generate(void)
{
	static struct cb_bpf program[1];
	const struct cb_filter filter = { program, 1 };
	cleanup_error struct cb_error err = { 0 };
	cleanup_model struct cb_model model = { 0 };
	cleanup_places struct cb_places places = { 0 };
	cleanup_findings struct cb_findings found = { 0 };
	cleanup_text struct cb_text text = { 0 };
	const struct cb_muscles muscles = { &model, &filter, "" };
	char *closure = strdup(cb_text_str(&list));
	if (!closure)
		return;
	if (cb_read_policy(document.data, document.len, &model, &places, &found, &err) != 0) {
		free(closure);
		return;
	}
	if (cb_read_closure(closure, &model, &err) != 0)
		return;
	if (model.document)
		cb_check_rules(&model, &found);
	cb_places_sort(&places, &found);
	if (found.failed)
		return;
	if (!failing)
		finding_count = found.count;
	must(found.count == finding_count, "a finding is lost");
	if (found.count == 0) {
		cb_muscles_print(&text, &muscles);
		must(text.failed || !failed || strlen(text.data) == text.len, "half a text");
	}
}

static unsigned long try_generate(void)
{
	unsigned long total = 0;
	generate();
	for (unsigned long n = 1;; n++, total++) {
		start(n);
		generate();
		bool end = !failed;
		stop();
		if (end)
			return total;
	}
}

/* --- the launcher's plan ---------------------------------------------------------------------- */

extern const struct cb_policy unit_policy;
struct cb_facts unit_facts(void);

static size_t plan_ops, plan_vars, option_count;

static void plan(const struct cb_facts *facts)
{
	static char word0[] = "claudebox", word1[] = "--mount-ro", word2[] = "/srv/x",
		    word3[] = "-p";
	char *const argv[] = { word0, word1, word2, word3, NULL };
	cleanup_error struct cb_error err = { 0 };
	cleanup_opts struct cb_opts opts = { 0 };
	struct cb_plan plan = { 0 };
	struct cb_bwrap bwrap = { 0 };
	if (cb_opts_parse(argv, &opts, &err) != 0 ||
	    cb_plan_make(&unit_policy, facts, &opts, &plan, &err) != 0 ||
	    cb_bwrap_make(&plan, &bwrap, &err) != 0) {
		must(failed, "a refusal without a reason");
		return;
	}
	if (!failed) {
		plan_ops = plan.op_count;
		plan_vars = plan.var_count;
		option_count = bwrap.options.len;
	}
	must(plan.op_count == plan_ops && plan.var_count == plan_vars &&
		 bwrap.options.len == option_count,
	     "a plan with something left out");
}

static unsigned long try_plan(void)
{
	struct cb_facts facts = unit_facts();
	facts.extras = calloc(2, sizeof *facts.extras);
	if (!facts.extras || !(facts.extras[0].real = strdup("/srv/x")))
		exit(2);
	facts.extra_count = 1;
	plan(&facts); /* how it is with enough */
	unsigned long total = 0;
	for (unsigned long n = 1;; n++, total++) {
		start(n);
		plan(&facts);
		bool end = !failed;
		stop();
		if (end)
			return total;
	}
}

int main(int argc, char **argv)
{
	cleanup_error struct cb_error err = { 0 };
	if (argc != 3 || cb_read_file(argv[1], 1 << 20, &document, &err) != 0 ||
	    cb_read_file(argv[2], 1 << 20, &list, &err) != 0)
		return 2;
	unsigned long generator = try_generate();
	printf("%lu of the generator, %lu of the plan; %zu findings\n", generator, try_plan(),
	       finding_count);
	cb_text_clear(&document);
	cb_text_clear(&list);
	return 0;
}
