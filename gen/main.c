/* claudebox-gen: a resolved policy becomes the launcher's tables and the agent's SANDBOX.md.
 * main() is the table of contents; only this file prints and exits. */
#include "base/error.h"
#include "files.h"
#include "filter.h"
#include "findings.h"
#include "pages/m4.h"
#include "pages/pages.h"
#include "policy/document.h"
#include "policy/model.h"
#include "policy/places.h"
#include "policy/read.h"
#include "rules/rules.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_FINDINGS = 1, EXIT_ERROR = 2, CLOSURE_MAX = 4 << 20 };

struct options {
	const char *policy, *templates, *closure, *out;
	bool rules;
};

static const char usage[] =
    "usage: claudebox-gen POLICY.json --templates DIR [--closure FILE] --out DIR\n"
    "       claudebox-gen --rules\n"
    "\n"
    "Writes the launcher's tables, SANDBOX.md, a manual page and completions into DIR, or says\n"
    "all that is wrong with the policy and writes nothing.\n"
    "  --templates DIR   prelude.m4 and the skeletons\n"
    "  --closure FILE    store paths, one a line, for a policy with a closure row\n"
    "  --out DIR         a directory that is there\n"
    "  --rules           what a policy is refused for: id, what, why\n"
    "Exit: 0 written; 1 findings; 2 usage, files, m4.\n";

