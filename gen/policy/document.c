/* The document as a whole. */
#include "policy/document.h"

#include "base/utf8.h"

#include <string.h>

/* Counted before parsing, so that no recursion of a parser is ever deep. */
static size_t depth_of(const char *text, size_t len)
{
	size_t depth = 0;
	size_t deepest = 0;
	bool in_string = false;
	for (size_t i = 0; i < len; i++) {
		if (in_string && text[i] == '\\')
			i++;
		else if (text[i] == '"')
			in_string = !in_string;
		else if (!in_string && (text[i] == '{' || text[i] == '['))
			deepest = ++depth > deepest ? depth : deepest;
		else if (!in_string && (text[i] == '}' || text[i] == ']') && depth > 0)
			depth--;
	}
	return deepest;
}

json_t *cb_load_document(const char *text, size_t len, struct cb_findings *found)
{
	if (len > CB_DOCUMENT_MAX) {
		cb_finding_say(cb_finding_add(found, "document-size", "%s", ""),
			       "is larger than %d bytes", (int)CB_DOCUMENT_MAX);
		return NULL;
	}
	if (depth_of(text, len) > CB_DOCUMENT_DEPTH) {
		cb_finding_say(cb_finding_add(found, "document-depth", "%s", ""),
			       "is nested deeper than %d", (int)CB_DOCUMENT_DEPTH);
		return NULL;
	}
	/* "\u0000" is let in here, to be found later with the pointer of the string it is in. */
	json_error_t error;
	json_t *document = json_loadb(text, len, JSON_ALLOW_NUL, &error);
	if (!document)
		cb_finding_say(cb_finding_add(found, "syntax", "%s", ""),
			       "is not JSON: line %d, column %d: %s", error.line, error.column,
			       error.text);
	return document;
}

static void check_string(const char *text, size_t len, const char *part, const char *pointer,
			 struct cb_findings *found)
{
	for (size_t i = 0, step; i < len; i += step) {
		step = cb_utf8_length(text + i);
		unsigned c = cb_utf8_decode(text + i, step);
		if (!cb_is_control(c))
			continue;
		cb_finding_say(cb_finding_add(found, "control-character", "%s", pointer),
			       "holds the control character U+%04X%s", c, part);
		return;
	}
}

static void check_value(json_t *value, struct cb_text *pointer, struct cb_findings *found)
{
	size_t outer = pointer->len;
	const char *key;
	json_t *member;
	size_t index;
	if (json_is_string(value))
		check_string(json_string_value(value), json_string_length(value), "",
			     cb_text_str(pointer), found);
	json_object_foreach(value, key, member)
	{
		cb_pointer_push(pointer, key);
		check_string(key, strlen(key), " in its name", cb_text_str(pointer), found);
		check_value(member, pointer, found);
		cb_text_cut(pointer, outer);
	}
	json_array_foreach(value, index, member)
	{
		cb_text_printf(pointer, "/%zu", index);
		check_value(member, pointer, found);
		cb_text_cut(pointer, outer);
	}
}

void cb_check_strings(json_t *document, struct cb_findings *found)
{
	cleanup_text struct cb_text pointer = { 0 };
	check_value(document, &pointer, found);
	found->failed |= pointer.failed;
}
