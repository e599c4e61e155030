/* Finds the work tree and its git directory. A `.git` file may name any directory of the host, a
 * `.git` link lead to any, and the agent can write both: they are followed only to a directory that
 * names this work tree back and belongs to the user. Anything else is a forged pointer (L26). */
#include "host/git.h"

#include "base/path.h"
#include "base/strv.h"
#include "formats/git-pointer.h"
#include "host/read.h"
#include "host/trace-path.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_LIMIT ((size_t)1024 * 1024)

static int refuse(struct cb_error *err, const struct cb_git *git, const char *why)
{
	cb_fail(err, CB_EXIT_REFUSED, "refusing the .git of %s (%s)", git->top, why);
	return cb_hint(err,
		       "`git worktree repair` mends a moved work tree, core.worktree in a separate "
		       "git directory names its own; if you do not know this file, the project has "
		       "been tampered with");
}

/* What the file `name` in `dir` names, read by one of gitfile.h's functions: its real path, NULL
 * when there is nothing. `ret_named`: it names something, there or not. `top`: what names a work
 * tree must do so by a way that nobody could have laid in it, with a link to itself for instance.
 */
static char *follow(const char *dir, const char *name,
		    char *(*parse)(const char *text, size_t size), const char *top, bool *ret_named)
{
	size_t size;
	char *path = cb_path_join(dir, name);
	char *text = path ? cb_file_read(path, FILE_LIMIT, false, &size) : NULL;
	char *named = text ? parse(text, size) : NULL;
	char *full = named ? cb_path_join(dir, named) : NULL;
	char *real = full ? (top ? cb_trace_path(full, top, true) : cb_real_path(full)) : NULL;
	*ret_named = named;
	free(full);
	free(named);
	free(text);
	free(path);
	return real;
}

/* `path` cut after its last slash `times` times; a copy. */
static char *parent(const char *path, int times)
{
	char *copy = strdup(path);
	for (; copy && times > 0; times--) {
		char *slash = strrchr(copy, '/');
		if (!slash || slash == copy) {
			free(copy);
			return NULL;
		}
		*slash = '\0';
	}
	return copy;
}

static bool ends_with(const char *path, const char *name)
{
	const char *slash = strrchr(path, '/');
	return slash && strcmp(slash + 1, name) == 0;
}

/* <common>/worktrees/<id>, whose `gitdir` names our .git and whose `commondir` names <common>. */
static bool is_worktree(struct cb_git *git)
{
	char *list = parent(git->gitdir, 1);
	char *common = parent(git->gitdir, 2);
	bool named;
	char *back = follow(git->gitdir, "gitdir", cb_git_pointer_line, git->top, &named);
	char *stated = follow(git->gitdir, "commondir", cb_git_pointer_line, NULL, &named);
	char *mine = cb_path_join(git->top, ".git");
	bool agrees = list && common && back && stated && mine && ends_with(list, "worktrees") &&
		      strcmp(back, mine) == 0 && strcmp(stated, common) == 0;
	if (agrees) {
		git->common = common;
		common = NULL;
	}
	free(list);
	free(common);
	free(back);
	free(stated);
	free(mine);
	return agrees;
}

/* The work tree that core.worktree in a git directory names. */
static char *tree_of(const char *gitdir, const char *top)
{
	bool named;
	return follow(gitdir, "config", cb_git_pointer_worktree, top, &named);
}

/* A git directory whose core.worktree names our top level. */
static bool is_submodule(struct cb_git *git)
{
	char *tree = tree_of(git->gitdir, git->top);
	bool agrees = tree && strcmp(tree, git->top) == 0;
	free(tree);
	if (agrees)
		git->common = strdup(git->gitdir);
	return agrees && git->common;
}

/* The repository's own place: the main work tree, or the bare repository. That of a submodule is
 * its work tree, but only if it says so itself: else one could borrow another project's state
 * (L26). */
static char *root_of(const struct cb_git *git)
{
	if (!git->common || strcmp(git->common, git->gitdir) == 0)
		return strdup(git->top);
	if (ends_with(git->common, ".git"))
		return parent(git->common, 1);
	bool named;
	char *tree = tree_of(git->common, NULL);
	char *back = tree ? follow(tree, ".git", cb_git_pointer_read, NULL, &named) : NULL;
	bool agrees = back && strcmp(back, git->common) == 0;
	free(back);
	if (agrees)
		return tree;
	free(tree);
	return strdup(git->common);
}

/* Finds the git directory that a `.git` file names, or that a `.git` link leads to. */
static int find_gitdir(struct cb_git *git, const char *file, bool is_link, struct cb_error *err)
{
	bool named = is_link;
	git->gitdir = is_link ? cb_real_path(file)
			      : follow(git->top, ".git", cb_git_pointer_read, NULL, &named);
	return named ? 0 : refuse(err, git, "it holds no gitdir line");
}

/* A `commondir` makes git take configuration and hooks from elsewhere. git writes one only for
 * linked work trees. */
static int check_commondir(const struct cb_git *git, struct cb_error *err)
{
	struct stat st;
	char *file = cb_path_join(git->gitdir, "commondir");
	if (!file)
		return cb_fail_memory(err);
	bool forged = lstat(file, &st) == 0;
	free(file);
	return forged ? refuse(err, git,
			       "its commondir sends git elsewhere, and git never "
			       "writes one there")
		      : 0;
}

