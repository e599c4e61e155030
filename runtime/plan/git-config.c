/* Plans the copy of a git configuration that is shown in the place of the file (L36). */
#include "plan/parts.h"

#include "base/number.h"
#include "formats/git-config.h"
#include "vocab/secrets.h"

#include <stdlib.h>
#include <string.h>

static int refuse(struct cb_planner *m, const struct cb_kept *kept, unsigned line)
{
	char number[CB_NUMBER_SIZE];
	cb_fail(m->err, CB_EXIT_REFUSED, "refusing %s (git cannot read its line %s)", kept->path,
		cb_number(number, line, 10, 1));
	return cb_hint(m->err, "the agent is shown a copy of git's configuration without the "
			       "logins in it, and this one cannot be read for that; "
			       "git config --list names the mistake");
}

/* Adds names to a list that has each once. */
static void add_names(struct cb_strv *list, const struct cb_strv *names)
{
	for (size_t i = 0; i < names->len; i++) {
		size_t j = 0;
		while (j < list->len && strcmp(list->items[j], names->items[i]) != 0)
			j++;
		if (j == list->len)
			cb_strv_push(list, names->items[i]);
	}
}

int cb_plan_git_config(struct cb_planner *m, const struct cb_kept *kept, struct cb_strv *taken)
{
	cleanup_strv struct cb_strv own = { 0 };
	unsigned line = 0;
	char *dir = strndup(kept->path, (size_t)(strrchr(kept->path, '/') - kept->path));
	char *root = strndup(kept->path, kept->root);
	const struct cb_git_config_place place = { dir, root, m->plan->project, m->facts->home };
	char *copy = dir && root
			 ? cb_git_config_clean(kept->config, kept->config_size, &place, &own, &line)
			 : NULL;
	bool read = copy || !dir || !root || line == 0;
	free(dir);
	free(root);
	if (!read)
		return refuse(m, kept, line);
	/* Without protection the agent may write it: only a login takes that away. */
	if (copy && kept->config_only && own.len == 0 && !cb_secret_shape(kept->config)) {
		free(copy);
		return 0;
	}
	add_names(taken, &own);
	struct cb_op op = {
		.kind = CB_KIND_MADE,
		.from = strdup("gitconfig"),
		.text = copy,
		.text_size = copy ? strlen(copy) : 0,
		.to = strdup(kept->path),
		.why = "protected: a copy of git's configuration, without logins",
		.mode = 0644,
		.copy = true,
	};
	return cb_plan_take_op(m, op);
}
