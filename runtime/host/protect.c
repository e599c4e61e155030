/* Reads the paths that the policy treats specially, in the project and in the extra mounts. */
#include "host/protect.h"

#include "base/path.h"
#include "host/read-facts.h"
#include "host/read.h"

#include <string.h>

#define INDEX_MAX ((size_t)256 * 1024 * 1024)

/* The paths of a list that are not below .git. */
static void read_rows(struct cb_path_reader *r, const char *dir, enum cb_role role)
{
	for (const char *const *row = cb_paths_rows(r, role); *row; row++)
		if (!cb_paths_below_git(*row))
			cb_paths_read_one(r, cb_path_join(dir, *row), role);
}

/* A work tree's own .git: a directory, or a file that is protected. Or a shown directory that is a
 * git directory itself. */
static void read_git_of(struct cb_path_reader *r, const char *dir)
{
	struct stat st;
	char *git = cb_path_join(dir, ".git");
	int there = cb_beneath_stat(&r->beneath, git, &st);
	if (there > 0 && S_ISDIR(st.st_mode))
		cb_paths_read_gitdir(r, git, 0);
	else if (there != 0 && cb_paths_protects(r, true))
		cb_paths_read_one(r, git, CB_ROLE_PROTECT);
	if (there == 0 && cb_paths_is_bare(r, dir))
		cb_paths_read_gitdir(r, dir, 0);
}

/* A directory that is shown read-write. Git's paths come first: there may be more watched files
 * than are compared. */
static void read_tree(struct cb_path_reader *r, const char *dir)
{
	read_git_of(r, dir);
	cb_paths_read_hooks(r, dir);
	for (enum cb_role role = CB_ROLE_PROTECT; role <= CB_ROLE_HIDE; role++)
		read_rows(r, dir, role);
}

/* A directory that is shown read-only: what is hidden, and the copies of git's configuration. */
static void read_read_only(struct cb_path_reader *r, const char *dir)
{
	r->read_only = true;
	read_git_of(r, dir);
	r->read_only = false;
	read_rows(r, dir, CB_ROLE_HIDE);
}

/* The git directory of the project, unless it is its own .git directory. */
static void read_other_gitdir(struct cb_path_reader *r, const struct cb_git *git)
{
	struct stat st;
	const char *other = git->common ? git->common : git->gitdir;
	char *own = cb_path_join(git->top, ".git");
	if (strcmp(own, other) != 0 || cb_beneath_stat(&r->beneath, own, &st) <= 0)
		cb_paths_read_gitdir(r, other, 0);
}

static void read_everywhere(struct cb_path_reader *r, const struct cb_facts *f)
{
	cb_paths_read_user_configs(r, f->env);
	if (f->project.is_git_top)
		read_other_gitdir(r, &f->git);
	read_tree(r, f->project.path);
	for (size_t i = 0; i < f->extra_count; i++)
		if (f->extras[i].real && f->extras[i].is_directory)
			(i < f->extra_ro_count ? read_read_only : read_tree)(r, f->extras[i].real);
	cb_paths_sample_secrets(r, f->project.path);
	cb_paths_sample_hard_links(r, f->project.path);
}

/* A .git that was skipped may still be the project's, once it is whole again. */
static void read_index(const struct cb_path_reader *r, const struct cb_facts *f,
		       struct cb_project_paths *ret)
{
	bool top = f->project.is_git_top;
	const char *gitdir = top ? f->git.gitdir : f->git.skipped;
	if (gitdir && (top || cb_path_is_within(gitdir, f->project.path)) &&
	    (r->policy->hide[0] || cb_paths_protects(r, false) || ret->secret_files.len > 0))
		ret->index = cb_contents_read(cb_path_join(gitdir, "index"), INDEX_MAX);
}

void cb_project_paths_read(const struct cb_policy *policy, const struct cb_facts *f,
			   struct cb_project_paths *ret)
{
	struct cb_path_reader r = { .policy = policy, .home = f->home, .paths = ret };
	cb_beneath_push(&r.beneath, f->project.path);
	if (f->project.is_git_top && f->git.common)
		cb_beneath_push(&r.beneath, f->git.common);
	for (size_t i = 0; i < f->extra_count; i++)
		if (f->extras[i].real && f->extras[i].is_directory)
			cb_beneath_push(&r.beneath, f->extras[i].real);
	read_everywhere(&r, f);
	read_index(&r, f, ret);
	ret->watch.record = cb_contents_read(
	    cb_format("%s/" CB_STATE_HOME "/%s/" CB_STATE_RECORD, f->home, f->project.state),
	    CB_RECORD_LIMIT);
	cb_beneath_close(&r.beneath);
}
