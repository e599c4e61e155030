/* Rules on the mount table as a whole: rows that hide each other, rows that must be there. Pure. */
#include "rules/rules.h"

#include "base/path.h"

static bool has_destination(const struct cb_model_mount *row)
{
	return row->whole && row->to.normal;
}

/* A directory that is made where something is already hides nothing. */
static bool covers(const struct cb_model_mount *row)
{
	return row->kind != CB_KIND_DIR;
}

static bool is_no_directory(const struct cb_model_mount *row)
{
	return row->kind == CB_KIND_LINK || row->kind == CB_KIND_MADE || row->kind == CB_KIND_FILE;
}

static bool is_of_state(const struct cb_model_mount *row)
{
	return row->whole && cb_kind_from(row->kind) == CB_FROM_PATH && row->from.normal &&
	       (row->from.path.anchor == CB_ANCHOR_STATE ||
		row->from.path.anchor == CB_ANCHOR_LOGIN);
}

static void put_row(struct cb_path_set *set, const struct cb_model_path *path, size_t row)
{
	cb_path_set_put(set, path->path.anchor, path->path.rest, strlen(path->path.rest), row);
}

void cb_rule_to_twice(const struct cb_check *check)
{
	const struct cb_model *model = check->model;
	struct cb_path_set seen = cb_path_set_of(model->mounts.count);
	for (size_t i = 0; i < model->mounts.count; i++) {
		const struct cb_model_path *to = &model->mounts.items[i].to;
		if (!has_destination(&model->mounts.items[i]))
			continue;
		const size_t *first =
		    cb_path_set_get(&seen, to->path.anchor, to->path.rest, strlen(to->path.rest));
		if (first)
			cb_report(check, cb_mount_pointer(i, "/to"), NULL,
				  "%s is already the place of /mounts/%zu", to->text, *first);
		put_row(&seen, to, i);
	}
}

/* The launcher makes @state and @login without following links, and resolves no further: what lies
 * in a part of them that the agent writes could be a link to anywhere. Below @project the launcher
 * itself looks where a source leads. */
void cb_rule_source_written(const struct cb_check *check)
{
	const struct cb_model *model = check->model;
	struct cb_path_set written = cb_path_set_of(model->mounts.count);
	for (size_t i = 0; i < model->mounts.count; i++)
		if (is_of_state(&model->mounts.items[i]) &&
		    model->mounts.items[i].kind == CB_KIND_RW)
			put_row(&written, &model->mounts.items[i].from, i);
	for (size_t i = 0; i < model->mounts.count; i++) {
		const struct cb_model_mount *row = &model->mounts.items[i];
		const size_t *over =
		    is_of_state(row) ? cb_path_set_above(&written, row->from.path) : NULL;
		if (over)
			cb_report(check, cb_mount_pointer(i, "/from"), NULL,
				  "%s lies in what the agent writes by /mounts/%zu", row->from.text,
				  *over);
	}
}

/* Rows whose destination lies below that of a row that hides it: `later` ones, which cover what is
 * there, or earlier ones, which are no directory that it could be made in. Destinations on
 * different anchors cannot be compared before launch; see shadowed_anchor. */
static void find_below(const struct cb_check *check, bool later)
{
	const struct cb_model *model = check->model;
	const struct cb_model_mount *rows = model->mounts.items;
	struct cb_path_set passed = cb_path_set_of(model->mounts.count);
	for (size_t n = 0; n < model->mounts.count; n++) {
		size_t i = later ? model->mounts.count - 1 - n : n;
		if (!has_destination(&rows[i]))
			continue;
		const size_t *above = cb_path_set_above(&passed, rows[i].to.path);
		if (above && later)
			cb_report(check, cb_mount_pointer(i, "/to"),
				  "put the row after it: general before specific",
				  "%s is hidden by the later /mounts/%zu (%s %s)", rows[i].to.text,
				  *above, cb_word_kind(rows[*above].kind), rows[*above].to.text);
		if (above && !later)
			cb_report(check, cb_mount_pointer(i, "/to"), NULL,
				  "%s lies below /mounts/%zu, a %s", rows[i].to.text, *above,
				  rows[*above].kind == CB_KIND_LINK ? "link" : "file");
		if (later ? covers(&rows[i]) : is_no_directory(&rows[i]))
			put_row(&passed, &rows[i].to, i);
	}
}

