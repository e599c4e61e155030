/* Rules on the project's paths that are treated apart: protect, watch and hide. Pure. */
#include "rules/rules.h"

#include "base/path.h"

struct row {
	const char *path, *list;
	size_t index;
};

/* The paths of all lists that could be read, in their order. */
static struct row *collect(const struct cb_model *model, size_t *ret_count)
{
	struct row *rows = NULL;
	size_t count = 0, cap = 0;
	for (const struct cb_field *field = NULL;
	     (field = cb_next_field(field, CB_TYPE_PROJECT_PATHS));) {
		const struct cb_model_list *list = cb_field_value(model, field);
		for (size_t i = 0; i < list->count; i++) {
			if (!list->items[i])
				continue;
			rows = cb_grow(rows, count, &cap, sizeof *rows);
			rows[count++] = (struct row) { list->items[i], field->pointer, i };
		}
	}
	*ret_count = count;
	return rows;
}

static void report_row(const struct cb_check *check, const struct row *row, const char *hint,
		       const char *message)
{
	cb_report(check, cb_format("%s/%zu", row->list, row->index), hint, "%s", message);
}

static bool is_relative(const char *path)
{
	return path[0] != '\0' && cb_path_is_normal(cb_format("/%s", path));
}

void cb_rule_project_path(const struct cb_check *check)
{
	size_t count;
	const struct row *rows = collect(check->model, &count);
	for (size_t i = 0; i < count; i++)
		if (!is_relative(rows[i].path))
			report_row(
			    check, &rows[i], "relative, without . and ..: \".git/hooks\"",
			    cb_format("\"%s\" is no normal path below the project", rows[i].path));
}

/* What other tools would read as many paths, or as one elsewhere. Here it is a name like any other,
 * and there is hardly a file of that name: what is meant would stay open. */
void cb_rule_project_pattern(const struct cb_check *check)
{
	size_t count;
	const struct row *rows = collect(check->model, &count);
	for (size_t i = 0; i < count; i++)
		if (strpbrk(rows[i].path, "*?[") || rows[i].path[0] == '~' ||
		    rows[i].path[0] == '@')
			report_row(check, &rows[i], "one path, no patterns, below the project",
				   cb_format("\"%s\" would only match a file of that very name",
					     rows[i].path));
}

/* Each row against those before it: equal, below one, or above one. */
void cb_rule_project_overlap(const struct cb_check *check)
{
	size_t count, parents = 0;
	const struct row *rows = collect(check->model, &count);
	for (size_t i = 0; i < count; i++)
		for (const char *p = rows[i].path; *p; p++)
			parents += *p == '/';
	struct cb_path_set seen = cb_path_set_of(count), above = cb_path_set_of(parents);
	for (size_t i = 0; i < count; i++) {
		const char *path = rows[i].path;
		enum cb_anchor anchor = CB_ANCHOR_PROJECT;
		if (!is_relative(path))
			continue;
		const size_t *other = cb_path_set_get(&seen, anchor, path, strlen(path));
		if (!other)
			other = cb_path_set_above(&seen, (struct cb_path) { anchor, path });
		if (!other)
			other = cb_path_set_get(&above, anchor, path, strlen(path));
		if (other)
			report_row(check, &rows[i], NULL,
				   cb_format("%s overlaps %s/%zu (%s)", path, rows[*other].list,
					     rows[*other].index, rows[*other].path));
		cb_path_set_put(&seen, anchor, path, strlen(path), i);
		for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/'))
			cb_path_set_put(&above, anchor, path, (size_t)(slash - path), i);
	}
}

void cb_rule_hide_git(const struct cb_check *check)
{
	const struct cb_model_list *hide = &check->model->hide;
	for (size_t i = 0; i < hide->count; i++)
		if (hide->items[i] && cb_path_is_within(hide->items[i], ".git"))
			cb_report(check, cb_format("/hide/%zu", i), NULL,
				  "%s belongs to git, which would believe that it is empty",
				  hide->items[i]);
}
