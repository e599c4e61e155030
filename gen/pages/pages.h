/* What is generated: pages, each a skeleton of templates/ and the sections that are placed in it.
 * Everything is decided here; m4 only places it. */
#ifndef CB_PAGES_PAGES_H
#define CB_PAGES_PAGES_H

#include "policy/model.h"
#include "text.h"

#include "base/error.h"
#include "base/memory.h"

#include <string.h>

/* Appends a string in the language of a page. */
typedef void cb_escape(struct cb_text *out, const char *string);

/* A section becomes an m4 definition, g4_NAME. A list ends without a name. */
struct cb_section {
	const char *name;
	void (*print)(struct cb_text *out, const struct cb_model *model);
	size_t text; /* without `print`: a string of the model, by its offset; it is escaped */
};
extern const struct cb_section cb_sandbox_sections[], cb_launcher_sections[], cb_manual_sections[],
    cb_bash_sections[], cb_zsh_sections[], cb_fish_sections[];

struct cb_page {
	const char *skeleton;
	const struct cb_section *sections;
	cb_escape *escape; /* for its strings */
	const char *ending;
};

/* SANDBOX.md is the first: the launcher carries it. */
enum { CB_PAGE_SANDBOX, CB_PAGE_COUNT = 6 };
extern const struct cb_page cb_pages[CB_PAGE_COUNT];

/* The name of the file. */
char *cb_page_file(const struct cb_page *page, const struct cb_model *model);

/* The sections as m4 definitions. */
void cb_print_sections(struct cb_text *out, const struct cb_page *page,
		       const struct cb_model *model);

/* What one launcher may know of another: name, network and description, a line each. No skeleton:
 * a program reads it. */
void cb_print_about(struct cb_text *out, const struct cb_model *model);

/* --- m4, which exits with 0 on a macro it does not know and on most warnings: any word of it on
 * stderr, and any macro name left in the output, is an error here --- */

/* prelude.m4, then the definitions, then `skeleton`, the first and last from the directory
 * `templates`. */
int cb_render(const char *templates, const char *skeleton, const struct cb_text *definitions,
	      struct cb_text *ret_output, struct cb_error *err);

/* The first word in `text` that begins with m4_ or g4_; NULL: there is none. */
const char *cb_find_leftover(const char *text);

/* --- escapers: what leaves them can be put between m4 quotes, be expanded and scanned again any
 * number of times, and still means the same string in the target language --- */

/* A C string literal with its quotes, over several lines when it is long; NULL becomes NULL. */
cb_escape cb_literal_c;

/* The same in Markdown, as plain text on one line: in a paragraph, a list or a table's cell. */
cb_escape cb_literal_markdown;

/* The same in a manual page, as text behind something else on its line. */
cb_escape cb_literal_roff;

/* Text of ours, which holds nothing that m4 acts on, as a word for a shell: bash, zsh or fish. */
cb_escape cb_literal_quoted;

/* --- for several pages --- */

/* What the profile's program is called. */
char *cb_program_of(const struct cb_model *model);

/* `before`, the items with commas between, `after`; nothing where there are none. */
void cb_add_names(struct cb_text *out, const char *before, const struct cb_model_list *names,
		  cb_escape *escape, const char *after);
void cb_add_numbers(struct cb_text *out, const char *before, const struct cb_model_numbers *numbers,
		    const char *after);

/* A flag of the launcher, from cli/opts.def. */
struct cb_flag {
	const char *name, *arg, *help;
	char letter; /* 0: none */
	bool ends;   /* what follows is not ours */
};
extern const struct cb_flag cb_flags[];
extern const size_t cb_flag_count;

#endif
