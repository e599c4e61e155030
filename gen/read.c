/* JSON → model, object by object, each from a table of its keys. A new key is a new row. */
#include "read.h"

#include "document.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct reader {
	struct cb_findings *found;
	struct cb_text at; /* pointer of the value being read */
	bool whole;
	bool failed; /* out of memory */
};

/* One key of an object: where in the structure it goes and what reads it. */
struct field {
	const char *key;
	enum { REQUIRED, OPTIONAL } need;
	void (*read)(struct reader *reader, json_t *value, void *into);
	size_t offset;
};

#define FIELD(key, need, read, type, member)                                                       \
	{                                                                                          \
		key, need, read, offsetof(type, member)                                            \
	}
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static struct cb_finding *finding_here(struct reader *reader, const char *rule)
{
	return cb_finding_add(reader->found, rule, "%s", cb_text_str(&reader->at));
}

static void wrong_type(struct reader *reader, const json_t *value, const char *wanted)
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

static const struct field *field_of(const struct field *fields, size_t count, const char *key)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(fields[i].key, key) == 0)
			return &fields[i];
	return NULL;
}

static void unknown_key(struct reader *reader, const struct field *fields, size_t count)
{
	cleanup_text struct cb_text known = { 0 };
	for (size_t i = 0; i < count; i++)
		cb_text_printf(&known, "%s%s", i ? ", " : "", fields[i].key);
	struct cb_finding *finding = finding_here(reader, "unknown-key");
	cb_finding_say(finding, "is not a key of a policy");
	cb_finding_hint(finding, "known here: %s", cb_text_str(&known));
}

