/* The paths that the policy treats specially. What may run on the host later is protected, by a
 * read-only bind over itself, or watched: changes are named at the next launch (L9). What is hidden
 * is covered (L25). Only existing paths are mounted on, so that no mount point stays behind in the
 * project. */
#include "plan/planner.h"

#include "base/path.h"
#include "formats/git-config.h"
#include "formats/git-index.h"
#include "formats/proxy-log.h"
#include "vocab/secrets.h"

#include <errno.h>
#include <string.h>

#define NAMED_MAX ((size_t)8)

/* --- notes --- */

void cb_plan_note_paths(struct cb_planner *m, const char *what, const struct cb_strv *paths,
			const char *base)
{
	size_t skip = strlen(base) + 1;
	char *text = cb_strdup(what);
	for (size_t i = 0; i < paths->len && i <= NAMED_MAX; i++) {
		const char *path = paths->items[i];
		if (cb_path_is_within(path, base) && strlen(path) > skip)
			path += skip;
		text =
		    cb_format("%s%s%s", text, i ? ", " : ": ", i < NAMED_MAX ? path : "and more");
	}
	if (paths->len > 0)
		cb_strv_take(&m->plan->notes, text);
}

static void note_in_project(struct cb_planner *m, const char *what, const struct cb_strv *paths)
{
	cb_plan_note_paths(m, what, paths, m->plan->project);
}

void cb_plan_compare(struct cb_planner *m, const struct cb_watch *watch, const char *before,
		     const char *record, const char *base, struct cb_strv *ret_changed,
		     struct cb_strv *ret_new)
{
	const struct cb_contents *old = &watch->record;
	char *path = cb_format("%s/%s", m->plan->state, record);
	char *next = cb_record_next(before, base, watch->files, watch->count, ret_changed, ret_new);
	if (!old->text || strcmp(old->text, next) != 0)
		cb_state_ops_push(&m->plan->state_ops, CB_STATE_OP_TEXT, path, next);
	if (old->error && old->error != ENOENT)
		cb_strv_take(&m->plan->notes,
			     cb_format("what changed since the last launch is not known (cannot "
				       "read ~/" CB_STATE_HOME "/%s: %s)",
				       path, strerror(old->error)));
}

static void note_changes(struct cb_planner *m)
{
	const struct cb_project_paths *p = &m->facts->paths;
	const struct cb_contents *refusals = &m->facts->refusals;
	struct cb_plan *plan = m->plan;
	struct cb_strv changed = { 0 }, new = { 0 };
	cb_plan_compare(m, &p->watch, p->watch.record.text, CB_STATE_RECORD, plan->project,
			&changed, &new);
	note_in_project(m, "changed since the last launch, and may run on your host", &changed);
	note_in_project(m, "new since the last launch, and may run on your host", &new);
	note_in_project(m, "symbolic links in a git directory, where git makes none", &p->links);
	note_in_project(
	    m,
	    "these and maybe other files have a second name, often in a package manager's store, "
	    "where what the agent writes to them is changed too (pnpm: "
	    "package-import-method=copy, uv: link-mode=copy)",
	    &p->hard_links);
	char *refused = refusals->text ? cb_proxy_log_recall(refusals->text, plan->state) : NULL;
	if (refused)
		cb_strv_take(&plan->notes, refused);
	if (p->watch.full)
		cb_strv_push(&plan->notes, "the watched places hold more files than are compared");
}

/* Whether git tracks a path, relative to the project. */
static enum cb_tracked find_tracked(const struct cb_planner *m, const char *path)
{
	const struct cb_contents *index = &m->facts->paths.index;
	if (!index->text)
		return index->error && index->error != ENOENT ? CB_TRACKED_UNKNOWN : CB_TRACKED_NO;
	return cb_git_index_has(index->text, index->size, path);
}

/* Names files in the project that look like secrets, and the policy's line that would hide them. */
static void note_secret_files(struct cb_planner *m)
{
	const struct cb_strv *files = &m->facts->paths.secret_files;
	char *text = cb_strdup("what looks like a secret in the project is the agent's to read: "),
	     *hide = cb_strdup("");
	for (size_t i = 0; i < files->len && i < NAMED_MAX; i++) {
		const char *path = files->items[i];
		enum cb_tracked tracked = find_tracked(m, path);
		text = cb_format("%s%s%s%s", text, i ? ", " : "", path,
				 tracked == CB_TRACKED_YES ? " (git has it)" : "");
		/* A hidden file that git tracks would be committed as an empty one. */
		if (tracked == CB_TRACKED_NO && !strpbrk(path, "\"\\$"))
			hide = cb_format("%s \"%s\"", hide, path);
	}
	if (files->len > NAMED_MAX)
		text = cb_format("%s, and more", text);
	if (*hide)
		text = cb_format("%s; the policy hides it by: hide = [%s ];", text, hide);
	if (files->len > 0)
		cb_strv_take(&m->plan->notes, text);
}

/* --- mounts --- */

/* The mount that shows `path` inside; NULL: none does. */
static const struct cb_op *shown_by(const struct cb_plan *plan, const char *path)
{
	for (size_t i = plan->op_count; i > 0; i--)
		if (cb_path_is_within(path, plan->ops[i - 1].to))
			return &plan->ops[i - 1];
	return NULL;
}

/* Binds every directory above a path over itself. A mount point cannot be renamed; otherwise the
 * agent could rename a directory above the read-only bind and put another in its place. */
