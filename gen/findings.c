/* The list of findings, and one as a line of text. */
#include "findings.h"

#include "base/memory.h"

void cb_finding_add(struct cb_findings *found, const char *rule, const char *pointer,
		    const char *hint, const char *message)
{
	found->list = cb_grow(found->list, found->count, &found->cap, sizeof *found->list);
	found->list[found->count++] = (struct cb_finding) {
		.rule = rule, .pointer = pointer, .message = message, .hint = hint
	};
}

static void add_printable(struct cb_text *line, const char *text)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;
		if (c < 0x20 || c >= 0x7f)
			cb_text_printf(line, "\\x%02x", c);
		else
			cb_text_add_n(line, text, 1);
	}
}

void cb_finding_print(struct cb_text *line, const struct cb_finding *finding)
{
	add_printable(line, finding->pointer[0] ? finding->pointer : "(document)");
	cb_text_add(line, ": ");
	add_printable(line, finding->message);
	cb_text_printf(line, " [%s]", finding->rule);
	if (finding->hint) {
		cb_text_add(line, "; hint: ");
		add_printable(line, finding->hint);
	}
}

void cb_pointer_push(struct cb_text *pointer, const char *key)
{
	cb_text_add(pointer, "/");
	for (; *key; key++) {
		if (*key == '~')
			cb_text_add(pointer, "~0");
		else if (*key == '/')
			cb_text_add(pointer, "~1");
		else
			cb_text_add_n(pointer, key, 1);
	}
}
