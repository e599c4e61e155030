/* What a plan does with the kept paths. What the host will run later is protected, bound read-only
 * over itself, or watched: what changed in it is named (L9). What is hidden is covered (L25). Only
 * what exists is mounted upon: no mount point is left in the project. */
#include "plan/parts.h"

#include "base/path.h"

#include <stdlib.h>
#include <string.h>

/* The operation that shows `path` inside; NULL: none does. */
static const struct cb_op *shown_by(const struct cb_plan *plan, const char *path)
{
	for (size_t i = plan->op_count; i > 0; i--)
		if (cb_path_is_within(path, plan->ops[i - 1].to))
			return &plan->ops[i - 1];
	return NULL;
}

/* A read-only bind alone is got rid of by renaming a directory above it and putting another in its
 * place. A mount point cannot be renamed: every directory from the shown one down becomes one. */
static int pin(struct cb_planner *m, const struct cb_kept *kept)
{
	for (size_t len = kept->root; kept->path[len] == '/';) {
		char *dir = strndup(kept->path, len);
		if (!dir)
			return cb_fail_memory(m->err);
		const struct cb_op *shown = shown_by(m->plan, dir);
		int result = 0;
		if (shown && strcmp(shown->to, dir) != 0)
			result = cb_plan_bind(m, CB_KIND_RW, dir, dir, true,
					      "stays where it is, with what is protected in it");
		free(dir);
		if (result < 0)
			return -1;
		len += 1 + strcspn(kept->path + len + 1, "/");
	}
	return 0;
}

enum cb_tracked cb_plan_is_tracked(const struct cb_planner *m, const char *path)
{
	const struct cb_keeping *k = &m->facts->keeping;
	if (!k->index)
		return k->index_unknown ? CB_TRACKED_UNKNOWN : CB_TRACKED_NO;
	return cb_git_index_has(k->index, k->index_size, path);
}

/* What git's index says of what is kept. */
static enum cb_tracked is_tracked(const struct cb_planner *m, const struct cb_kept *kept)
{
	const char *project = m->plan->project;
	if (!cb_path_is_within(kept->path, project) || strlen(project) != kept->root ||
	    !kept->path[kept->root])
		return CB_TRACKED_NO;
	return cb_plan_is_tracked(m, kept->path + kept->root + 1);
}

static int protect(struct cb_planner *m, const struct cb_kept *kept)
{
	if (is_tracked(m, kept) == CB_TRACKED_YES)
		cb_strv_take(&m->plan->notes,
			     cb_concat("git cannot check out another version of ", kept->path,
				       ", which is protected: look before `git commit -a`", NULL));
	if (pin(m, kept) < 0)
		return -1;
	return cb_plan_bind(m, CB_KIND_RO, kept->path, kept->path, kept->is_directory,
			    "protected: it decides what runs on your host");
}

/* A git configuration, which nobody inside reads as it is (L36). */
static int copy_config(struct cb_planner *m, const struct cb_kept *kept, bool writable,
		       struct cb_strv *taken)
{
	if (writable && pin(m, kept) < 0)
		return -1;
	return cb_plan_git_config(m, kept, taken);
}

/* A covered file that git tracks would be committed as an empty one. */
static int check_untracked(struct cb_planner *m, const struct cb_kept *kept)
{
	switch (is_tracked(m, kept)) {
	case CB_TRACKED_NO:
		return 0;
	case CB_TRACKED_YES:
		cb_fail(m->err, CB_EXIT_REFUSED,
			"cannot hide %s (git tracks it: a commit would empty it)", kept->path);
		return cb_hint(m->err, "`git rm --cached` it, or take it out of the policy's "
				       "`hide`: its contents are in the history anyway");
	case CB_TRACKED_UNKNOWN:
		break;
	}
	cb_fail(m->err, CB_EXIT_REFUSED,
		"cannot hide %s (git's index does not tell whether it is tracked)", kept->path);
	return cb_hint(m->err, m->facts->keeping.index
				   ? "`git update-index --no-split-index` makes it an ordinary one"
				   : "give yourself the right to read the index in the git "
				     "directory, a plain file of at most 256 MiB");
}

