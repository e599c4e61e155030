/* Times the generator's phases on one policy: prints microseconds of the reader, of the rules, of
 * the definitions, each the best of five, then the largest memory in KiB. */
#include "files.h"
#include "pages/pages.h"
#include "policy/read.h"
#include "rules/rules.h"

#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

enum { READER, RULES, DEFINITIONS, PHASES, TIMES = 5 };

static long now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static int run(const struct cb_text *text, long spent[PHASES])
{
	static struct cb_bpf program[1];
	struct cb_model model = { 0 };
	struct cb_findings found = { 0 };
	struct cb_text definitions = { 0 };
	long begin = now();
	cb_read_policy(text->data, text->len, &model, &found);
	if (!model.whole)
		return -1;
	spent[READER] = now() - begin;
	begin = now();
	cb_check_rules(&model, &found);
	cb_sort_findings(model.places, &found);
	spent[RULES] = now() - begin;
	begin = now();
	model.filter = (struct cb_filter) { program, 1 };
	model.sandbox_md = "";
	if (found.count <= 1) /* too many rows, perhaps; the rest of the rules hold */
		for (size_t i = 0; i < CB_PAGE_COUNT; i++)
			cb_print_sections(&definitions, &cb_pages[i], &model);
	spent[DEFINITIONS] = now() - begin;
	return 0;
}

int main(int argc, char **argv)
{
	struct cb_text text = { 0 };
	struct cb_error err = { 0 };
	long best[PHASES] = { 0 };
	if (argc != 2 || cb_read_file(argv[1], 1 << 20, &text, &err) != 0)
		return 2;
	for (int i = 0; i < TIMES; i++) {
		long spent[PHASES];
		if (run(&text, spent) != 0)
			return 1;
		for (int phase = 0; phase < PHASES; phase++)
			if (i == 0 || spent[phase] < best[phase])
				best[phase] = spent[phase];
	}
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	printf("%ld %ld %ld %ld\n", best[READER], best[RULES], best[DEFINITIONS], usage.ru_maxrss);
	return 0;
}
