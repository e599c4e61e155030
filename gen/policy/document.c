/* The document as a whole, by jansson, which keeps the order of keys. */
#include "policy/read.h"

#include "base/memory.h"
#include "base/utf8.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static void *json_memory(size_t size)
{
	return cb_alloc(1, size);
}

/* The pointer of the member whose key ends at `end`, in a text that is JSON up to there. */
static char *pointer_of_member(const char *text, size_t end)
{
	struct {
		size_t outer; /* length of the pointer of the list or object itself */
		size_t index;
		bool list;
	} levels[JSON_PARSER_MAX_DEPTH + 1] = { 0 }, *level = levels;
	struct cb_text pointer = { 0 };
	for (size_t i = 0; i < end; i++) {
		size_t start = i;
		switch (text[i]) {
		case '{':
		case '[':
			(++level)->outer = pointer.len;
			level->index = 0;
			level->list = text[i] == '[';
			cb_text_add(&pointer, level->list ? "/0" : "");
			break;
		case '}':
		case ']':
			cb_text_cut(&pointer, (level--)->outer);
			break;
		case ',':
			cb_text_cut(&pointer, level->outer);
			if (level->list)
				cb_text_printf(&pointer, "/%zu", ++level->index);
			break;
		case '"':
			while (text[++i] != '"')
				i += text[i] == '\\';
			/* The first string of a member is its key. */
			if (!level->list && pointer.len == level->outer)
				cb_pointer_push(&pointer, json_string_value(json_loadb(
							      text + start, i + 1 - start,
							      JSON_DECODE_ANY, NULL)));
			break;
		default:
			break;
		}
	}
	return pointer.data;
}

struct walk {
	struct cb_findings *found;
	struct cb_text at; /* pointer of the value */
	json_t *places;
};

/* What draws nothing on a terminal, commands it or turns the direction of text can show a row as
 * something it is not (Unicode TR 36). jansson let only valid UTF-8 in. */
static void check_string(const struct walk *walk, const char *text, size_t size, const char *part)
{
	for (size_t i = 0, len; i < size; i += len) {
		len = cb_utf8_length(text + i);
		unsigned point = cb_utf8_decode(text + i, len);
		if (!cb_is_control(point))
			continue;
		cb_finding_add(walk->found, "control-character", cb_strdup(cb_text_str(&walk->at)),
			       NULL,
			       cb_format("holds the control character U+%04X%s", point, part));
		return;
	}
}

/* false: it is nested too deeply. */
static bool check_value(struct walk *walk, json_t *value, unsigned depth)
{
	size_t outer = walk->at.len, index;
	json_object_set_new(walk->places, cb_text_str(&walk->at),
			    json_integer((json_int_t)json_object_size(walk->places)));
	if (json_is_string(value))
		check_string(walk, json_string_value(value), json_string_length(value), "");
	if ((json_is_object(value) || json_is_array(value)) && depth == CB_DOCUMENT_DEPTH)
		return false;
	const char *key;
	json_t *member;
	json_object_foreach(value, key, member)
	{
		cb_pointer_push(&walk->at, key);
		check_string(walk, key, strlen(key), " in its name");
		if (!check_value(walk, member, depth + 1))
			return false;
		cb_text_cut(&walk->at, outer);
	}
	json_array_foreach(value, index, member)
	{
		cb_text_printf(&walk->at, "/%zu", index);
		if (!check_value(walk, member, depth + 1))
			return false;
		cb_text_cut(&walk->at, outer);
	}
	return true;
}

json_t *cb_load_document(const char *text, size_t len, json_t **ret_places,
			 struct cb_findings *found)
{
	/* "\u0000" is let in here, to be found later with the pointer of the string it is in. */
	const size_t flags = JSON_ALLOW_NUL;
	json_error_t error;
	json_set_alloc_funcs(json_memory, free);
	if (len > CB_DOCUMENT_MAX) {
		cb_finding_add(found, "document-size", "", NULL,
			       cb_format("is larger than %d bytes", (int)CB_DOCUMENT_MAX));
		return NULL;
	}
	json_t *document = json_loadb(text, len, flags | JSON_REJECT_DUPLICATES, &error);
	if (!document && json_error_code(&error) == json_error_duplicate_key) {
		cb_finding_add(found, "duplicate-key",
			       pointer_of_member(text, (size_t)error.position), NULL,
			       "is given twice");
		document = json_loadb(text, len, flags, &error);
	}
	if (!document)
		cb_finding_add(found, "syntax", "", NULL,
			       cb_format("is not JSON: line %d, column %d: %s", error.line,
					 error.column, error.text));
	struct walk walk = { .found = found, .places = json_object() };
	if (document && !check_value(&walk, document, 0)) {
		cb_finding_add(found, "document-depth", "", NULL,
			       cb_format("is nested deeper than %d", (int)CB_DOCUMENT_DEPTH));
		return NULL;
	}
	*ret_places = walk.places;
	return document;
}

/* A value that is missing stands where what should hold it begins. */
static size_t place_of(const json_t *places, const char *pointer)
{
	char *at = cb_strdup(pointer);
	if (strncmp(pointer, "closure:", 8) == 0)
		return json_object_size(places);
	const json_t *place;
	while (!(place = json_object_get(places, at))) {
		char *slash = strrchr(at, '/');
		if (!slash)
			return 0;
		*slash = '\0';
	}
	return (size_t)json_integer_value(place);
}

static int compare(const void *a, const void *b)
{
	const struct cb_finding *x = a, *y = b;
	return x->place < y->place ? -1 : x->place > y->place;
}

void cb_sort_findings(const json_t *places, struct cb_findings *found)
{
	for (size_t i = 0; i < found->count; i++)
		found->list[i].place = place_of(places, found->list[i].pointer) * found->count + i;
	if (found->count > 0)
		qsort(found->list, found->count, sizeof *found->list, compare);
}
