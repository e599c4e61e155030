/* The tables of fields.def, and how other programs see them. Pure. */
#include "policy/fields.h"

#include "base/memory.h"

#include <string.h>

#define ROW(pointer, TYPE, structure, member, NEED, FROM, TO, says)                                \
	{ pointer, #member, offsetof(structure, member), says, CB_TYPE_##TYPE, NEED, FROM, TO },

static const struct cb_field policy_fields[] = {
#define FIELD(pointer, TYPE, member, FROM, TO, says)                                               \
	ROW(pointer, TYPE, struct cb_model, member, CB_NEEDED, CB_##FROM, CB_##TO, says)
#include "policy/fields.def"
};

static const struct cb_field mount_fields[] = {
#define MOUNT_FIELD(pointer, TYPE, member, NEED, says)                                             \
	ROW(pointer, TYPE, struct cb_model_mount, member, CB_##NEED, CB_USER, CB_LAUNCHER, says)
#include "policy/fields.def"
};

static const struct cb_field set_fields[] = {
#define SET_FIELD(pointer, TYPE, member, NEED, says)                                               \
	ROW(pointer, TYPE, struct cb_model_set, member, CB_##NEED, CB_USER, CB_LAUNCHER, says)
#include "policy/fields.def"
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
const struct cb_record cb_policy_record = { policy_fields, COUNT(policy_fields) };
const struct cb_record cb_mount_record = { mount_fields, COUNT(mount_fields) };
const struct cb_record cb_set_record = { set_fields, COUNT(set_fields) };

static const struct {
	const char *says;
	const struct cb_word *words;
} types[] = {
#define TYPE(NAME, type, reader, printer, element, words, says) { says, words },
#include "policy/types.def"
};

const struct cb_word *cb_type_words(enum cb_type type)
{
	return types[type].words;
}

const struct cb_field *cb_next_field(const struct cb_field *before, enum cb_type type)
{
	const struct cb_field *field = before ? before + 1 : policy_fields;
	for (; field < policy_fields + COUNT(policy_fields); field++)
		if (field->type == type)
			return field;
	return NULL;
}

const void *cb_field_value(const struct cb_model *model, const struct cb_field *field)
{
	return (const char *)model + field->offset;
}

/* --- as JSON, in which our texts need no escape --- */

/* A line; the key as a user writes it: agent.args, mounts[].kind. */
static void add_row(struct cb_text *out, const char *record, const char *pointer, const char *type,
		    const char *from, const char *says)
{
	char *key = cb_format("%s%s", record, pointer);
	for (char *slash; (slash = strchr(key, '/'));)
		*slash = '.';
	cb_text_printf(out,
		       "%s{\"key\": \"%s\", \"type\": \"%s\", \"from\": \"%s\", \"says\": \"%s\"}",
		       out->len ? ",\n" : "[\n", key + 1, type, from, says);
}

static void add_record(struct cb_text *out, const char *name, const struct cb_record *record)
{
	for (size_t i = 0; i < record->count; i++) {
		const struct cb_field *field = &record->fields[i];
		struct cb_text type = { 0 };
		cb_text_add(&type, types[field->type].says);
		for (const struct cb_word *word = types[field->type].words; word && word->word;
		     word++)
			cb_text_printf(&type, "%s %s", word == types[field->type].words ? ":" : ",",
				       word->word);
		if (field->pointer)
			add_row(out, name, field->pointer, type.data,
				field->from == CB_USER ? "user" : "nix", field->says);
	}
}

void cb_print_fields(struct cb_text *out)
{
	add_record(out, "", &cb_policy_record);
	add_record(out, "/mounts[]", &cb_mount_record);
	add_record(out, "/env/set/NAME", &cb_set_record);
#define RESOLVED(pointer, type, says)                                                              \
	add_row(out, "", pointer, type, "user, resolved by nix", says);
#include "policy/fields.def"
	cb_text_add(out, "\n]\n");
}
