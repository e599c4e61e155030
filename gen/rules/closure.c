/* Rules on the closure list: that it belongs to its row, and holds what runs inside. Pure. */
#include "rules/rules.h"

void cb_rule_closure_file(const struct cb_check *check)
{
	const struct cb_model *model = check->model;
	size_t index = cb_find_kind(model, CB_KIND_CLOSURE, 0);
	bool has_row = index < model->mounts.count;
	if (has_row && !model->closure_given)
		cb_report(check, cb_mount_pointer(index, "/kind"), NULL,
			  "closure needs the list of its store paths: --closure FILE");
	if (!has_row && model->closure_given && model->whole)
		cb_report(check, "/mounts", NULL,
			  "has no closure row for the list given by --closure");
}

void cb_rule_closure_line(const struct cb_check *check)
{
	const struct cb_model_list *closure = &check->model->closure;
	for (size_t i = 0; i < closure->count; i++) {
		size_t len = cb_store_path_len(closure->items[i]);
		if (len == 0 || closure->items[i][len] != '\0')
			cb_report(check, cb_format("closure:%zu", i + 1), NULL,
				  "\"%s\" is no store path", closure->items[i]);
	}
}

static void must_hold(const struct cb_check *check, const struct cb_path_set *closure,
		      const char *path, const char *pointer)
{
	size_t len = path ? cb_store_path_len(path) : 0;
	if (len > 0 && !cb_path_set_get(closure, CB_ANCHOR_ROOT, path, len))
		cb_report(check, pointer, NULL, "%s is not in the closure, so not there inside",
			  path);
}

/* bwrap itself runs outside and need not be in it. */
void cb_rule_closure_lacks(const struct cb_check *check)
{
	const struct cb_model *model = check->model;
	if (!model->closure_given || cb_find_kind(model, CB_KIND_CLOSURE, 0) == model->mounts.count)
		return;
	struct cb_path_set closure = cb_path_set_of(model->closure.count);
	for (size_t i = 0; i < model->closure.count; i++)
		cb_path_set_put(&closure, CB_ANCHOR_ROOT, model->closure.items[i],
				strlen(model->closure.items[i]), i);
	must_hold(check, &closure, model->agent_program, "/agent/program");
	must_hold(check, &closure, model->shell, "/tools/shell");
	for (size_t i = 0; i < model->path.count; i++)
		must_hold(check, &closure, model->path.items[i], cb_format("/path/%zu", i));
	for (size_t i = 0; i < model->env_set.count; i++)
		must_hold(check, &closure, model->env_set.items[i].text,
			  cb_set_pointer(model->env_set.items[i].name));
	for (size_t i = 0; (i = cb_find_kind(model, CB_KIND_LINK, i)) < model->mounts.count; i++)
		must_hold(check, &closure, model->mounts.items[i].from.text,
			  cb_mount_pointer(i, "/from"));
}
