/* Names and lists of profiles, and how one launcher calls another. */
#include "commands/profiles/names.h"

#include <stdlib.h>
#include <string.h>

#define NAME_LIMIT 64
#define PROGRAM "claudebox"

bool cb_profile_is_name(const char *name)
{
	size_t len = strspn(name, "0123456789abcdefghijklmnopqrstuvwxyz-");
	return len > 0 && len <= NAME_LIMIT && !name[len] && name[0] != '-';
}

char *cb_profile_program(const char *name)
{
	bool plain = strcmp(name, CB_PROFILE_DEFAULT) == 0;
	return cb_concat(PROGRAM, plain ? "" : "-", plain ? "" : name, NULL);
}

const char *cb_profile_of_program(const char *file)
{
	size_t len = strlen(PROGRAM);
	if (strncmp(file, PROGRAM, len) != 0)
		return NULL;
	if (!file[len])
		return CB_PROFILE_DEFAULT;
	const char *name = file + len + 1;
	bool named = file[len] == '-' && cb_profile_is_name(name);
	return named && strcmp(name, CB_PROFILE_DEFAULT) != 0 ? name : NULL;
}

const struct cb_profile *cb_profiles_find(const struct cb_profiles *list, const char *name)
{
	for (size_t i = 0; i < list->len; i++)
		if (strcmp(list->items[i].name, name) == 0)
			return &list->items[i];
	return NULL;
}

static void clear(struct cb_profile *p)
{
	free(p->name);
	free(p->network);
	free(p->description);
	free(p->found);
	free(p->program);
}

void cb_profiles_push(struct cb_profiles *list, const struct cb_profile *p)
{
	if (cb_profiles_find(list, p->name))
		return;
	struct cb_profile copy = { strdup(p->name), strdup(p->network), strdup(p->description),
				   strdup(p->found), strdup(p->program) };
	bool whole = copy.name && copy.network && copy.description && copy.found && copy.program;
	if (!whole ||
	    !(list->items = cb_grow(list->items, list->len, &list->cap, sizeof *list->items))) {
		clear(&copy);
		list->failed = true;
		return;
	}
	list->items[list->len++] = copy;
}

void cb_profiles_push_told(struct cb_profiles *list, const char *name, char *text,
			   const char *found, const char *program)
{
	char *lines[3];
	for (size_t i = 0; i < 3; i++) {
		lines[i] = text;
		text = strchr(text, '\n');
		if (!text)
			return;
		*text++ = '\0';
	}
	/* It is only shown, and never written to: the casts are for the list's own type. */
	const struct cb_profile told = { lines[0], lines[1], lines[2], (char *)found,
					 (char *)program };
	if (strcmp(lines[0], name) == 0)
		cb_profiles_push(list, &told);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct cb_profile *)a)->name, ((const struct cb_profile *)b)->name);
}

void cb_profiles_sort(struct cb_profiles *list)
{
	if (list->len > 1)
		qsort(list->items, list->len, sizeof *list->items, by_name);
}

void cb_profiles_clear(struct cb_profiles *list)
{
	for (size_t i = 0; i < list->len; i++)
		clear(&list->items[i]);
	free(list->items);
	*list = (struct cb_profiles) { 0 };
}

/* The same reading as cb_opts_parse's: which words are ours ends in the same places. */
void cb_profiles_argv(const struct cb_opts *opts, const char *program, struct cb_strv *ret)
{
	char *const *argv = opts->argv;
	cb_strv_push(ret, program);
	bool ours = true;
	for (size_t i = 1; argv[0] && argv[i]; i++) {
		const char *arg = "";
		ours = ours && strcmp(argv[i], "--") != 0;
		const struct cb_opt_row *row = ours ? cb_opts_find(argv[i], &arg) : NULL;
		bool dropped = row == &cb_opt_rows[CB_OPT_PROFILE];
		ours = ours && row != &cb_opt_rows[CB_OPT_SHELL];
		if (!dropped)
			cb_strv_push(ret, argv[i]);
		if (row && cb_opts_needs_value(row) && !*arg && argv[i + 1] && ++i && !dropped)
			cb_strv_push(ret, argv[i]);
	}
}

void cb_profiles_env(char *const *env, struct cb_strv *ret)
{
	for (; *env; env++)
		if (strncmp(*env, CB_PROFILE_VARIABLE "=", strlen(CB_PROFILE_VARIABLE "=")) != 0)
			cb_strv_push(ret, *env);
}
