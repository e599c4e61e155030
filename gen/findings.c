/* The list of findings. */
#include "findings.h"

#include <stdlib.h>

static struct cb_finding *new_finding(struct cb_findings *found)
{
	if (found->count == found->room) {
		size_t room = found->room ? 2 * found->room : 16;
		struct cb_finding *list = realloc(found->list, room * sizeof *list);
		if (!list) {
			found->failed = true;
			return &found->spare;
		}
		found->list = list;
		found->room = room;
	}
	struct cb_finding *finding = &found->list[found->count++];
	*finding = (struct cb_finding) { 0 };
	return finding;
}

struct cb_finding *cb_finding_add(struct cb_findings *found, const char *rule, const char *pointer,
				  ...)
{
	struct cb_finding *finding = new_finding(found);
	finding->rule = rule;
	va_list ap;
	va_start(ap, pointer);
	cb_text_vprintf(&finding->pointer, pointer, ap);
	va_end(ap);
	return finding;
}

void cb_finding_say(struct cb_finding *finding, const char *message, ...)
{
	va_list ap;
	va_start(ap, message);
	cb_text_vprintf(&finding->message, message, ap);
	va_end(ap);
}

void cb_finding_hint(struct cb_finding *finding, const char *hint, ...)
{
	va_list ap;
	va_start(ap, hint);
	cb_text_vprintf(&finding->hint, hint, ap);
	va_end(ap);
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
	add_printable(line, finding->pointer.len ? finding->pointer.data : "(document)");
	cb_text_add(line, ": ");
	add_printable(line, cb_text_str(&finding->message));
	cb_text_printf(line, " [%s]", finding->rule);
	if (finding->hint.len) {
		cb_text_add(line, "; hint: ");
		add_printable(line, finding->hint.data);
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

static void clear_finding(struct cb_finding *finding)
{
	cb_text_clear(&finding->pointer);
	cb_text_clear(&finding->message);
	cb_text_clear(&finding->hint);
}

void cb_findings_clear(struct cb_findings *found)
{
	for (size_t i = 0; i < found->count; i++)
		clear_finding(&found->list[i]);
	clear_finding(&found->spare);
	free(found->list);
	*found = (struct cb_findings) { 0 };
}