/* Reads what is there, then names what is not. */
static void read_object(struct reader *reader, json_t *value, const struct field *fields,
			size_t count, void *into)
{
	if (!json_is_object(value)) {
		wrong_type(reader, value, "an object");
		return;
	}
	const char *key;
	json_t *member;
	size_t outer = reader->at.len;
	json_object_foreach(value, key, member)
	{
		const struct field *field = field_of(fields, count, key);
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

static void read_string(struct reader *reader, json_t *value, void *into)
{
	if (json_is_string(value))
		*(const char **)into = json_string_value(value);
	else
		wrong_type(reader, value, "a string");
}

static void read_string_or_null(struct reader *reader, json_t *value, void *into)
{
	if (json_is_string(value))
		*(const char **)into = json_string_value(value);
	else if (!json_is_null(value))
		wrong_type(reader, value, "a string or null");
}

static void read_bool(struct reader *reader, json_t *value, void *into)
{
	if (json_is_boolean(value))
		*(bool *)into = json_is_true(value);
	else
		wrong_type(reader, value, "true or false");
}

static void read_integer(struct reader *reader, json_t *value, void *into)
{
	if (json_is_integer(value))
		*(int64_t *)into = json_integer_value(value);
	else
		wrong_type(reader, value, "a whole number");
}

static void read_path(struct reader *reader, json_t *value, void *into)
{
	if (json_is_string(value))
		*(struct cb_model_path *)into = cb_model_path_of(json_string_value(value));
	else
		wrong_type(reader, value, "a path in a string");
}

static void read_word(struct reader *reader, json_t *value, const char *const *words, size_t count,
		      unsigned *into)
{
	if (!json_is_string(value)) {
		wrong_type(reader, value, "a string");
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

static void read_system(struct reader *reader, json_t *value, void *into)
{
	static const char *const words[] = {
#define X(NAME, word) word,
#include "systems.def"
#undef X
	};
	unsigned system = 0;
	read_word(reader, value, words, COUNT(words), &system);
	*(enum cb_system *)into = (enum cb_system)system;
}

static void read_tier(struct reader *reader, json_t *value, void *into)
{
	static const char *const words[] = {
#define X(NAME, word, says) word,
#include "tiers.def"
#undef X
	};
	unsigned tier = 0;
	read_word(reader, value, words, COUNT(words), &tier);
	*(enum cb_tier *)into = (enum cb_tier)tier;
}

static void read_state(struct reader *reader, json_t *value, void *into)
{
	static const char *const words[] = {
#define X(NAME, word) word,
#include "states.def"
#undef X
	};
	unsigned state = 0;
	read_word(reader, value, words, COUNT(words), &state);
	*(enum cb_state *)into = (enum cb_state)state;
}

static void read_kind(struct reader *reader, json_t *value, void *into)
{
	static const char *const words[] = {
#define X(NAME, word, option, from) word,
#include "mount-kinds.def"
#undef X
	};
	unsigned kind = 0;
	read_word(reader, value, words, COUNT(words), &kind);
	*(enum cb_kind *)into = (enum cb_kind)kind;
}

static void read_strings(struct reader *reader, json_t *value, void *into)
{
	if (!json_is_array(value)) {
		wrong_type(reader, value, "a list of strings");
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
		read_string(reader, json_array_get(value, i), &list->items[i]);
		cb_text_cut(&reader->at, outer);
	}
}

static void read_set_value(struct reader *reader, json_t *value, struct cb_model_set *set)
{
	static const struct field fields[] = {
		FIELD("path", REQUIRED, read_path, struct cb_model_set, path),
	};
	if (json_is_string(value))
		set->text = json_string_value(value);
	else if (json_is_object(value))
		read_object(reader, value, fields, COUNT(fields), set);
	else
		wrong_type(reader, value, "a string or { \"path\": \"...\" }");
}

static void read_env_set(struct reader *reader, json_t *value, void *into)
{
	struct cb_model *model = into;
	if (!json_is_object(value)) {
		wrong_type(reader, value, "an object");
		return;
	}
	model->env_set = calloc(json_object_size(value) + 1, sizeof *model->env_set);
	if (!model->env_set) {
		reader->failed = true;
		return;
	}
	const char *name;
	json_t *member;
	size_t outer = reader->at.len;
	json_object_foreach(value, name, member)
	{
		struct cb_model_set *set = &model->env_set[model->env_set_count++];
		set->name = name;
		cb_pointer_push(&reader->at, name);
		read_set_value(reader, member, set);
		cb_text_cut(&reader->at, outer);
	}
}

static void read_env(struct reader *reader, json_t *value, void *into)
{
	static const struct field fields[] = {
		FIELD("pass", REQUIRED, read_strings, struct cb_model, env_pass),
		{ "set", REQUIRED, read_env_set, 0 },
		FIELD("allowSecret", REQUIRED, read_strings, struct cb_model, env_secrets),
	};
	read_object(reader, value, fields, COUNT(fields), into);
}

static void read_agent(struct reader *reader, json_t *value, void *into)
{
	static const struct field fields[] = {
		FIELD("program", REQUIRED, read_string_or_null, struct cb_model, agent_program),
		FIELD("args", REQUIRED, read_strings, struct cb_model, agent_args),
	};
	read_object(reader, value, fields, COUNT(fields), into);
}

static void read_tools(struct reader *reader, json_t *value, void *into)
{
	static const struct field fields[] = {
		FIELD("bwrap", REQUIRED, read_string, struct cb_model, bwrap),
		FIELD("shell", REQUIRED, read_string, struct cb_model, shell),
		FIELD("git", REQUIRED, read_string, struct cb_model, git),
	};
	read_object(reader, value, fields, COUNT(fields), into);
}

static void read_limits(struct reader *reader, json_t *value, void *into)
{
	static const struct field fields[] = {
		FIELD("core", REQUIRED, read_integer, struct cb_model, limit_core),
		FIELD("tmpfs", REQUIRED, read_integer, struct cb_model, limit_tmpfs),
	};
	read_object(reader, value, fields, COUNT(fields), into);
}

static void read_mount(struct reader *reader, json_t *value, struct cb_model_mount *row)
{
	static const struct field fields[] = {
		FIELD("kind", REQUIRED, read_kind, struct cb_model_mount, kind),
		FIELD("from", OPTIONAL, read_path, struct cb_model_mount, from),
		FIELD("to", REQUIRED, read_path, struct cb_model_mount, to),
		FIELD("optional", OPTIONAL, read_bool, struct cb_model_mount, optional),
		FIELD("why", REQUIRED, read_string, struct cb_model_mount, why),
	};
	bool others = reader->whole;
	reader->whole = true;
	read_object(reader, value, fields, COUNT(fields), row);
	row->whole = reader->whole;
	reader->whole = others && row->whole;
}

static void read_mounts(struct reader *reader, json_t *value, void *into)
{
	struct cb_model *model = into;
	if (!json_is_array(value)) {
		wrong_type(reader, value, "a list of mount rows");
		return;
	}
	model->mounts = calloc(json_array_size(value) + 1, sizeof *model->mounts);
	if (!model->mounts) {
		reader->failed = true;
		return;
	}
	model->mount_count = json_array_size(value);
	size_t outer = reader->at.len;
	for (size_t i = 0; i < model->mount_count; i++) {
		cb_text_printf(&reader->at, "/%zu", i);
		read_mount(reader, json_array_get(value, i), &model->mounts[i]);
		cb_text_cut(&reader->at, outer);
	}
}

static const struct field policy_fields[] = {
	FIELD("version", REQUIRED, read_string, struct cb_model, version),
	FIELD("system", REQUIRED, read_system, struct cb_model, system),
	FIELD("name", REQUIRED, read_string, struct cb_model, name),
	FIELD("description", REQUIRED, read_string, struct cb_model, description),
	FIELD("network", REQUIRED, read_tier, struct cb_model, network),
	{ "agent", REQUIRED, read_agent, 0 },
	{ "tools", REQUIRED, read_tools, 0 },
	FIELD("path", REQUIRED, read_strings, struct cb_model, path),
	{ "env", REQUIRED, read_env, 0 },
	{ "mounts", REQUIRED, read_mounts, 0 },
	FIELD("protect", REQUIRED, read_strings, struct cb_model, protect),
	FIELD("watch", REQUIRED, read_strings, struct cb_model, watch),
	FIELD("hide", REQUIRED, read_strings, struct cb_model, hide),
	FIELD("state", REQUIRED, read_state, struct cb_model, state),
	FIELD("nesting", REQUIRED, read_bool, struct cb_model, nesting),
	{ "limits", REQUIRED, read_limits, 0 },
};

int cb_read_policy(const char *text, size_t len, struct cb_model *model, struct cb_places *places,
		   struct cb_findings *found, struct cb_error *err)
{
	*model = (struct cb_model) { .document = cb_load_document(text, len, found) };
	if (!model->document)
		return 0;
	if (cb_places_scan(places, text, len, found, err) != 0)
		return -1;
	cb_check_strings(model->document, found);
	struct reader reader = { .found = found, .whole = true };
	read_object(&reader, model->document, policy_fields, COUNT(policy_fields), model);
	model->whole = reader.whole;
	bool failed = reader.failed || reader.at.failed;
	cb_text_clear(&reader.at);
	return failed ? cb_fail_memory(err) : 0;
}

void cb_model_clear(struct cb_model *model)
{
	json_decref(model->document);
	free(model->agent_args.items);
	free(model->path.items);
	free(model->env_pass.items);
	free(model->env_secrets.items);
	free(model->env_set);
	free(model->mounts);
	free(model->protect.items);
	free(model->watch.items);
	free(model->hide.items);
	free(model->closure.items);
	free(model->closure_text);
	*model = (struct cb_model) { 0 };
}
