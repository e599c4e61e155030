/* Rules on the lists of project paths: protect, watch and hide. Pure. */
#include "rules/rules.h"

#include "base/path.h"
#include "rules/path-set.h"

#include <stdlib.h>
#include <string.h>

enum { LISTS = 3 };

static const char *const names[LISTS] = { "protect", "watch", "hide" };

static const struct cb_model_list *list_of(const struct cb_model *model, size_t i)
{
	const struct cb_model_list *lists[LISTS] = { &model->protect, &model->watch, &model->hide };
	return lists[i];
}

static bool is_relative(const struct cb_check *check, const char *path)
{
	cleanup_text struct cb_text absolute = { 0 };
	cb_text_printf(&absolute, "/%s", path);
	check->found->failed |= absolute.failed;
	return path[0] != '\0' && cb_path_is_normal(cb_text_str(&absolute));
}

void cb_rule_kept_path(const struct cb_check *check)
{
	for (size_t l = 0; l < LISTS; l++) {
		const struct cb_model_list *list = list_of(check->model, l);
		for (size_t i = 0; i < list->count; i++) {
			if (!list->items[i] || is_relative(check, list->items[i]))
				continue;
			struct cb_finding *finding =
			    cb_finding_add(check->found, check->rule, "/%s/%zu", names[l], i);
			cb_finding_say(finding, "\"%s\" is no normal path below the project",
				       list->items[i]);
			cb_finding_hint(finding, "relative, without . and ..: \".git/hooks\"");
		}
	}
}

/* What other tools would read as many paths, or as one elsewhere. Here it is a name like any other,
 * and there is hardly a file of that name: what is meant would stay open. */
static bool is_pattern(const char *path)
{
	return strpbrk(path, "*?[") || path[0] == '~' || path[0] == '@';
}

void cb_rule_kept_pattern(const struct cb_check *check)
{
	for (size_t l = 0; l < LISTS; l++) {
		const struct cb_model_list *list = list_of(check->model, l);
		for (size_t i = 0; i < list->count; i++) {
			if (!list->items[i] || !is_pattern(list->items[i]))
				continue;
			struct cb_finding *finding =
			    cb_finding_add(check->found, check->rule, "/%s/%zu", names[l], i);
			cb_finding_say(finding, "\"%s\" would only match a file of that very name",
				       list->items[i]);
			cb_finding_hint(finding, "one path, no patterns, below the project");
		}
	}
}

struct kept {
	const char *text;
	size_t list, index;
};

/* One row of either list against those before it: equal, above or below. */
static void compare(const struct cb_check *check, const struct kept *all, size_t row,
		    struct cb_path_set *seen, struct cb_path_set *above)
{
	const struct kept *own = &all[row];
	const struct cb_path path = { CB_ANCHOR_PROJECT, own->text };
	const size_t *other = cb_path_set_get(seen, path.anchor, own->text, strlen(own->text));
	if (!other)
		other = cb_path_set_above(seen, path);
	if (!other)
		other = cb_path_set_get(above, path.anchor, own->text, strlen(own->text));
	if (other)
		cb_finding_say(cb_finding_add(check->found, check->rule, "/%s/%zu",
					      names[own->list], own->index),
			       "%s overlaps /%s/%zu (%s)", own->text, names[all[*other].list],
			       all[*other].index, all[*other].text);
	cb_path_set_put(seen, path.anchor, own->text, strlen(own->text), row);
	for (const char *slash = strchr(own->text, '/'); slash; slash = strchr(slash + 1, '/'))
		cb_path_set_put(above, path.anchor, own->text, (size_t)(slash - own->text), row);
}

/* The normal paths of all lists, in their order; those with many components need more room in the
 * set of what is above them. */
static size_t collect(const struct cb_check *check, struct kept *all, size_t *ret_parents)
{
	size_t count = 0;
	*ret_parents = 0;
	for (size_t l = 0; l < LISTS; l++) {
		const struct cb_model_list *list = list_of(check->model, l);
		for (size_t i = 0; i < list->count; i++) {
			if (!list->items[i] || !is_relative(check, list->items[i]))
				continue;
			all[count++] = (struct kept) { list->items[i], l, i };
			for (const char *p = list->items[i]; *p; p++)
				*ret_parents += *p == '/';
		}
	}
	return count;
}

void cb_rule_kept_overlap(const struct cb_check *check)
{
	const struct cb_model *model = check->model;
	cleanup_path_set struct cb_path_set seen = { 0 }, above = { 0 };
	size_t room = model->protect.count + model->watch.count + model->hide.count, parents;
	struct kept *all = calloc(room + 1, sizeof *all);
	size_t count = all ? collect(check, all, &parents) : 0;
	if (!all || !cb_path_set_init(&seen, count) || !cb_path_set_init(&above, parents))
		check->found->failed = true;
	else
		for (size_t i = 0; i < count; i++)
			compare(check, all, i, &seen, &above);
	free(all);
}

void cb_rule_hide_git(const struct cb_check *check)
{
	const struct cb_model_list *hide = &check->model->hide;
	for (size_t i = 0; i < hide->count; i++)
		if (hide->items[i] && cb_path_is_within(hide->items[i], ".git"))
			cb_finding_say(cb_finding_add(check->found, check->rule, "/hide/%zu", i),
				       "%s belongs to git, which would believe that it is empty",
				       hide->items[i]);
}