void cb_rule_shadowed(const struct cb_check *check)
{
	find_below(check, true);
}

void cb_rule_below_file(const struct cb_check *check)
{
	find_below(check, false);
}

/* Where homes, projects and runtime directories usually lie. */
static const char *const living_places[] = {
#define X(path) path,
#include "rules/home-parents.def"
#undef X
	"/root", "/run/user", "/tmp", "/var/tmp", "/srv", "/mnt", "/media",
};

/* What lies where is known only at launch; these are the cases that are sure to hit someone. */
static bool may_hide(const struct cb_model_mount *row, bool after_anchored, bool after_project)
{
	if (!covers(row))
		return false;
	if (row->to.path.anchor == CB_ANCHOR_HOME)
		return after_project && row->to.path.rest[0] == '\0';
	if (row->to.path.anchor != CB_ANCHOR_ROOT || !after_anchored)
		return false;
	for (size_t i = 0; i < sizeof living_places / sizeof living_places[0]; i++)
		if (cb_path_is_within(living_places[i], row->to.path.rest))
			return true;
	return false;
}

void cb_rule_shadowed_anchor(const struct cb_check *check)
{
	bool after_anchored = false, after_project = false;
	for (size_t i = 0; i < check->model->mounts.count; i++) {
		const struct cb_model_mount *row = &check->model->mounts.items[i];
		if (!has_destination(row))
			continue;
		if (may_hide(row, after_anchored, after_project))
			cb_report(check, cb_mount_pointer(i, "/to"),
				  "put the row before those of ~ and @project",
				  "%s would hide a home or project that lies in it", row->to.text);
		after_anchored |= row->to.path.anchor != CB_ANCHOR_ROOT;
		after_project |= row->to.path.anchor == CB_ANCHOR_PROJECT;
	}
}

/* Rows that could not be read may be the ones that are looked for: then nothing is said. */
static void must_have(const struct cb_check *check, const struct cb_model_mount *found,
		      const char *row)
{
	if (!found && check->model->whole)
		cb_report(check, "/mounts", NULL, "has no row %s", row);
}

/* A row elsewhere that writes to the project is to-project's or to-twice's finding. */
void cb_rule_project_row(const struct cb_check *check)
{
	const struct cb_model_mount *row =
	    cb_find_mount(check->model, CB_KIND_RW, CB_ANCHOR_PROJECT, "");
	must_have(check, row && cb_path_is(&row->from, CB_ANCHOR_PROJECT, "") ? row : NULL,
		  "rw @project at @project");
}

void cb_rule_proc_row(const struct cb_check *check)
{
	must_have(check, cb_find_mount(check->model, CB_KIND_PROC, CB_ANCHOR_ROOT, "/proc"),
		  "proc at /proc");
}

void cb_rule_dev_row(const struct cb_check *check)
{
	must_have(check, cb_find_mount(check->model, CB_KIND_DEV, CB_ANCHOR_ROOT, "/dev"),
		  "dev at /dev");
}

void cb_rule_store_row(const struct cb_check *check)
{
	const struct cb_model_mount *row =
	    cb_find_mount(check->model, CB_KIND_RO, CB_ANCHOR_ROOT, CB_STORE_PATH);
	if (!row)
		row = cb_find_mount(check->model, CB_KIND_CLOSURE, CB_ANCHOR_ROOT, CB_STORE_PATH);
	must_have(check, row, "that mounts " CB_STORE_PATH ", ro or closure");
}
