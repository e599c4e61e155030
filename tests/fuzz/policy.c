/* The generator from document to definitions: a policy, then, behind 0xff, a closure list. What is
 * accepted becomes m4 definitions that hold no macro of the policy's. */
#include "fuzz.h"

#include "findings.h"
#include "pages/m4.h"
#include "pages/pages.h"
#include "policy/read.h"
#include "rules/rules.h"

static void print(const struct cb_model *model)
{
	static struct cb_bpf program[] = { { 6, 0, 0, 0x7fff0000 } };
	const struct cb_filter filter = { program, 1 };
	const struct cb_muscles muscles = { model, &filter, "" };
	cleanup_text struct cb_text text = { 0 };
	cb_muscles_print(&text, &muscles);
	MUST(!text.failed && strlen(text.data) == text.len);
	/* Nothing to be replaced, and no quote but those of the definitions. */
	size_t definitions = 0, quotes = 0;
	for (const char *p = text.data; (p = strstr(p, "m4_define(")); p++)
		definitions++;
	for (const char *p = text.data; (p = strpbrk(p, "<>")); p++)
		quotes += (p[0] == '<' && p[1] == '|') || (p[0] == '>' && p[-1] == '|');
	MUST(!strchr(text.data, '$') && quotes == 4 * definitions);
	/* All that is left for m4 is what the muscles themselves wrote. */
	for (const char *word = cb_find_leftover(text.data); word;
	     word = cb_find_leftover(word + 1))
		MUST(strncmp(word, "m4_define(<|g4_", 15) == 0 ||
		     strncmp(word, "m4_dnl\n", 7) == 0 || strncmp(word - 2, "<|g4_", 5) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	cleanup_error struct cb_error err = { 0 };
	cleanup_model struct cb_model model = { 0 };
	cleanup_places struct cb_places places = { 0 };
	cleanup_findings struct cb_findings found = { 0 };
	size_t len;
	const char *text = fuzz_piece(&data, &size, 0xff, &len);
	char *policy = fuzz_string(text, len); /* cb_read_file gives a text too */
	MUST(cb_read_policy(policy, len, &model, &places, &found, &err) == 0);
	free(policy); /* the model keeps nothing of it */
	if (size > 0 && !memchr(data, 0, size))
		MUST(cb_read_closure(fuzz_string(data, size), &model, &err) == 0);
	if (model.document)
		cb_check_rules(&model, &found);
	cb_places_sort(&places, &found);
	MUST(!found.failed && (model.document || found.count > 0));
	cleanup_text struct cb_text line = { 0 };
	for (size_t i = 0; i < found.count; i++) {
		cb_text_cut(&line, 0);
		cb_finding_print(&line, &found.list[i]);
		for (const char *p = line.data; *p; p++)
			MUST(*p >= 0x20 && *p < 0x7f);
		MUST(i == 0 || found.list[i - 1].place <= found.list[i].place);
	}
	if (found.count == 0)
		print(&model);
	return 0;
}