static int hide(struct cb_planner *m, const struct cb_kept *kept)
{
	if (check_untracked(m, kept) < 0)
		return -1;
	struct cb_op op = { .kind = kept->is_directory ? CB_KIND_TMPFS : CB_KIND_MADE,
			    .to = strdup(kept->path),
			    .why = "hidden: it looks empty inside",
			    .mode = kept->is_directory ? 0555 : 0444,
			    .is_directory = kept->is_directory };
	if (!kept->is_directory) {
		op.from = strdup("empty");
		op.text = strdup("");
	}
	return cb_plan_take_op(m, op);
}

#define NAMED_MAX ((size_t)8)

void cb_plan_note_paths(struct cb_planner *m, const char *what, const struct cb_strv *paths,
			const char *base)
{
	struct cb_plan *plan = m->plan;
	size_t skip = strlen(base) + 1;
	char *text = paths->len ? strdup(what) : NULL;
	for (size_t i = 0; text && i < paths->len; i++) {
		const char *path = paths->items[i];
		if (cb_path_is_within(path, base) && strlen(path) > skip)
			path += skip;
		char *longer =
		    cb_concat(text, i ? ", " : ": ", i < NAMED_MAX ? path : "and more", NULL);
		free(text);
		text = longer;
		if (i == NAMED_MAX)
			break;
	}
	if (paths->len)
		cb_strv_take(&plan->notes, text);
}

static void note(struct cb_planner *m, const char *what, const struct cb_strv *paths)
{
	cb_plan_note_paths(m, what, paths, m->plan->project);
}

static int watch(struct cb_planner *m)
{
	const struct cb_keeping *k = &m->facts->keeping;
	struct cb_plan *plan = m->plan;
	cleanup_strv struct cb_strv changed = { 0 }, new = { 0 };
	char *path = cb_concat(plan->state, "/" CB_STATE_RECORD, NULL);
	char *next =
	    cb_record_next(k->record, plan->project, k->watched, k->watched_count, &changed, &new);
	bool failed = !path || !next || changed.failed || new.failed;
	if (!failed && (!k->record || strcmp(k->record, next) != 0))
		cb_state_ops_push(&plan->makes, CB_STATE_OP_TEXT, path, next);
	free(path);
	free(next);
	note(m, "changed since the last launch, and may run on your host", &changed);
	note(m, "new since the last launch, and may run on your host", &new);
	note(m, "symbolic links in a git directory, where git makes none", &k->links);
	note(m,
	     "these and maybe other files have a second name, often in a package manager's store, "
	     "where "
	     "what the agent writes to them is changed too (pnpm: package-import-method=copy, uv: "
	     "link-mode=copy)",
	     &k->hard_links);
	if (k->refused)
		cb_strv_push(&plan->notes, k->refused);
	if (k->watch_full)
		cb_strv_push(&plan->notes, "the watched places hold more files than are compared");
	return failed ? cb_fail_memory(m->err) : 0;
}

int cb_plan_kept(struct cb_planner *m)
{
	const struct cb_keeping *k = &m->facts->keeping;
	cleanup_strv struct cb_strv taken = { 0 };
	size_t before = m->plan->op_count;
	for (size_t i = 0; i < k->kept_count; i++) {
		const struct cb_op *shown = shown_by(m->plan, k->kept[i].path);
		bool writable = shown && shown->kind == CB_KIND_RW;
		/* Not there inside; or read-only already, by `--mount-ro`. */
		if (!shown || (!writable && !k->kept[i].hide && !k->kept[i].config))
			continue;
		if (k->kept[i].config ? copy_config(m, &k->kept[i], writable, &taken) < 0
				      : (k->kept[i].hide ? hide : protect)(m, &k->kept[i]) < 0)
			return -1;
	}
	note(m, "git's configuration is a copy without logins inside; taken out", &taken);
	if (taken.failed)
		return cb_fail_memory(m->err);
	cb_plan_secret_files(m);
	m->plan->kept_count = m->plan->op_count - before;
	return watch(m);
}
