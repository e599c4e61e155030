/* The table of pages, and what several of them say. */
#include "pages/pages.h"

#include "cli/opts.h"

const struct cb_page cb_pages[CB_PAGE_COUNT] = {
	{ "SANDBOX.md.m4", cb_sandbox_sections, cb_literal_markdown, NULL },
	{ "launcher.c.m4", cb_launcher_sections, cb_literal_c, ".c" },
	{ "manual.1.m4", cb_manual_sections, cb_literal_roff, ".1" },
	{ "completion.bash.m4", cb_bash_sections, NULL, ".bash" },
	{ "completion.zsh.m4", cb_zsh_sections, NULL, ".zsh" },
	{ "completion.fish.m4", cb_fish_sections, NULL, ".fish" },
};

const struct cb_flag cb_flags[] = {
#define X(NAME, letter, name, arg, help) { name, arg, help, letter, CB_OPT_##NAME == CB_OPT_SHELL },
#include "cli/opts.def"
#undef X
};
const size_t cb_flag_count = sizeof cb_flags / sizeof cb_flags[0];

char *cb_program_of(const struct cb_model *model)
{
	bool plain = strcmp(model->name, CB_PROFILE_DEFAULT) == 0;
	return cb_format("claudebox%s%s", plain ? "" : "-", plain ? "" : model->name);
}

char *cb_page_file(const struct cb_page *page, const struct cb_model *model)
{
	if (!page->ending)
		return cb_strdup("SANDBOX.md");
	/* The tables are called after the profile, what a user reads after the program. */
	if (strcmp(page->ending, ".c") == 0)
		return cb_format("claudebox-%s.c", model->name);
	return cb_format("%s%s", cb_program_of(model), page->ending);
}

void cb_print_sections(struct cb_text *out, const struct cb_page *page,
		       const struct cb_model *model)
{
	for (const struct cb_section *section = page->sections; section->name; section++) {
		cb_text_printf(out, "m4_define(<|g4_%s|>, <|", section->name);
		if (section->print)
			section->print(out, model);
		else
			page->escape(out,
				     *(const char *const *)((const char *)model + section->text));
		cb_text_add(out, "|>)m4_dnl\n");
	}
}

void cb_print_about(struct cb_text *out, const struct cb_model *model)
{
	cb_text_printf(out, "%s\n%s\n%s\n", model->name, cb_word_tier(model->network),
		       model->description);
}

void cb_add_names(struct cb_text *out, const char *before, const struct cb_model_list *names,
		  cb_escape *escape, const char *after)
{
	for (size_t i = 0; i < names->count; i++) {
		cb_text_add(out, i ? ", " : before);
		escape(out, names->items[i]);
	}
	cb_text_add(out, names->count ? after : "");
}

void cb_add_numbers(struct cb_text *out, const char *before, const struct cb_model_numbers *numbers,
		    const char *after)
{
	for (size_t i = 0; i < numbers->count; i++)
		cb_text_printf(out, "%s%lld", i ? ", " : before, (long long)numbers->items[i]);
	cb_text_add(out, numbers->count ? after : "");
}
