/* What of the project, and of what else is shown writable, is kept: everywhere the policy's lists
 * lead, and what the last launch has seen there. */
#include "host/protect.h"

#include "base/path.h"
#include "formats/proxy-log.h"
#include "host/facts.h"
#include "host/protect-parts.h"
#include "host/read.h"
#include "plan/guard.h"
#include "plan/instance.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define INDEX_MAX ((size_t)256 * 1024 * 1024)

/* The paths of a list that are none of git's. */
static int look_at_rows(const struct cb_looker *l, const char *dir, enum cb_role role)
{
	const char *const *list = cb_kept_rows(l, role);
	int result = 0;
	for (size_t i = 0; result == 0 && list[i]; i++)
		if (!cb_kept_below_git(list[i]))
			result = cb_kept_look_at(l, cb_path_join(dir, list[i]), role);
	return result;
}

/* A work tree's own .git: a directory, or a file that must stay what it is; or a shown directory
 * that is a git directory itself. */
static int look_at_git_of(const struct cb_looker *l, const char *dir)
{
	struct stat st;
	char *git = cb_path_join(dir, ".git");
	if (!git) {
		l->keeping->failed = true;
		return 0;
	}
	int there = cb_beneath_stat(&l->below, git, &st), result = 0;
	if (there > 0 && S_ISDIR(st.st_mode))
		result = cb_kept_look_at_gitdir(l, git, 0);
	else if (there != 0 && cb_kept_protects(l, true))
		result = cb_kept_look_at(l, strdup(git), CB_PROTECT);
	free(git);
	if (result == 0 && there == 0 && cb_kept_is_bare(l, dir))
		result = cb_kept_look_at_gitdir(l, dir, 0);
	return result;
}

/* What is shown writable: git's, then its other paths, of which there may be more than are
 * compared.
 */
static int look_at_tree(const struct cb_looker *l, const char *dir)
{
	int result = look_at_git_of(l, dir);
	if (result == 0)
		result = cb_kept_look_at_hooks(l, dir);
	for (enum cb_role role = CB_PROTECT; result == 0 && role <= CB_HIDE; role++)
		result = look_at_rows(l, dir, role);
	return result;
}

/* What is shown read-only. */
static int look_at_read_only(const struct cb_looker *l, const char *dir)
{
	struct cb_looker configs = *l;
	configs.configs_only = true;
	int result = look_at_git_of(&configs, dir);
	return result < 0 ? result : look_at_rows(l, dir, CB_HIDE);
}

/* Every git directory of the project that is not its own .git directory. */
static int look_at_other_gitdir(const struct cb_looker *l, const struct cb_git *git)
{
	struct stat st;
	const char *other = git->common ? git->common : git->gitdir;
	char *own = cb_path_join(git->top, ".git");
	bool seen = own && strcmp(own, other) == 0 && cb_beneath_stat(&l->below, own, &st) > 0;
	l->keeping->failed |= !own;
	free(own);
	return seen ? 0 : cb_kept_look_at_gitdir(l, other, 0);
}

/* What the proxy refused in the last session, in a sentence; NULL: nothing. */
static char *read_refused(const char *home, const char *state)
{
	size_t size;
	char *path = cb_proxy_log_path(home, state);
	char *text = path ? cb_file_read(path, CB_PROXY_LOG_TEXT, false, &size) : NULL;
	char *said = text ? cb_proxy_log_recall(text, state) : NULL;
	free(path);
	free(text);
	return said;
}

/* Records lie beside the agent's state, out of its reach. */
static void read_records(struct cb_keeping *k, const struct cb_policy *policy,
			 const struct cb_facts *f, const char *project)
{
	size_t size;
	char *state = cb_state_name(policy->state, cb_state_root(f, project));
	char *path =
	    state ? cb_concat(f->home, "/" CB_STATE_HOME "/", state, "/" CB_STATE_RECORD, NULL)
		  : NULL;
	k->failed |= !path;
	k->record = path ? cb_file_read(path, CB_RECORD_LIMIT, false, &size) : NULL;
	if (state && policy->network == CB_TIER_DOMAINS)
		k->refused = read_refused(f->home, state);
	free(path);
	free(state);
}

static void read_index(struct cb_keeping *k, const char *gitdir)
{
	char *path = cb_path_join(gitdir, "index");
	k->failed |= !path;
	k->index = path ? cb_file_read(path, INDEX_MAX, false, &k->index_size) : NULL;
	k->index_unknown = !k->index && errno != ENOENT;
	free(path);
}

static int look_everywhere(const struct cb_looker *l, const struct cb_facts *f, const char *project,
			   bool has_git)
{
	if (cb_kept_look_at_users(l, f->env) < 0 ||
	    (has_git && look_at_other_gitdir(l, &f->git) < 0) || look_at_tree(l, project) < 0)
		return -1;
	/* What else is shown: what is to be hidden of it and git's
	 * configuration, and of what is writable all the rest. */
	int result = 0;
	for (size_t i = 0; result == 0 && i < f->extra_count; i++)
		if (f->extras[i].real && f->extras[i].is_directory)
			result = (i < f->extra_ro_count ? look_at_read_only
							: look_at_tree)(l, f->extras[i].real);
	return result;
}

int cb_keeping_read(const struct cb_policy *policy, const struct cb_facts *f,
		    struct cb_keeping *ret, struct cb_error *err)
{
	struct cb_looker l = { .policy = policy, .home = f->home, .keeping = ret, .err = err };
	cleanup_error struct cb_error unused = { 0 };
	const char *project = cb_guard_choose(f, &unused);
	bool has_git = f->git.top && strcmp(f->git.top, project) == 0;

	cb_beneath_push(&l.below, project);
	if (has_git && f->git.common)
		cb_beneath_push(&l.below, f->git.common);
	for (size_t i = 0; i < f->extra_count; i++)
		if (f->extras[i].real && f->extras[i].is_directory)
			cb_beneath_push(&l.below, f->extras[i].real);
	int result = l.below.failed ? 0 : look_everywhere(&l, f, project, has_git);
	if (result == 0) {
		cb_kept_look_for_secrets(&l, project);
		cb_kept_look_for_hard_links(&l, project);
	}
	if (result == 0)
		read_records(ret, policy, f, project);
	/* What was passed over may still be git's for the project, once it is whole again. */
	const char *gitdir = has_git ? f->git.gitdir : f->git.passed;
	if (result == 0 && gitdir && (has_git || cb_path_is_within(gitdir, project)) &&
	    (policy->hide[0] || cb_kept_protects(&l, false) || ret->secret_files.len > 0))
		read_index(ret, gitdir);
	bool failed = l.below.failed || ret->failed || ret->links.failed || ret->hook_dirs.failed;
	cb_beneath_clear(&l.below);
	return result < 0 ? -1 : failed ? cb_fail_memory(err) : 0;
}

void cb_keeping_clear(struct cb_keeping *k)
{
	for (size_t i = 0; i < k->kept_count; i++) {
		free(k->kept[i].path);
		free(k->kept[i].config);
	}
	for (size_t i = 0; i < k->watched_count; i++)
		free(k->watched[i].path);
	cb_strv_clear(&k->secret_files);
	cb_strv_clear(&k->hard_links);
	free(k->kept);
	free(k->watched);
	cb_strv_clear(&k->hook_dirs);
	cb_strv_clear(&k->links);
	free(k->record);
	free(k->refused);
	free(k->index);
	*k = (struct cb_keeping) { 0 };
}
