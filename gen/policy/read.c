/* JSON → model, by the tables of fields.def. */
#include "policy/read.h"

#include "policy/fields.h"
#include "policy/values.h"

#include "base/memory.h"

#include <jansson.h>
#include <string.h>

struct reader {
	struct cb_findings *found;
	struct cb_text at;           /* pointer of the value that is being read */
	const struct cb_word *words; /* that it can be, if it is to be a word */
	bool whole;
};

typedef void read_value(struct reader *reader, json_t *value, void *into);
static void read_record(struct reader *reader, const struct cb_record *record, json_t *value,
			void *into);

/* A finding on the value that is being read. */
__attribute__((format(printf, 4, 5))) static void report(struct reader *reader, const char *rule,
							 const char *hint, const char *message, ...)
{
	va_list ap;
	va_start(ap, message);
	cb_finding_add(reader->found, rule, cb_strdup(cb_text_str(&reader->at)), hint,
		       cb_vformat(message, ap));
	va_end(ap);
}

static void report_type(struct reader *reader, const json_t *value, const char *wanted)
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
	report(reader, "wrong-type", NULL, "is %s, must be %s", names[json_typeof(value)], wanted);
}

/* --- single values; what could not be read stays zero --- */

static void read_string(struct reader *reader, json_t *value, void *into)
{
	if (json_is_string(value))
		*(const char **)into = json_string_value(value);
	else
		report_type(reader, value, "a string");
}

static void read_string_or_null(struct reader *reader, json_t *value, void *into)
{
	if (json_is_string(value))
		*(const char **)into = json_string_value(value);
	else if (!json_is_null(value))
		report_type(reader, value, "a string or null");
}

static void read_boolean(struct reader *reader, json_t *value, void *into)
{
	if (json_is_boolean(value))
		*(bool *)into = json_is_true(value);
	else
		report_type(reader, value, "true or false");
}

static void read_integer(struct reader *reader, json_t *value, void *into)
{
	*(int64_t *)into = json_is_integer(value) ? json_integer_value(value) : CB_UNREAD;
	if (!json_is_integer(value))
		report_type(reader, value, "a whole number");
}

static void read_path(struct reader *reader, json_t *value, void *into)
{
	if (json_is_string(value))
		*(struct cb_model_path *)into = cb_model_path_of(json_string_value(value));
	else
		report_type(reader, value, "a path in a string");
}

/* The enumerations are all unsigned to the compiler. */
static void read_word(struct reader *reader, json_t *value, void *into)
{
	if (!json_is_string(value)) {
		report_type(reader, value, "a string");
		return;
	}
	struct cb_text hint = { 0 };
	cb_text_add(&hint, "one of");
	for (unsigned i = 0; reader->words[i].word; i++) {
		if (strcmp(json_string_value(value), reader->words[i].word) == 0) {
			*(unsigned *)into = i;
			return;
		}
		cb_text_printf(&hint, "%s %s", i ? "," : ":", reader->words[i].word);
	}
	reader->whole = false;
	report(reader, "unknown-word", hint.data, "is \"%s\", which means nothing here",
	       json_string_value(value));
}

/* --- lists and sets --- */

/* The items, of `size` bytes each; NULL: it is no list. */
static void *read_list(struct reader *reader, json_t *value, const char *wanted,
		       read_value *read_item, size_t size, size_t *ret_count)
{
	if (!json_is_array(value)) {
		report_type(reader, value, wanted);
		return NULL;
	}
	*ret_count = json_array_size(value);
	char *items = cb_alloc(*ret_count, size);
	size_t outer = reader->at.len, i;
	json_t *item;
	json_array_foreach(value, i, item)
	{
		cb_text_printf(&reader->at, "/%zu", i);
		read_item(reader, item, items + i * size);
		cb_text_cut(&reader->at, outer);
	}
	return items;
}

static void read_strings(struct reader *reader, json_t *value, void *into)
{
	struct cb_model_list *list = into;
	list->items = read_list(reader, value, "a list of strings", read_string,
				sizeof *list->items, &list->count);
}

static void read_integers(struct reader *reader, json_t *value, void *into)
{
	struct cb_model_numbers *list = into;
	list->items = read_list(reader, value, "a list of whole numbers", read_integer,
				sizeof *list->items, &list->count);
}

static void read_mount(struct reader *reader, json_t *value, void *into)
{
	struct cb_model_mount *row = into;
	bool others = reader->whole;
	reader->whole = true;
	read_record(reader, &cb_mount_record, value, row);
	row->whole = reader->whole;
	reader->whole &= others;
}

static void read_mounts(struct reader *reader, json_t *value, void *into)
{
	struct cb_model_mounts *list = into;
	list->items = read_list(reader, value, "a list of mount rows", read_mount,
				sizeof *list->items, &list->count);
}

