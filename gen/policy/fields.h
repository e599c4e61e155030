/* The tables of fields.def and types.def, for the reader, the rules, the launcher's
 * tables and --fields. Pure. */
#ifndef CB_POLICY_FIELDS_H
#define CB_POLICY_FIELDS_H

#include "policy/model.h"
#include "text.h"

enum cb_type {
#define TYPE(NAME, ...) CB_TYPE_##NAME,
#include "policy/types.def"
};

struct cb_field {
	const char *pointer; /* from its record on */
	const char *member;
	size_t offset; /* of the member in the record's structure */
	const char *says;
	enum cb_type type;
	enum { CB_NEEDED, CB_OPTIONAL } need;
	enum { CB_USER, CB_NIX } from;
	enum { CB_LAUNCHER, CB_RULES } to;
};

/* An object of known keys, nested ones among them. */
struct cb_record {
	const struct cb_field *fields;
	size_t count;
};

extern const struct cb_record cb_policy_record, cb_mount_record, cb_set_record;

/* The words that a value of the type can be; NULL: any. */
const struct cb_word *cb_type_words(enum cb_type type);

/* The next field of a policy that is of that type, from the first (NULL) on; NULL: no more. */
const struct cb_field *cb_next_field(const struct cb_field *before, enum cb_type type);

/* The member of the model. */
const void *cb_field_value(const struct cb_model *model, const struct cb_field *field);

/* The tables as JSON, a row a line: key, type, words, who writes it, what it is. */
void cb_print_fields(struct cb_text *out);

#endif