/* Whether a git directory has the place of a linked work tree's, and belongs where it lies. */
static bool has_own_common(const char *gitdir)
{
	bool named;
	char *list = parent(gitdir, 1), *common = parent(gitdir, 2);
	char *stated = follow(gitdir, "commondir", cb_git_pointer_line, NULL, &named);
	bool own =
	    list && common && stated && ends_with(list, "worktrees") && strcmp(stated, common) == 0;
	free(list);
	free(common);
	free(stated);
	return own;
}

/* What lacks one of these is no repository for git either. */
static bool is_repository(const char *gitdir)
{
	struct stat head, objects, refs;
	int fd = gitdir ? cb_open_plain(AT_FDCWD, gitdir) : -1;
	bool whole = fd >= 0 && fstatat(fd, "HEAD", &head, AT_SYMLINK_NOFOLLOW) == 0 &&
		     (S_ISREG(head.st_mode) || S_ISLNK(head.st_mode)) &&
		     fstatat(fd, "objects", &objects, AT_SYMLINK_NOFOLLOW) == 0 &&
		     S_ISDIR(objects.st_mode) &&
		     fstatat(fd, "refs", &refs, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(refs.st_mode);
	if (fd >= 0)
		close(fd);
	return whole;
}

static int check_repository(const struct cb_git *git, const char *gitdir, struct cb_error *err)
{
	return is_repository(gitdir) ? 0
				     : refuse(err, git,
					      "it names no repository: HEAD, objects or refs is "
					      "missing there");
}

/* One in the project: nothing more is shown. */
static int follow_inside(const struct cb_git *git, struct cb_error *err)
{
	bool own = has_own_common(git->gitdir);
	if (!own && check_commondir(git, err) < 0)
		return -1;
	char *common = parent(git->gitdir, own ? 2 : 0);
	int result = check_repository(git, common, err);
	free(common);
	return result;
}

static int follow_pointer(struct cb_git *git, const char *file, bool is_link, uid_t uid,
			  struct cb_error *err)
{
	if (find_gitdir(git, file, is_link, err) < 0)
		return -1;
	if (!git->gitdir)
		return refuse(err, git, "it names a directory that does not exist");
	if (cb_path_is_within(git->gitdir, git->top))
		return follow_inside(git, err);
	if (!is_worktree(git) && !is_submodule(git))
		return refuse(err, git, "the git directory it names does not name it back");
	if (!cb_is_directory_of(git->gitdir, uid) || !cb_is_directory_of(git->common, uid))
		return refuse(err, git, "the git directory it names is not yours");
	return check_repository(git, git->common, err);
}

static int take_directory(struct cb_git *git, const char *dir, struct cb_error *err)
{
	git->gitdir = strdup(dir);
	return git->gitdir ? check_commondir(git, err) : cb_fail_memory(err);
}

/* Why a .git is not taken for a repository; NULL: it is. As git's safe.directory: anybody can lay
 * one above a directory of the user's, which would be shown as a whole (L33). */
static const char *fault_of(const char *dir, const char *file, const struct stat *st, uid_t uid)
{
	if (st->st_uid != uid || !cb_is_directory_of(dir, uid))
		return "it, or the directory it is in, belongs to another user";
	return S_ISDIR(st->st_mode) && !is_repository(file) ? "HEAD, objects or refs is missing"
							    : NULL;
}

static int take(struct cb_git *git, const char *file, const struct stat *st, uid_t uid,
		struct cb_error *err)
{
	return S_ISDIR(st->st_mode) ? take_directory(git, file, err)
				    : follow_pointer(git, file, S_ISLNK(st->st_mode), uid, err);
}

/* Looks at one directory: 1 nothing above it counts, 0 there is no .git, -1 refused. */
static int look_at(struct cb_git *git, const char *dir, uid_t uid, struct cb_error *err)
{
	struct stat st;
	char *file = cb_path_join(dir, ".git");
	if (!file)
		return cb_fail_memory(err);
	int result = 0;
	if (lstat(file, &st) == 0 &&
	    (S_ISLNK(st.st_mode) || S_ISDIR(st.st_mode) || S_ISREG(st.st_mode))) {
		git->fault = fault_of(dir, file, &st, uid);
		char **ret = git->fault ? &git->passed : &git->top;
		*ret = strdup(git->fault ? file : dir);
		if (!*ret)
			result = cb_fail_memory(err);
		else if (!git->fault)
			result = take(git, file, &st, uid, err);
		result = result < 0 ? -1 : 1;
	}
	free(file);
	return result;
}

int cb_git_read(const char *cwd, uid_t uid, struct cb_git *ret, struct cb_error *err)
{
	struct cb_git git = { 0 };
	int found = 0;
	char *dir = strdup(cwd);
	if (!dir)
		return cb_fail_memory(err);
	for (;;) {
		found = look_at(&git, dir, uid, err);
		char *slash = strrchr(dir, '/');
		if (found != 0 || !slash || slash == dir)
			break;
		*slash = '\0';
	}
	free(dir);
	if (found > 0 && git.top && (!git.gitdir || !(git.root = root_of(&git))))
		found = cb_fail_memory(err);
	if (found < 0) {
		cb_git_clear(&git);
		return -1;
	}
	*ret = git;
	return 0;
}

void cb_git_clear(struct cb_git *git)
{
	free(git->top);
	free(git->gitdir);
	free(git->common);
	free(git->root);
	free(git->passed);
	*git = (struct cb_git) { 0 };
}