static void read_variables(struct reader *reader, json_t *value, void *into)
{
	struct cb_model_sets *sets = into;
	if (!json_is_object(value)) {
		report_type(reader, value, "an object");
		return;
	}
	sets->items = cb_alloc(json_object_size(value), sizeof *sets->items);
	const char *name;
	json_t *member;
	size_t outer = reader->at.len;
	json_object_foreach(value, name, member)
	{
		struct cb_model_set *set = &sets->items[sets->count++];
		set->name = name;
		cb_pointer_push(&reader->at, name);
		if (json_is_string(member))
			set->text = json_string_value(member);
		else if (json_is_object(member))
			read_record(reader, &cb_set_record, member, set);
		else
			report_type(reader, member, "a string or { \"path\": \"...\" }");
		cb_text_cut(&reader->at, outer);
	}
}

static read_value *const readers[] = {
#define TYPE(NAME, type, reader, ...) read_##reader,
#include "policy/types.def"
};

/* --- objects of known keys: `base` is the length of the pointer of the record, from which on the
 * pointers of its fields count --- */

/* The keys that the object at `object` can have, in the table's order. */
struct key {
	const char *name; /* NULL: no more */
	bool needed;
};

static struct key *keys_of(const struct cb_record *record, const char *object)
{
	struct key *keys = cb_alloc(record->count + 1, sizeof *keys);
	size_t count = 0, len = strlen(object);
	for (size_t i = 0; i < record->count; i++) {
		const struct cb_field *field = &record->fields[i];
		if (!field->pointer || strncmp(field->pointer, object, len) != 0 ||
		    field->pointer[len] != '/')
			continue;
		const char *name = field->pointer + len + 1;
		size_t size = strcspn(name, "/");
		/* Those of one object stand together. */
		if (count == 0 || strncmp(keys[count - 1].name, name, size) != 0 ||
		    keys[count - 1].name[size] != '\0')
			keys[count++] =
			    (struct key) { cb_strndup(name, size), field->need == CB_NEEDED };
	}
	return keys;
}

static void report_unknown(struct reader *reader, const struct key *keys)
{
	struct cb_text hint = { 0 };
	cb_text_add(&hint, "known here");
	for (size_t i = 0; keys[i].name; i++)
		cb_text_printf(&hint, "%s %s", i ? "," : ":", keys[i].name);
	report(reader, "unknown-key", hint.data, "is not a key of a policy");
}

static void report_missing(struct reader *reader, const struct key *keys, const json_t *value)
{
	size_t outer = reader->at.len;
	for (size_t i = 0; keys[i].name; i++) {
		if (!keys[i].needed || json_object_get(value, keys[i].name))
			continue;
		reader->whole = false;
		cb_pointer_push(&reader->at, keys[i].name);
		report(reader, "missing-key", NULL, "is missing");
		cb_text_cut(&reader->at, outer);
	}
}

static void read_object(struct reader *reader, const struct cb_record *record, size_t base,
			json_t *value, void *into);

static void read_member(struct reader *reader, const struct cb_record *record, size_t base,
			const struct key *keys, json_t *value, void *into)
{
	const char *pointer = reader->at.data + base;
	size_t len = strlen(pointer);
	for (size_t i = 0; i < record->count; i++) {
		const struct cb_field *field = &record->fields[i];
		if (!field->pointer || strncmp(field->pointer, pointer, len) != 0)
			continue;
		if (field->pointer[len] == '\0') {
			reader->words = cb_type_words(field->type);
			readers[field->type](reader, value, (char *)into + field->offset);
			return;
		}
		if (field->pointer[len] == '/') {
			read_object(reader, record, base, value, into);
			return;
		}
	}
	report_unknown(reader, keys);
}

/* Reads what is there, then names what is not. */
static void read_object(struct reader *reader, const struct cb_record *record, size_t base,
			json_t *value, void *into)
{
	if (!json_is_object(value)) {
		report_type(reader, value, "an object");
		return;
	}
	const struct key *keys = keys_of(record, cb_text_str(&reader->at) + base);
	size_t outer = reader->at.len;
	const char *key;
	json_t *member;
	json_object_foreach(value, key, member)
	{
		cb_pointer_push(&reader->at, key);
		read_member(reader, record, base, keys, member, into);
		cb_text_cut(&reader->at, outer);
	}
	report_missing(reader, keys, value);
}

static void read_record(struct reader *reader, const struct cb_record *record, json_t *value,
			void *into)
{
	read_object(reader, record, reader->at.len, value, into);
}

void cb_read_policy(const char *text, size_t len, struct cb_model *model, struct cb_findings *found)
{
	*model = (struct cb_model) { 0 };
	model->document = cb_load_document(text, len, &model->places, found);
	if (!model->document)
		return;
	struct reader reader = { .found = found, .whole = true };
	read_record(&reader, &cb_policy_record, model->document, model);
	model->whole = reader.whole;
}

void cb_read_closure(char *text, struct cb_model *model)
{
	size_t lines = 1;
	for (const char *p = text; *p; p++)
		lines += *p == '\n';
	model->closure_given = true;
	model->closure.items = cb_alloc(lines, sizeof *model->closure.items);
	for (char *line; (line = strsep(&text, "\n"));)
		if (*line || text) /* behind the last newline there is no line */
			model->closure.items[model->closure.count++] = line;
}
