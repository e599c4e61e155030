/* Rules on the closure list: that it belongs to its row, and holds what runs inside. Pure. */
#include "rules/rules.h"

#include "policy/store-path.h"
#include "rules/path-set.h"

#include <string.h>

static bool has_closure_row(const struct cb_model *model, size_t *ret_index)
{
	for (size_t i = 0; i < model->mount_count; i++) {
		if (model->mounts[i].whole && model->mounts[i].kind == CB_KIND_CLOSURE) {
			*ret_index = i;
			return true;
		}
	}
	return false;
}

void cb_rule_closure_file(const struct cb_check *check)
{
	size_t index;
	bool row = has_closure_row(check->model, &index);
	if (row && !check->model->closure_given)
		cb_finding_say(cb_finding_add(check->found, check->rule, "/mounts/%zu/kind", index),
			       "closure needs the list of its store paths: --closure FILE");
	if (!row && check->model->closure_given && check->model->whole)
		cb_finding_say(cb_finding_add(check->found, check->rule, "/mounts"),
			       "has no closure row for the list given by --closure");
}

void cb_rule_closure_line(const struct cb_check *check)
{
	const struct cb_model_list *closure = &check->model->closure;
	for (size_t i = 0; i < closure->count; i++) {
		size_t len = cb_store_path_len(closure->items[i]);
		if (len == 0 || closure->items[i][len] != '\0')
			cb_finding_say(
			    cb_finding_add(check->found, check->rule, "closure:%zu", i + 1),
			    "\"%s\" is no store path", closure->items[i]);
	}
}

static void must_hold(const struct cb_check *check, const struct cb_path_set *closure,
		      const char *path, const char *pointer)
{
	size_t len = path ? cb_store_path_len(path) : 0;
	if (len == 0 || cb_path_set_get(closure, CB_ANCHOR_ROOT, path, len))
		return;
	cb_finding_say(cb_finding_add(check->found, check->rule, "%s", pointer),
		       "%s is not in the closure, so not there inside", path);
}

/* bwrap itself runs outside and need not be in it. */
void cb_rule_closure_lacks(const struct cb_check *check)
{
	const struct cb_model *model = check->model;
	size_t index;
	cleanup_path_set struct cb_path_set closure = { 0 };
	if (!model->closure_given || !has_closure_row(model, &index))
		return;
	if (!cb_path_set_init(&closure, model->closure.count)) {
		check->found->failed = true;
		return;
	}
	for (size_t i = 0; i < model->closure.count; i++)
		cb_path_set_put(&closure, CB_ANCHOR_ROOT, model->closure.items[i],
				strlen(model->closure.items[i]), i);
	cleanup_text struct cb_text pointer = { 0 };
	must_hold(check, &closure, model->agent_program, "/agent/program");
	must_hold(check, &closure, model->shell, "/tools/shell");
	for (size_t i = 0; i < model->path.count; i++) {
		cb_text_cut(&pointer, 0);
		cb_text_printf(&pointer, "/path/%zu", i);
		must_hold(check, &closure, model->path.items[i], cb_text_str(&pointer));
	}
	for (size_t i = 0; i < model->env_set_count; i++) {
		cb_text_cut(&pointer, 0);
		cb_text_add(&pointer, "/env/set");
		cb_pointer_push(&pointer, model->env_set[i].name);
		must_hold(check, &closure, model->env_set[i].text, cb_text_str(&pointer));
	}
	for (size_t i = 0; i < model->mount_count; i++) {
		const struct cb_model_mount *row = &model->mounts[i];
		if (!row->whole || row->kind != CB_KIND_LINK || !row->from.text)
			continue;
		cb_text_cut(&pointer, 0);
		cb_text_printf(&pointer, "/mounts/%zu/from", i);
		must_hold(check, &closure, row->from.text, cb_text_str(&pointer));
	}
}
