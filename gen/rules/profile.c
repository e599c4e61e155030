/* Rules on the profile itself: its name, its programs, its limits, its size. Pure. */
#include "rules/rules.h"

enum { NAME_MAX_LEN = 64 };

/* All of the text is of these letters, and it is as long as a name may be. */
static bool is_made_of(const char *text, const char *letters)
{
	size_t len = strlen(text);
	return len > 0 && len <= NAME_MAX_LEN && strspn(text, letters) == len;
}

void cb_rule_name(const struct cb_check *check)
{
	static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyz-";
	const char *name = check->model->name;
	if (name && !(is_made_of(name, letters) && name[0] != '-'))
		cb_report(
		    check, "/name",
		    cb_format("small letters, digits and dashes, at most %d", (int)NAME_MAX_LEN),
		    "is no plain file name");
}

void cb_rule_version(const struct cb_check *check)
{
	static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ.+-";
	const char *version = check->model->version;
	if (version && !(is_made_of(version, letters) && version[0] >= '0' && version[0] <= '9'))
		cb_report(check, "/version", NULL, "does not look like a version");
}

static void check_programs(const struct cb_check *check, enum cb_type type)
{
	for (const struct cb_field *field = NULL; (field = cb_next_field(field, type));) {
		const char *path = *(const char *const *)cb_field_value(check->model, field);
		if (path && !cb_in_store_path(path))
			cb_report(check, field->pointer,
				  "/nix/store/HASH-NAME/..., as a package's attribute gives it",
				  "\"%s\" is not in a store path", path);
	}
}

void cb_rule_program(const struct cb_check *check)
{
	const struct cb_model *model = check->model;
	check_programs(check, CB_TYPE_STORE_PATH);
	check_programs(check, CB_TYPE_STORE_PATH_OR_NULL);
	/* A user writes no `path`: its directories are made of the profile's packages. */
	for (size_t i = 0; i < model->path.count; i++)
		if (model->path.items[i] && !cb_in_store_path(model->path.items[i]))
			cb_report(check, cb_format("/path/%zu", i),
				  "packages = [ pkgs.NAME ], not its name as a text",
				  "\"%s\" of packages is not in a store path",
				  model->path.items[i]);
}

/* A project's own tools are made by the one of the other, anywhere in the store. */
void cb_rule_project_tools(const struct cb_check *check)
{
	const struct cb_model *model = check->model;
	if (!model->nix_build != !model->packages)
		cb_report(check, model->packages ? "/tools/nixBuild" : "/tools/packages", NULL,
			  "is needed where the other is given");
	if (model->packages && cb_find_kind(model, CB_KIND_CLOSURE, 0) < model->mounts.count)
		cb_report(check, "/tools/packages", NULL, "is given where only a closure is shown");
}

void cb_rule_path_colon(const struct cb_check *check)
{
	const struct cb_model_list *path = &check->model->path;
	for (size_t i = 0; i < path->count; i++)
		if (path->items[i] && strchr(path->items[i], ':'))
			cb_report(check, cb_format("/path/%zu", i), NULL,
				  "has a colon, which separates the entries of PATH");
}

void cb_rule_limit(const struct cb_check *check)
{
	for (const struct cb_field *field = NULL; (field = cb_next_field(field, CB_TYPE_AMOUNT));) {
		int64_t amount = *(const int64_t *)cb_field_value(check->model, field);
		if (amount < 0 && amount != CB_UNREAD)
			cb_report(check, field->pointer, NULL, "is negative");
	}
}

/* bwrap counts every argument, those read from a descriptor too, and dies above MAX_ARGS (9000 in
 * its bubblewrap.c). What is kept back is for the launcher's own options, the mounts it adds at
 * launch and the user's arguments. */
void cb_rule_too_many(const struct cb_check *check)
{
	enum { TAKEN = 9000, KEPT_BACK = 600, PER_ROW = 5, PER_PATH = 3, PER_VARIABLE = 3 };
	const struct cb_model *model = check->model;
	size_t needed = PER_ROW * model->mounts.count + PER_PATH * model->closure.count +
			PER_VARIABLE * (model->env_pass.count + model->env_set.count) +
			model->agent_args.count;
	if (needed > TAKEN - KEPT_BACK)
		cb_report(check, "/mounts", "mount directories instead of what is in them",
			  "with closure and variables needs %zu arguments, bwrap takes %d", needed,
			  (int)(TAKEN - KEPT_BACK));
}
