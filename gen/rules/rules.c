/* The table of rules, the walk over it, and how a rule reports. Pure. */
#include "rules/rules.h"

#include <stdlib.h>

char *cb_mount_pointer(size_t index, const char *key)
{
	return cb_format("/mounts/%zu%s", index, key);
}

char *cb_set_pointer(const char *name)
{
	struct cb_text pointer = { 0 };
	cb_text_add(&pointer, "/env/set");
	cb_pointer_push(&pointer, name);
	return pointer.data;
}

void cb_report(const struct cb_check *check, const char *pointer, const char *hint,
	       const char *message, ...)
{
	const struct cb_env_name *name = check->name;
	if (check->row)
		pointer = cb_mount_pointer(check->index, pointer);
	if (name && name->list == CB_SET)
		pointer = cb_format("%s%s", cb_set_pointer(name->name), pointer);
	else if (name)
		pointer = cb_format("/env/%s/%zu", name->list == CB_PASS ? "pass" : "allowSecret",
				    name->index);
	va_list ap;
	va_start(ap, message);
	cb_finding_add(check->found, check->rule, pointer, hint, cb_vformat(message, ap));
	va_end(ap);
}

/* --- which row a finding is about: its pointer counts the rows of the merged table, which nobody
 * has written; a profile of one row may read of /mounts/33 --- */

/* The number behind `list` in a pointer, if it is below `count`. */
static bool index_in(const char *pointer, const char *list, size_t count, size_t *ret_index)
{
	size_t len = strlen(list);
	if (strncmp(pointer, list, len) != 0 || pointer[len] < '0' || pointer[len] > '9')
		return false;
	*ret_index = strtoul(pointer + len, NULL, 10);
	return *ret_index < count;
}

/* As a word of its own: /x is not in "/x/y". */
static bool has_word(const char *message, const char *word)
{
	size_t len = strlen(word);
	for (const char *at = message; (at = strstr(at, word)); at++)
		if ((at == message || strchr(" \"(", at[-1])) && strchr(" \",:)", at[len]))
			return true;
	return false;
}

/* Adds the first of two names that is there, unless the message has one of them already. */
static void add_name(struct cb_finding *finding, const char *const says[2],
		     const char *const names[2])
{
	enum { SHOWN = 80 }; /* bytes of a path: one that is too long is a finding of its own */
	int first = -1;
	for (int i = 1; i >= 0; i--) {
		if (!names[i] || !names[i][0])
			continue;
		if (has_word(finding->message, names[i]))
			return;
		first = i;
	}
	if (first >= 0)
		finding->message = cb_format("%s (%s %.*s)", finding->message, says[first],
					     (int)SHOWN, names[first]);
}

static void name_row(const struct cb_model *model, struct cb_finding *finding)
{
	size_t i;
	if (index_in(finding->pointer, "/mounts/", model->mounts.count, &i))
		add_name(finding, (const char *const[]) { "row to", "row from" },
			 (const char *const[]) { model->mounts.items[i].to.text,
						 model->mounts.items[i].from.text });
	if (index_in(finding->pointer, "/env/pass/", model->env_pass.count, &i))
		add_name(finding, (const char *const[]) { "variable", NULL },
			 (const char *const[]) { model->env_pass.items[i], NULL });
}

/* --- the walk: a rule is asked about the policy, each row or each name --- */

typedef void rule(const struct cb_check *check);

static void walk_POLICY(struct cb_check check, rule *ask)
{
	ask(&check);
}

static void walk_MOUNT(struct cb_check check, rule *ask)
{
	for (; check.index < check.model->mounts.count; check.index++) {
		check.row = &check.model->mounts.items[check.index];
		if (check.row->whole)
			ask(&check);
	}
}

/* The names of a list, in the order of the document. */
static struct cb_model_list list_of(const struct cb_model *model, enum cb_names list)
{
	if (list != CB_SET)
		return list == CB_PASS ? model->env_pass : model->env_secrets;
	struct cb_model_list names = { cb_alloc(model->env_set.count, sizeof *names.items), 0 };
	for (; names.count < model->env_set.count; names.count++)
		names.items[names.count] = model->env_set.items[names.count].name;
	return names;
}

static void walk_NAME(struct cb_check check, rule *ask)
{
	for (enum cb_names k = 0; k < CB_NAMES; k++) {
		const struct cb_model_list list = list_of(check.model, k);
		struct cb_env_name name = { .list = k };
		check.name = &name;
		for (; name.index < list.count; name.index++) {
			name.name = list.items[name.index];
			name.set = k == CB_SET ? &check.model->env_set.items[name.index] : NULL;
			if (name.name)
				ask(&check);
		}
	}
}

static const struct {
	const char *id, *what, *why;
	void (*walk)(struct cb_check check, rule *ask);
	rule *ask;
} rules[] = {
#define READ(id, what, why) { id, what, why, NULL, NULL },
#define RULE(SCOPE, function, id, what, why) { id, what, why, walk_##SCOPE, cb_rule_##function },
#include "rules/rules.def"
};
enum { RULE_COUNT = sizeof rules / sizeof rules[0] };

void cb_check_rules(const struct cb_model *model, struct cb_findings *found)
{
	struct cb_path_set names[CB_NAMES];
	struct cb_check check = { .model = model, .found = found, .names = names };
	for (enum cb_names k = 0; k < CB_NAMES; k++) {
		const struct cb_model_list list = list_of(model, k);
		names[k] = cb_path_set_of(list.count);
		for (size_t i = 0; i < list.count; i++)
			if (list.items[i])
				cb_path_set_put(&names[k], CB_ANCHOR_ROOT, list.items[i],
						strlen(list.items[i]), i);
	}
	for (size_t i = 0; i < RULE_COUNT; i++) {
		check.rule = rules[i].id;
		if (rules[i].ask)
			rules[i].walk(check, rules[i].ask);
	}
	for (size_t i = 0; i < found->count; i++)
		name_row(model, &found->list[i]);
}

void cb_print_rules(struct cb_text *text)
{
	for (size_t i = 0; i < RULE_COUNT; i++)
		cb_text_printf(text, "%s\t%s\t%s\n", rules[i].id, rules[i].what, rules[i].why);
}
