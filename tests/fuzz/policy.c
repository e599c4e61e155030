/* The generator from document to definitions: a policy, then, behind 0xff, a closure list. What is
 * accepted becomes m4 definitions that hold no macro of the policy's. */
#include "fuzz.h"

#include "findings.h"
#include "pages/pages.h"
#include "policy/read.h"
#include "rules/rules.h"

/* Nothing to be replaced, and no quote but those of the definitions. */
static void check_definitions(const char *text)
{
	size_t definitions = 0, quotes = 0;
	for (const char *p = text; (p = strstr(p, "m4_define(")); p++)
		definitions++;
	for (const char *p = text; (p = strpbrk(p, "<>")); p++)
		quotes += (p[0] == '<' && p[1] == '|') || (p[0] == '>' && p[-1] == '|');
	MUST(quotes == 4 * definitions);
	/* Our own texts may have a dollar before a letter. */
	for (const char *p = text; (p = strchr(p, '$')); p++)
		MUST(p[1] >= 'a' && p[1] <= 'z');
	/* All that is left for m4 is what makes the definitions. */
	for (const char *word = cb_find_leftover(text); word; word = cb_find_leftover(word + 1))
		MUST(strncmp(word, "m4_define(<|g4_", 15) == 0 ||
		     strncmp(word, "m4_dnl\n", 7) == 0 || strncmp(word - 2, "<|g4_", 5) == 0);
}

static void print(struct cb_model *model)
{
	static struct cb_bpf program[] = { { 6, 0, 0, 0x7fff0000 } };
	model->filter = (struct cb_filter) { program, 1 };
	model->sandbox_md = "$1 <|g4_x|>";
	for (size_t i = 0; i < CB_PAGE_COUNT; i++) {
		struct cb_text text = { 0 };
		cb_print_sections(&text, &cb_pages[i], model);
		MUST(strlen(text.data) == text.len);
		check_definitions(text.data);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cb_model model = { 0 };
	struct cb_findings found = { 0 };
	size_t len;
	const char *text = fuzz_piece(&data, &size, 0xff, &len);
	char *policy = fuzz_string(text, len); /* cb_read_file gives a text too */
	cb_read_policy(policy, len, &model, &found);
	free(policy); /* the model keeps nothing of it */
	char *closure = size > 0 && !memchr(data, 0, size) ? fuzz_string(data, size) : NULL;
	if (closure)
		cb_read_closure(closure, &model);
	if (model.document)
		cb_check_rules(&model, &found);
	cb_sort_findings(model.places, &found);
	MUST(model.document || found.count > 0);
	for (size_t i = 0; i < found.count; i++) {
		struct cb_text line = { 0 };
		cb_finding_print(&line, &found.list[i]);
		for (const char *p = line.data; *p; p++)
			MUST(*p >= 0x20 && *p < 0x7f);
		MUST(i == 0 || found.list[i - 1].place < found.list[i].place);
	}
	if (found.count == 0)
		print(&model);
	free(closure);
	return 0;
}
