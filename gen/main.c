/* claudebox-gen: a resolved policy becomes the launcher's tables, the agent's SANDBOX.md, a manual
 * page and completions. main() is the table of contents; only this file prints and exits, but for
 * base/memory.c, where no memory is left. */
#include "files.h"
#include "filter.h"
#include "findings.h"
#include "pages/pages.h"
#include "policy/fields.h"
#include "policy/read.h"
#include "rules/rules.h"

#include "base/error.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_FINDINGS = 1, EXIT_ERROR = 2, CLOSURE_MAX = 4 << 20 };

static const char usage[] =
    "usage: claudebox-gen POLICY.json --templates DIR [--closure FILE] --out DIR\n"
    "       claudebox-gen --rules | --fields\n"
    "\n"
    "Writes the launcher's tables, SANDBOX.md, a manual page and completions into DIR, or says\n"
    "all that is wrong with the policy and writes nothing.\n"
    "  --templates DIR   prelude.m4 and the skeletons\n"
    "  --closure FILE    store paths, one a line, for a policy with a closure row\n"
    "  --out DIR         a directory that is there\n"
    "  --rules           what a policy is refused for: id, what, why\n"
    "  --fields          what a policy consists of, as JSON\n"
    "Exit: 0 written; 1 findings; 2 usage, files, m4; 125 out of memory.\n";

enum { TEMPLATES, CLOSURE, OUT, RULES, FIELDS, HELP, OPTIONS };

/* Each option's value, "" for one without. */
static int parse_options(int argc, char **argv, const char *given[OPTIONS], struct cb_error *err)
{
	static const struct option names[] = {
		{ "templates", required_argument, NULL, TEMPLATES },
		{ "closure", required_argument, NULL, CLOSURE },
		{ "out", required_argument, NULL, OUT },
		{ "rules", no_argument, NULL, RULES },
		{ "fields", no_argument, NULL, FIELDS },
		{ "help", no_argument, NULL, HELP },
		{ NULL, 0, NULL, 0 },
	};
	unsetenv("POSIXLY_CORRECT"); /* operands may stand anywhere */
	for (int option; (option = getopt_long(argc, argv, "", names, NULL)) != -1;) {
		if (option == '?') {
			fputs(usage, stderr);
			exit(EXIT_ERROR);
		}
		given[option] = optarg ? optarg : "";
	}
	if (given[HELP] || given[RULES] || given[FIELDS])
		return 0;
	if (argc - optind == 1 && given[TEMPLATES] && given[OUT])
		return 0;
	cb_fail(err, CB_EXIT_USAGE, "one POLICY.json, --templates and --out are needed");
	return cb_hint(err, "claudebox-gen --help");
}

static int read_inputs(const char *path, const char *list, struct cb_model *model,
		       struct cb_findings *found, struct cb_error *err)
{
	struct cb_text policy = { 0 }, closure = { 0 };
	if (cb_read_file(path, CB_DOCUMENT_MAX, &policy, err) != 0)
		return -1;
	cb_read_policy(cb_text_str(&policy), policy.len, model, found);
	if (!list)
		return 0;
	cb_text_add(&closure, ""); /* an empty file is a list too */
	if (cb_read_file(list, CLOSURE_MAX, &closure, err) != 0)
		return -1;
	if (closure.len > CLOSURE_MAX || strlen(closure.data) != closure.len)
		return cb_fail(err, CB_EXIT_USAGE, "reading %s (no list of store paths)", list);
	cb_read_closure(closure.data, model);
	return 0;
}

static int report(const struct cb_findings *found)
{
	for (size_t i = 0; i < found->count; i++) {
		struct cb_text line = { 0 };
		cb_finding_print(&line, &found->list[i]);
		fprintf(stderr, "claudebox-gen: %s\n", line.data);
	}
	return EXIT_FINDINGS;
}

static int generate(const char *templates, const char *out, struct cb_model *model,
		    struct cb_error *err)
{
	struct cb_output outputs[CB_PAGE_COUNT + 1] = { [CB_PAGE_COUNT] = { .name = "about" } };
	cb_print_about(&outputs[CB_PAGE_COUNT].text, model);
	if (cb_build_filter(model->system, &model->filter, err) != 0)
		return -1;
	for (size_t i = 0; i < CB_PAGE_COUNT; i++) {
		struct cb_output *output = &outputs[i];
		struct cb_text definitions = { 0 };
		cb_print_sections(&definitions, &cb_pages[i], model);
		output->name = cb_page_file(&cb_pages[i], model);
		if (cb_render(templates, cb_pages[i].skeleton, &definitions, &output->text, err) !=
		    0)
			return -1;
		if (i == CB_PAGE_SANDBOX)
			model->sandbox_md = output->text.data;
	}
	return cb_write_outputs(out, outputs, CB_PAGE_COUNT + 1, err);
}

static int fail(const struct cb_error *err)
{
	fprintf(stderr, "claudebox-gen: %s\n", err->what);
	if (err->hint)
		fprintf(stderr, "hint: %s\n", err->hint);
	return EXIT_ERROR;
}

/* What is printed instead of generating. */
static int print(void (*list)(struct cb_text *text))
{
	struct cb_text text = { 0 };
	list(&text);
	fputs(text.data, stdout);
	return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
	const char *given[OPTIONS] = { 0 };
	struct cb_error err = { 0 };
	struct cb_model model = { 0 };
	struct cb_findings found = { 0 };

	if (parse_options(argc, argv, given, &err) != 0)
		return fail(&err);
	if (given[HELP])
		return fputs(usage, stdout) < 0;
	if (given[RULES])
		return print(cb_print_rules);
	if (given[FIELDS])
		return print(cb_print_fields);
	if (read_inputs(argv[optind], given[CLOSURE], &model, &found, &err) != 0)
		return fail(&err);
	if (model.document)
		cb_check_rules(&model, &found);
	cb_sort_findings(model.places, &found);
	if (found.count > 0)
		return report(&found);
	return generate(given[TEMPLATES], given[OUT], &model, &err) == 0 ? EXIT_SUCCESS
									 : fail(&err);
}
