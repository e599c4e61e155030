/* Reading JSON values of one type each into a structure; for read*.c only. What is wrong becomes a
 * finding with its pointer, and the reader goes on. */
#ifndef CB_GEN_READ_VALUES_H
#define CB_GEN_READ_VALUES_H

#include "findings.h"
#include "policy/model.h"

#include <jansson.h>
#include <stddef.h>

struct cb_reader {
	struct cb_findings *found;
	struct cb_text at; /* pointer of the value being read */
	bool whole;
	bool failed; /* out of memory */
};

/* One key of an object: where in the structure it goes and what reads it. */
struct cb_field {
	const char *key;
	enum { REQUIRED, OPTIONAL } need;
	void (*read)(struct cb_reader *reader, json_t *value, void *into);
	size_t offset;
};

#define FIELD(key, need, read, type, member)                                                       \
	{                                                                                          \
		key, need, read, offsetof(type, member)                                            \
	}
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

void cb_wrong_type(struct cb_reader *reader, const json_t *value, const char *wanted);

/* Reads what is there, then names what is not. */
void cb_read_object(struct cb_reader *reader, json_t *value, const struct cb_field *fields,
		    size_t count, void *into);

/* One of a list of words, as its index. */
void cb_read_word(struct cb_reader *reader, json_t *value, const char *const *words, size_t count,
		  unsigned *into);

/* For the rows of a table of keys; each says into what. */
typedef void cb_read_value(struct cb_reader *reader, json_t *value, void *into);
cb_read_value cb_read_string;         /* const char * */
cb_read_value cb_read_string_or_null; /* const char * */
cb_read_value cb_read_bool;           /* bool */
cb_read_value cb_read_integer;        /* int64_t */
cb_read_value cb_read_path;           /* struct cb_model_path */
cb_read_value cb_read_strings;        /* struct cb_model_list */
cb_read_value cb_read_integers;       /* struct cb_model_numbers */

#endif
