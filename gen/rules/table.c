/* Rules on the mount table as a whole: rows that hide each other, rows that must be there. Pure. */
#include "rules/rules.h"

#include "base/path.h"
#include "policy/store-path.h"
#include "rules/path-set.h"

#include <string.h>

static struct cb_finding *at(const struct cb_check *check, size_t index, const char *key)
{
	return cb_finding_add(check->found, check->rule, "/mounts/%zu/%s", index, key);
}

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

/* Room for a row each. */
static bool begin(const struct cb_check *check, struct cb_path_set *set)
{
	bool begun = cb_path_set_init(set, check->model->mount_count);
	check->found->failed |= !begun;
	return begun;
}

static void put_row(struct cb_path_set *set, const struct cb_model_mount *row, size_t index)
{
	cb_path_set_put(set, row->to.path.anchor, row->to.path.rest, strlen(row->to.path.rest),
			index);
}

void cb_rule_to_twice(const struct cb_check *check)
{
	const struct cb_model *model = check->model;
	cleanup_path_set struct cb_path_set seen = { 0 };
	if (!begin(check, &seen))
		return;
	for (size_t i = 0; i < model->mount_count; i++) {
		const struct cb_model_mount *row = &model->mounts[i];
		if (!has_destination(row))
			continue;
		const size_t *first = cb_path_set_get(&seen, row->to.path.anchor, row->to.path.rest,
						      strlen(row->to.path.rest));
		if (first)
			cb_finding_say(at(check, i, "to"), "%s is already the place of /mounts/%zu",
				       row->to.text, *first);
		else
			put_row(&seen, row, i);
	}
}

/* The launcher makes @state and @login without following links, and resolves no further: what lies
 * in a part of them that the agent writes could be a link to anywhere. Below @project the launcher
 * itself looks where a source leads. */
void cb_rule_source_written(const struct cb_check *check)
{
	const struct cb_model *model = check->model;
	cleanup_path_set struct cb_path_set written = { 0 };
	if (!begin(check, &written))
		return;
	for (size_t i = 0; i < model->mount_count; i++) {
		const struct cb_model_mount *row = &model->mounts[i];
		if (is_of_state(row) && row->kind == CB_KIND_RW)
			cb_path_set_put(&written, row->from.path.anchor, row->from.path.rest,
					strlen(row->from.path.rest), i);
	}
	for (size_t i = 0; i < model->mount_count; i++) {
		const struct cb_model_mount *row = &model->mounts[i];
		const size_t *over =
		    is_of_state(row) ? cb_path_set_above(&written, row->from.path) : NULL;
		if (over)
			cb_finding_say(at(check, i, "from"),
				       "%s lies in what the agent writes by /mounts/%zu",
				       row->from.text, *over);
	}
}

/* Goes through the rows, or through them backwards, and says which of them lies below the
 * destination of one that `counts` and came before. Destinations on different anchors cannot be
 * compared before launch; see shadowed_anchor. */
static void find_below(const struct cb_check *check, bool backwards,
		       bool (*counts)(const struct cb_model_mount *row),
		       void (*say)(const struct cb_check *check, size_t row, size_t above))
{
	const struct cb_model *model = check->model;
	cleanup_path_set struct cb_path_set passed = { 0 };
	if (!begin(check, &passed))
		return;
	for (size_t n = 0; n < model->mount_count; n++) {
		size_t i = backwards ? model->mount_count - 1 - n : n;
		const struct cb_model_mount *row = &model->mounts[i];
		if (!has_destination(row))
			continue;
		const size_t *above = cb_path_set_above(&passed, row->to.path);
		if (above)
			say(check, i, *above);
		if (counts(row))
			put_row(&passed, row, i);
	}
}

static void say_hidden(const struct cb_check *check, size_t row, size_t above)
{
	const struct cb_model_mount *mounts = check->model->mounts;
	struct cb_finding *finding = at(check, row, "to");
	cb_finding_say(finding, "%s is hidden by the later /mounts/%zu (%s %s)",
		       mounts[row].to.text, above, cb_kind_word(mounts[above].kind),
		       mounts[above].to.text);
	cb_finding_hint(finding, "put the row after it: general before specific");
}

void cb_rule_shadowed(const struct cb_check *check)
{
	find_below(check, true, covers, say_hidden);
}

static void say_below_file(const struct cb_check *check, size_t row, size_t above)
{
	const struct cb_model_mount *mounts = check->model->mounts;
	cb_finding_say(at(check, row, "to"), "%s lies below /mounts/%zu, a %s", mounts[row].to.text,
		       above, mounts[above].kind == CB_KIND_LINK ? "link" : "file");
}

/* The other way round: what comes later and would have to be made inside a file. */
void cb_rule_below_file(const struct cb_check *check)
{
	find_below(check, false, is_no_directory, say_below_file);
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
	const struct cb_model *model = check->model;
	bool after_anchored = false;
	bool after_project = false;
	for (size_t i = 0; i < model->mount_count; i++) {
		const struct cb_model_mount *row = &model->mounts[i];
		if (!has_destination(row))
			continue;
		if (may_hide(row, after_anchored, after_project)) {
			struct cb_finding *finding = at(check, i, "to");
			cb_finding_say(finding, "%s would hide a home or project that lies in it",
				       row->to.text);
			cb_finding_hint(finding, "put the row before those of ~ and @project");
		}
		after_anchored |= row->to.path.anchor != CB_ANCHOR_ROOT;
		after_project |= row->to.path.anchor == CB_ANCHOR_PROJECT;
	}
}

/* Rows that could not be read may be the ones that are looked for: then nothing is said. */
static void must_have(const struct cb_check *check, bool found, const char *row)
{
	if (!found && check->model->whole)
		cb_finding_say(cb_finding_add(check->found, check->rule, "/mounts"),
			       "has no row %s", row);
}

static bool has_row(const struct cb_model *model, enum cb_kind kind, const char *to)
{
	for (size_t i = 0; i < model->mount_count; i++)
		if (cb_mount_is(&model->mounts[i], kind, CB_ANCHOR_ROOT, to))
			return true;
	return false;
}

void cb_rule_project_row(const struct cb_check *check)
{
	bool found = false;
	for (size_t i = 0; i < check->model->mount_count; i++) {
		const struct cb_model_mount *row = &check->model->mounts[i];
		found |= cb_mount_is(row, CB_KIND_RW, CB_ANCHOR_PROJECT, "") &&
			 cb_path_is(&row->from, CB_ANCHOR_PROJECT, "");
	}
	must_have(check, found, "rw @project at @project");
}

void cb_rule_proc_row(const struct cb_check *check)
{
	must_have(check, has_row(check->model, CB_KIND_PROC, "/proc"), "proc at /proc");
}

void cb_rule_dev_row(const struct cb_check *check)
{
	must_have(check, has_row(check->model, CB_KIND_DEV, "/dev"), "dev at /dev");
}

void cb_rule_store_row(const struct cb_check *check)
{
	must_have(check,
		  has_row(check->model, CB_KIND_RO, CB_STORE) ||
		      has_row(check->model, CB_KIND_CLOSURE, CB_STORE),
		  "that mounts " CB_STORE ", ro or closure");
}