static int parse_options(int argc, char **argv, struct options *options, struct cb_error *err)
{
	static const struct option names[] = {
		{ "templates", required_argument, NULL, 't' },
		{ "closure", required_argument, NULL, 'c' },
		{ "out", required_argument, NULL, 'o' },
		{ "rules", no_argument, NULL, 'r' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	/* "-": operands come in order too, whatever POSIXLY_CORRECT says. */
	int operands = 0;
	for (int flag; (flag = getopt_long(argc, argv, "-", names, NULL)) != -1;) {
		switch (flag) {
		case 1:
			options->policy = optarg;
			operands++;
			break;
		case 't':
			options->templates = optarg;
			break;
		case 'c':
			options->closure = optarg;
			break;
		case 'o':
			options->out = optarg;
			break;
		case 'r':
			options->rules = true;
			break;
		case 'h':
			fputs(usage, stdout);
			exit(EXIT_SUCCESS);
		default: /* getopt has said what */
			fputs(usage, stderr);
			exit(EXIT_ERROR);
		}
	}
	if (options->rules)
		return 0;
	for (; optind < argc; optind++, operands++)
		options->policy = argv[optind];
	if (operands != 1 || !options->templates || !options->out) {
		cb_fail(err, CB_EXIT_USAGE, "one POLICY.json, --templates and --out are needed");
		return cb_hint(err, "claudebox-gen --help");
	}
	return 0;
}

static int print_rules(void)
{
	cleanup_text struct cb_text text = { 0 };
	cb_print_rules(&text);
	fputs(cb_text_str(&text), stdout);
	return EXIT_SUCCESS;
}

static int read_inputs(const struct options *options, struct cb_model *model,
		       struct cb_places *places, struct cb_findings *found, struct cb_error *err)
{
	cleanup_text struct cb_text policy = { 0 };
	struct cb_text closure = { 0 };
	if (cb_read_file(options->policy, CB_DOCUMENT_MAX, &policy, err) != 0)
		return -1;
	if (cb_read_policy(cb_text_str(&policy), policy.len, model, places, found, err) != 0)
		return -1;
	if (!options->closure)
		return 0;
	if (cb_read_file(options->closure, CLOSURE_MAX, &closure, err) != 0)
		return -1;
	if (closure.len > CLOSURE_MAX || strlen(cb_text_str(&closure)) != closure.len) {
		cb_text_clear(&closure);
		return cb_fail(err, CB_EXIT_USAGE, "reading %s (no list of store paths)",
			       options->closure);
	}
	return cb_read_closure(closure.data, model, err);
}

static int report(const struct cb_findings *found)
{
	cleanup_text struct cb_text line = { 0 };
	for (size_t i = 0; i < found->count; i++) {
		cb_text_cut(&line, 0);
		cb_finding_print(&line, &found->list[i]);
		fprintf(stderr, "claudebox-gen: %s\n", cb_text_str(&line));
	}
	return EXIT_FINDINGS;
}

/* What is called after the program, and only placed. */
static const struct {
	const char *skeleton, *ending;
} pages[] = {
	{ "manual.1.m4", ".1" },
	{ "completion.bash.m4", ".bash" },
	{ "completion.zsh.m4", ".zsh" },
	{ "completion.fish.m4", ".fish" },
};
enum { PAGES = sizeof pages / sizeof pages[0], OTHERS = 3 };

struct made {
	struct cb_text words, sandbox_md, tables, launcher, launcher_name, about;
	struct cb_text page[PAGES], page_name[PAGES];
};

static void clear_made(struct made *made)
{
	struct cb_text *texts = (struct cb_text *)made;
	for (size_t i = 0; i < sizeof *made / sizeof *texts; i++)
		cb_text_clear(&texts[i]);
}

static int render_pages(const struct options *options, const struct cb_model *model,
			struct made *made, struct cb_error *err)
{
	for (size_t i = 0; i < PAGES; i++) {
		if (cb_render(options->templates, pages[i].skeleton, &made->tables, &made->page[i],
			      err) != 0)
			return -1;
		cb_program_print(&made->page_name[i], model);
		cb_text_add(&made->page_name[i], pages[i].ending);
		if (made->page_name[i].failed)
			return cb_fail_memory(err);
	}
	return 0;
}

/* SANDBOX.md first: the launcher carries its text. */
static int render_all(const struct options *options, struct cb_muscles *muscles, struct made *made,
		      struct cb_error *err)
{
	cb_muscles_print(&made->words, muscles);
	if (cb_render(options->templates, "SANDBOX.md.m4", &made->words, &made->sandbox_md, err) !=
	    0)
		return -1;
	muscles->sandbox_md = cb_text_str(&made->sandbox_md);
	cb_muscles_print(&made->tables, muscles);
	if (cb_render(options->templates, "launcher.c.m4", &made->tables, &made->launcher, err) !=
	    0)
		return -1;
	cb_text_printf(&made->launcher_name, "claudebox-%s.c", muscles->model->name);
	cb_about_print(&made->about, muscles->model);
	if (made->about.failed || made->launcher_name.failed)
		return cb_fail_memory(err);
	return render_pages(options, muscles->model, made, err);
}

static int generate(const struct options *options, const struct cb_model *model,
		    struct cb_error *err)
{
	cleanup_filter struct cb_filter filter = { 0 };
	__attribute__((cleanup(clear_made))) struct made made = { 0 };
	struct cb_muscles muscles = { model, &filter, "" };

	if (cb_build_filter(model->system, &filter, err) != 0 ||
	    render_all(options, &muscles, &made, err) != 0)
		return -1;
	struct cb_output outputs[OTHERS + PAGES] = {
		{ cb_text_str(&made.launcher_name), &made.launcher },
		{ "SANDBOX.md", &made.sandbox_md },
		{ "about", &made.about },
	};
	for (size_t i = 0; i < PAGES; i++)
		outputs[OTHERS + i] =
		    (struct cb_output) { cb_text_str(&made.page_name[i]), &made.page[i] };
	return cb_write_outputs(options->out, outputs, OTHERS + PAGES, err);
}

static int fail(const struct cb_error *err)
{
	fprintf(stderr, "claudebox-gen: %s\n", err->what ? err->what : "out of memory");
	if (err->hint)
		fprintf(stderr, "hint: %s\n", err->hint);
	return EXIT_ERROR;
}

int main(int argc, char **argv)
{
	struct options options = { 0 };
	cleanup_error struct cb_error err = { 0 };
	cleanup_model struct cb_model model = { 0 };
	cleanup_places struct cb_places places = { 0 };
	cleanup_findings struct cb_findings found = { 0 };

	if (parse_options(argc, argv, &options, &err) != 0)
		return fail(&err);
	if (options.rules)
		return print_rules();
	if (read_inputs(&options, &model, &places, &found, &err) != 0)
		return fail(&err);
	if (model.document)
		cb_check_rules(&model, &found);
	cb_places_sort(&places, &found);
	if (found.failed)
		cb_fail_memory(&err);
	if (found.count > 0)
		return report(&found);
	if (found.failed || generate(&options, &model, &err) != 0)
		return fail(&err);
	return EXIT_SUCCESS;
}
