/* The readers of single values and lists, and of objects by a table of their keys. */
#include "policy/read-values.h"

#include "policy/document.h"

#include <stdlib.h>
#include <string.h>

static struct cb_finding *finding_here(struct cb_reader *reader, const char *rule)
{
	return cb_finding_add(reader->found, rule, "%s", cb_text_str(&reader->at));
}

void cb_wrong_type(struct cb_reader *reader, const json_t *value, const char *wanted)
{
	static const char *const names[] = {
		[JSON_OBJECT] = "an object",
		[JSON_ARRAY] = "a list",
		[JSON_STRING] = "a string",
		[JSON_INTEGER] = "a number",
		[JSON_REAL] = "a number with a fraction",
		[JSON_TRUE] = "true",
		[JSON_FALSE] = "false",
		[JSON_NULL] = "null",
	};
	reader->whole = false;
	cb_finding_say(finding_here(reader, "wrong-type"), "is %s, must be %s",
		       names[json_typeof(value)], wanted);
}

static const struct cb_field *field_of(const struct cb_field *fields, size_t count, const char *key)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(fields[i].key, key) == 0)
			return &fields[i];
	return NULL;
}

static void unknown_key(struct cb_reader *reader, const struct cb_field *fields, size_t count)
{
	cleanup_text struct cb_text known = { 0 };
	for (size_t i = 0; i < count; i++)
		cb_text_printf(&known, "%s%s", i ? ", " : "", fields[i].key);
	struct cb_finding *finding = finding_here(reader, "unknown-key");
	cb_finding_say(finding, "is not a key of a policy");
	cb_finding_hint(finding, "known here: %s", cb_text_str(&known));
}

/* Reads what is there, then names what is not. */
void cb_read_object(struct cb_reader *reader, json_t *value, const struct cb_field *fields,
		    size_t count, void *into)
{
	if (!json_is_object(value)) {
		cb_wrong_type(reader, value, "an object");
		return;
	}
	const char *key;
	json_t *member;
	size_t outer = reader->at.len;
	json_object_foreach(value, key, member)
	{
		const struct cb_field *field = field_of(fields, count, key);
		cb_pointer_push(&reader->at, key);
		if (field)
			field->read(reader, member, (char *)into + field->offset);
		else
			unknown_key(reader, fields, count);
		cb_text_cut(&reader->at, outer);
	}
	for (size_t i = 0; i < count; i++) {
		if (fields[i].need == OPTIONAL || json_object_get(value, fields[i].key))
			continue;
		reader->whole = false;
		cb_pointer_push(&reader->at, fields[i].key);
		cb_finding_say(finding_here(reader, "missing-key"), "is missing");
		cb_text_cut(&reader->at, outer);
	}
}

void cb_read_string(struct cb_reader *reader, json_t *value, void *into)
{
	if (json_is_string(value))
		*(const char **)into = json_string_value(value);
	else
		cb_wrong_type(reader, value, "a string");
}

void cb_read_string_or_null(struct cb_reader *reader, json_t *value, void *into)
{
	if (json_is_string(value))
		*(const char **)into = json_string_value(value);
	else if (!json_is_null(value))
		cb_wrong_type(reader, value, "a string or null");
}

void cb_read_bool(struct cb_reader *reader, json_t *value, void *into)
{
	if (json_is_boolean(value))
		*(bool *)into = json_is_true(value);
	else
		cb_wrong_type(reader, value, "true or false");
}

void cb_read_integer(struct cb_reader *reader, json_t *value, void *into)
{
	if (json_is_integer(value))
		*(int64_t *)into = json_integer_value(value);
	else
		cb_wrong_type(reader, value, "a whole number");
}

void cb_read_path(struct cb_reader *reader, json_t *value, void *into)
{
	if (json_is_string(value))
		*(struct cb_model_path *)into = cb_model_path_of(json_string_value(value));
	else
		cb_wrong_type(reader, value, "a path in a string");
}

void cb_read_word(struct cb_reader *reader, json_t *value, const char *const *words, size_t count,
		  unsigned *into)
{
	if (!json_is_string(value)) {
		cb_wrong_type(reader, value, "a string");
		return;
	}
	cleanup_text struct cb_text known = { 0 };
	for (unsigned i = 0; i < count; i++) {
		if (strcmp(json_string_value(value), words[i]) == 0) {
			*into = i;
			return;
		}
		cb_text_printf(&known, "%s%s", i ? ", " : "", words[i]);
	}
	reader->whole = false;
	struct cb_finding *finding = finding_here(reader, "unknown-word");
	cb_finding_say(finding, "is \"%s\", which means nothing here", json_string_value(value));
	cb_finding_hint(finding, "one of: %s", cb_text_str(&known));
}

void cb_read_strings(struct cb_reader *reader, json_t *value, void *into)
{
	if (!json_is_array(value)) {
		cb_wrong_type(reader, value, "a list of strings");
		return;
	}
	struct cb_model_list *list = into;
	free(list->items);
	list->items = calloc(json_array_size(value) + 1, sizeof *list->items);
	if (!list->items) {
		reader->failed = true;
		return;
	}
	list->count = json_array_size(value);
	size_t outer = reader->at.len;
	for (size_t i = 0; i < list->count; i++) {
		cb_text_printf(&reader->at, "/%zu", i);
		cb_read_string(reader, json_array_get(value, i), &list->items[i]);
		cb_text_cut(&reader->at, outer);
	}
}

void cb_read_integers(struct cb_reader *reader, json_t *value, void *into)
{
	if (!json_is_array(value)) {
		cb_wrong_type(reader, value, "a list of whole numbers");
		return;
	}
	struct cb_model_numbers *list = into;
	free(list->items);
	list->items = calloc(json_array_size(value) + 1, sizeof *list->items);
	if (!list->items) {
		reader->failed = true;
		return;
	}
	list->count = json_array_size(value);
	size_t outer = reader->at.len;
	for (size_t i = 0; i < list->count; i++) {
		list->items[i] = CB_UNREAD;
		cb_text_printf(&reader->at, "/%zu", i);
		cb_read_integer(reader, json_array_get(value, i), &list->items[i]);
		cb_text_cut(&reader->at, outer);
	}
}