static void pin_parents(struct cb_planner *m, const struct cb_project_path *p)
{
	for (size_t len = p->root_len; p->path[len] == '/';
	     len += 1 + strcspn(p->path + len + 1, "/")) {
		const char *dir = cb_strndup(p->path, len);
		const struct cb_op *shown = shown_by(m->plan, dir);
		if (shown && strcmp(shown->to, dir) != 0)
			cb_plan_push_bind(m, CB_KIND_RW, dir, dir, true,
					  "stays where it is, with what is protected in it");
	}
}

static enum cb_tracked is_tracked(const struct cb_planner *m, const struct cb_project_path *p)
{
	const char *project = m->plan->project;
	if (!cb_path_is_within(p->path, project) || strlen(project) != p->root_len ||
	    !p->path[p->root_len])
		return CB_TRACKED_NO;
	return find_tracked(m, p->path + p->root_len + 1);
}

static void add_protected(struct cb_planner *m, const struct cb_project_path *p)
{
	if (is_tracked(m, p) == CB_TRACKED_YES)
		cb_strv_take(
		    &m->plan->notes,
		    cb_format("git cannot check out another version of %s, which is protected: "
			      "look before `git commit -a`",
			      p->path));
	pin_parents(m, p);
	cb_plan_push_bind(m, CB_KIND_RO, p->path, p->path, p->is_directory,
			  "protected: it decides what runs on your host");
}

/* A hidden file that git tracks would be committed as an empty one. */
static int check_untracked(struct cb_planner *m, const struct cb_project_path *p)
{
	switch (is_tracked(m, p)) {
	case CB_TRACKED_NO:
		return 0;
	case CB_TRACKED_YES:
		cb_fail(m->err, CB_EXIT_REFUSED,
			"cannot hide %s (git tracks it: a commit would empty it)", p->path);
		return cb_hint(m->err, "`git rm --cached` it, or take it out of the policy's "
				       "`hide`: its contents are in the history anyway");
	case CB_TRACKED_UNKNOWN:
		break;
	}
	cb_fail(m->err, CB_EXIT_REFUSED,
		"cannot hide %s (git's index does not tell whether it is tracked)", p->path);
	return cb_hint(m->err, "%s",
		       m->facts->paths.index.text
			   ? "`git update-index --no-split-index` makes it an ordinary one"
			   : "give yourself the right to read the index in the git directory, a "
			     "plain file of at most 256 "
			     "MiB");
}

static int add_hidden(struct cb_planner *m, const struct cb_project_path *p)
{
	if (check_untracked(m, p) < 0)
		return -1;
	cb_plan_push_op(m, (struct cb_op) { .kind = p->is_directory ? CB_KIND_TMPFS : CB_KIND_MADE,
					    .from = p->is_directory ? NULL : cb_strdup("empty"),
					    .text = p->is_directory ? NULL : cb_strdup(""),
					    .to = cb_strdup(p->path),
					    .why = "hidden: it looks empty inside",
					    .mode = p->is_directory ? 0555 : 0444,
					    .is_directory = p->is_directory });
	return 0;
}

/* Adds the names that are not yet in the list. */
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

/* Shows a copy of a git configuration without logins (L36). The names of the settings that were
 * taken out are added to `taken`. */
static int add_config_copy(struct cb_planner *m, const struct cb_project_path *p, bool writable,
			   struct cb_strv *taken)
{
	struct cb_strv own = { 0 };
	unsigned line = 0;
	const struct cb_git_config_place place = {
		cb_strndup(p->path, (size_t)(strrchr(p->path, '/') - p->path)),
		cb_strndup(p->path, p->root_len),
		m->plan->project,
		m->facts->home,
	};
	if (writable)
		pin_parents(m, p);
	char *copy = cb_git_config_clean(p->config, p->config_size, &place, &own, &line);
	if (!copy) {
		cb_fail(m->err, CB_EXIT_REFUSED, "refusing %s (git cannot read its line %u)",
			p->path, line);
		return cb_hint(m->err,
			       "the agent is shown a copy of git's configuration without the "
			       "logins in it, and this one cannot be read for that; "
			       "git config --list names the mistake");
	}
	/* Where the policy does not protect it, the agent may write it, unless there is a login in
	 * it. */
	if (p->config_only && own.len == 0 && !cb_secret_shape(p->config))
		return 0;
	add_names(taken, &own);
	cb_plan_push_op(
	    m, (struct cb_op) { .kind = CB_KIND_MADE,
				.from = cb_strdup("gitconfig"),
				.text = copy,
				.text_size = strlen(copy),
				.to = cb_strdup(p->path),
				.why = "protected: a copy of git's configuration, without logins",
				.mode = 0644,
				.is_copy = true });
	return 0;
}

static int add_path(struct cb_planner *m, const struct cb_project_path *p, struct cb_strv *taken)
{
	const struct cb_op *shown = shown_by(m->plan, p->path);
	bool writable = shown && shown->kind == CB_KIND_RW;
	if (!shown)
		return 0;
	if (p->config)
		return add_config_copy(m, p, writable, taken);
	if (p->role == CB_ROLE_HIDE)
		return add_hidden(m, p);
	if (writable) /* otherwise it is read-only already, by --mount-ro */
		add_protected(m, p);
	return 0;
}

int cb_plan_add_protection(struct cb_planner *m)
{
	const struct cb_project_paths *paths = &m->facts->paths;
	struct cb_strv taken = { 0 };
	size_t before = m->plan->op_count;
	for (size_t i = 0; i < paths->count; i++)
		if (add_path(m, &paths->items[i], &taken) < 0)
			return -1;
	note_in_project(m, "git's configuration is a copy without logins inside; taken out",
			&taken);
	note_secret_files(m);
	m->plan->over_count = m->plan->op_count - before;
	note_changes(m);
	return 0;
}
