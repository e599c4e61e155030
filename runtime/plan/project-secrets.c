/* Names the files in the project that look like secrets, and the line that would hide them. */
#include "plan/parts.h"

#include <stdlib.h>
#include <string.h>

#define NAMED_MAX ((size_t)8)

/* Appends to `*text`, which becomes NULL for lack of memory. */
static void append(char **text, const char *first, const char *second, const char *third)
{
	char *longer = *text ? cb_concat(*text, first, second, third, NULL) : NULL;
	free(*text);
	*text = longer;
}

void cb_plan_secret_files(struct cb_planner *m)
{
	const struct cb_strv *files = &m->facts->keeping.secret_files;
	if (files->len == 0)
		return;
	char *text = strdup("what looks like a secret in the project is the agent's to read: ");
	char *hide = strdup("");
	for (size_t i = 0; i < files->len && i < NAMED_MAX; i++) {
		const char *path = files->items[i];
		enum cb_tracked tracked = cb_plan_is_tracked(m, path);
		append(&text, i ? ", " : "", path,
		       tracked == CB_TRACKED_YES ? " (git has it)" : "");
		/* What git tracks would be committed as an empty file. */
		if (tracked == CB_TRACKED_NO && !strpbrk(path, "\"\\$"))
			append(&hide, " \"", path, "\"");
	}
	if (files->len > NAMED_MAX)
		append(&text, ", and more", "", "");
	if (hide && *hide)
		append(&text, "; the policy hides it by: hide = [", hide, " ];");
	cb_strv_take(&m->plan->notes, hide ? text : NULL);
	if (!hide)
		free(text);
	free(hide);
}
