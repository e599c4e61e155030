/* The tables of the launcher: each field of fields.def printed in C, as its type says. */
#include "pages/pages.h"
#include "policy/fields.h"
#include "policy/values.h"

/* What a private network never leads to, whatever the policy adds. */
static const char *const always_blocked[] = {
#define X(text) text,
#include "pages/blocked.def"
#undef X
};
enum { ALWAYS_BLOCKED = sizeof always_blocked / sizeof always_blocked[0] };

/* --- values --- */

struct value {
	const struct cb_model *model;
	enum cb_type type;
	const void *at; /* the member of the model */
};

static void print_string(struct cb_text *out, const struct value *value)
{
	cb_literal_c(out, *(const char *const *)value->at);
}

static void print_boolean(struct cb_text *out, const struct value *value)
{
	cb_text_add(out, *(const bool *)value->at ? "true" : "false");
}

static void print_integer(struct cb_text *out, const struct value *value)
{
	cb_text_printf(out, "%lld", (long long)*(const int64_t *)value->at);
}

static void print_word(struct cb_text *out, const struct value *value)
{
	cb_text_add(out, cb_type_words(value->type)[*(const unsigned *)value->at].name);
}

static void add_path(struct cb_text *out, struct cb_path path)
{
	cb_text_printf(out, "{ %s, ", cb_anchors[path.anchor].name);
	cb_literal_c(out, path.rest);
	cb_text_add(out, " }");
}

static void print_path(struct cb_text *out, const struct value *value)
{
	add_path(out, ((const struct cb_model_path *)value->at)->path);
}

/* --- rows of tables; the last one says where the table ends, or keeps it from being empty, which
 * C does not allow --- */

static void print_strings(struct cb_text *out, const struct value *value)
{
	const struct cb_model_list *list = value->at;
	for (size_t i = 0; i < list->count; i++) {
		cb_text_add(out, "\t");
		cb_literal_c(out, list->items[i]);
		cb_text_add(out, ",\n");
	}
	cb_text_add(out, "\tNULL,");
}

static void print_ports(struct cb_text *out, const struct value *value)
{
	cb_text_add(out, "\t");
	cb_add_numbers(out, "", value->at, ", ");
	cb_text_add(out, "0,");
}

static void add_prefix(struct cb_text *out, const char *text)
{
	struct cb_prefix prefix;
	if (!cb_prefix_parse(text, &prefix))
		return; /* the rules have seen to it */
	cb_text_add(out, "\t{ ");
	cb_literal_c(out, text);
	cb_text_printf(out, ", %s, %u, {", prefix.v6 ? "true" : "false", prefix.bits);
	for (unsigned i = 0; i < (prefix.v6 ? 16U : 4U); i++)
		cb_text_printf(out, "%s %u", i ? "," : "", prefix.bytes[i]);
	cb_text_add(out, " } },\n");
}

static void print_blocks(struct cb_text *out, const struct value *value)
{
	const struct cb_model_list *blocks = value->at;
	for (size_t i = 0; cb_has_block_list(value->model) && i < ALWAYS_BLOCKED; i++)
		add_prefix(out, always_blocked[i]);
	for (size_t i = 0; i < blocks->count; i++)
		add_prefix(out, blocks->items[i]);
	cb_text_add(out, "\t{ .text = NULL },");
}

static void print_variables(struct cb_text *out, const struct value *value)
{
	const struct cb_model_sets *sets = value->at;
	for (size_t i = 0; i < sets->count; i++) {
		const struct cb_model_set *set = &sets->items[i];
		cb_text_add(out, "\t{ .name = ");
		cb_literal_c(out, set->name);
		cb_text_add(out, set->text ? ", .text = " : ", .path = ");
		if (set->text)
			cb_literal_c(out, set->text);
		else
			add_path(out, set->path.path);
		cb_text_add(out, " },\n");
	}
	cb_text_add(out, "\t{ .name = NULL },");
}

static void add_from(struct cb_text *out, const struct cb_model_mount *row)
{
	enum cb_inside_file file;
	enum cb_from from = cb_kind_from(row->kind);
	if (from == CB_FROM_PATH || from == CB_FROM_TEXT) {
		cb_text_add(out, ", .from = ");
		add_path(out, from == CB_FROM_PATH
				  ? row->from.path
				  : (struct cb_path) { CB_ANCHOR_ROOT, row->from.text });
	}
	if (from == CB_FROM_GENERATED && cb_inside_file_of(row->from.text, &file))
		cb_text_printf(out, ", .made = %s", cb_inside_files[file].name);
}

