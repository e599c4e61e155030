/* The document as a whole. */
#include "policy/document.h"

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

/* The value of one UTF-8 sequence; jansson let only valid ones in. */
static unsigned decode(const char *text, size_t *ret_len)
{
	const unsigned char *c = (const unsigned char *)text;
	if (c[0] < 0x80) {
		*ret_len = 1;
		return c[0];
	}
	size_t len = c[0] >= 0xf0 ? 4 : c[0] >= 0xe0 ? 3 : 2;
	unsigned value = c[0] & (0xffU >> (len + 1));
	for (size_t i = 1; i < len; i++)
		value = value << 6 | (c[i] & 0x3fU);
	*ret_len = len;
	return value;
}

/* NUL, C0, DEL, C1, and the marks that turn the direction of text, by which a row can be shown as
 * something it is not (Unicode TR 36, "bidirectional text"). */
static bool is_control(unsigned c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x061c || c == 0x200e || c == 0x200f ||
	       (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

static void check_string(const char *text, size_t len, const char *part, const char *pointer,
			 struct cb_findings *found)
{
	size_t step;
	for (size_t i = 0; i < len; i += step) {
		unsigned c = decode(text + i, &step);
		if (!is_control(c))
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