/* There are always some: a rule asks for them. */
static void print_mounts(struct cb_text *out, const struct value *value)
{
	const struct cb_model_mounts *mounts = value->at;
	for (size_t i = 0; i < mounts->count; i++) {
		const struct cb_model_mount *row = &mounts->items[i];
		cb_text_printf(out, "%s\t{ .kind = %s%s", i ? "\n" : "", cb_kinds[row->kind].name,
			       row->optional ? ", .optional = true" : "");
		add_from(out, row);
		cb_text_add(out, ",\n\t  .to = ");
		add_path(out, row->to.path);
		cb_text_add(out, ", .why = ");
		cb_literal_c(out, row->why);
		cb_text_add(out, " },");
	}
}

/* --- sections --- */

static const struct {
	void (*print)(struct cb_text *out, const struct value *value);
	const char *element; /* NULL: the value stands in the policy itself */
} types[] = {
#define TYPE(NAME, type, reader, printer, element, ...) { print_##printer, element },
#include "policy/types.def"
};

static void print_tables(struct cb_text *out, const struct cb_model *model)
{
	const char *before = "";
	for (size_t i = 0; i < cb_policy_record.count; i++) {
		const struct cb_field *field = &cb_policy_record.fields[i];
		const char *element = types[field->type].element;
		const struct value value = { model, field->type, cb_field_value(model, field) };
		if (field->to != CB_LAUNCHER || !element)
			continue;
		cb_text_printf(out, "%sstatic const %s%s[] = {\n", before, element, field->member);
		types[field->type].print(out, &value);
		cb_text_add(out, "\n};");
		before = "\n\n";
	}
}

static size_t rows_of(const struct value *value)
{
	if (value->type == CB_TYPE_BLOCKS)
		return ((const struct cb_model_list *)value->at)->count +
		       (cb_has_block_list(value->model) ? ALWAYS_BLOCKED : 0);
	if (value->type == CB_TYPE_VARIABLES)
		return ((const struct cb_model_sets *)value->at)->count;
	return ((const struct cb_model_mounts *)value->at)->count;
}

static void print_fields(struct cb_text *out, const struct cb_model *model)
{
	for (size_t i = 0; i < cb_policy_record.count; i++) {
		const struct cb_field *field = &cb_policy_record.fields[i];
		const char *element = types[field->type].element, *member = field->member;
		const struct value value = { model, field->type, cb_field_value(model, field) };
		if (field->to != CB_LAUNCHER)
			continue;
		cb_text_printf(out, "%s\t.%s = %s", i ? "\n" : "", member, element ? member : "");
		if (!element)
			types[field->type].print(out, &value);
		cb_text_add(out, ",");
		/* Rows that are structures are counted: `mounts` by `mount_count`. */
		size_t len = strlen(member) - (member[strlen(member) - 1] == 's');
		if (element && strncmp(element, "struct", 6) == 0)
			cb_text_printf(out, "\n\t.%.*s_count = %zu,", (int)len, member,
				       rows_of(&value));
	}
}

static void print_filter(struct cb_text *out, const struct cb_model *model)
{
	enum { PER_LINE = 3 };
	for (size_t i = 0; i < model->filter.count; i++) {
		const struct cb_bpf *line = &model->filter.program[i];
		const char *before = i % PER_LINE ? " " : i ? "\n\t" : "\t";
		cb_text_printf(out, "%s{ 0x%02x, %u, %u, 0x%08x },", before, line->code, line->jt,
			       line->jf, line->k);
	}
}

static void print_filter_count(struct cb_text *out, const struct cb_model *model)
{
	cb_text_printf(out, "%zu", model->filter.count);
}

const struct cb_section cb_launcher_sections[] = {
	{ "tables", .print = print_tables },
	{ "filter", .print = print_filter },
	{ "sandbox_md", .text = offsetof(struct cb_model, sandbox_md) },
	{ "fields", .print = print_fields },
	{ "filter_count", .print = print_filter_count },
	{ 0 },
};
