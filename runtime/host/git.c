/* Finds the work tree and its git directory. A `.git` file may name any directory of the host, a
 * `.git` link lead to any, and the agent can write both: they are followed only to a directory that
 * names this work tree back and belongs to the user. Anything else is a forged pointer (L26). */
#include "host/read-facts.h"

#include "base/io.h"
#include "base/path.h"
#include "formats/git-pointer.h"
#include "host/read.h"
#include "host/walk.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define FILE_LIMIT ((size_t)1024 * 1024)

/* What the file `name` in `dir` names, read by one of git-pointer.h's functions; NULL: nothing. */
static char *read_pointer(const char *dir, const char *name,
			  char *(*parse)(const char *text, size_t size))
{
	size_t size;
	char *text = cb_file_read(cb_path_join(dir, name), FILE_LIMIT, false, &size);
	char *named = text ? parse(text, size) : NULL;
	return named ? cb_path_join(dir, named) : NULL;
}

/* The real path of that; NULL: nothing is there. */
static char *follow_pointer(const char *dir, const char *name,
			    char *(*parse)(const char *text, size_t size))
{
	char *named = read_pointer(dir, name, parse);
	return named ? cb_real_path(named) : NULL;
}

/* `path` cut after its last slash `times` times; NULL: there is nothing left. */
static char *parent(const char *path, int times)
{
	char *copy = cb_strdup(path);
	for (; times > 0; times--) {
		char *slash = strrchr(copy, '/');
		if (!slash || slash == copy)
			return NULL;
		*slash = '\0';
	}
	return copy;
}

static bool ends_with(const char *path, const char *name)
{
	const char *slash = strrchr(path, '/');
	return slash && strcmp(slash + 1, name) == 0;
}

static bool is_same(const char *a, const char *b)
{
	return a && b && strcmp(a, b) == 0;
}

/* The common git directory of <common>/worktrees/<id>, whose `commondir` names it; NULL: it is no
 * such place. */
static char *common_of_worktree(const char *gitdir)
{
	const char *list = parent(gitdir, 1);
	char *common = parent(gitdir, 2);
	const char *stated = follow_pointer(gitdir, "commondir", cb_git_pointer_line);
	return list && ends_with(list, "worktrees") && is_same(common, stated) ? common : NULL;
}

/* What a git directory names as its work tree, or as the .git in it, if it does so by a way that
 * nobody could have laid in the work tree `top`, with a link to itself for instance. */
static bool names_back(const char *gitdir, const char *file,
		       char *(*parse)(const char *text, size_t size), const char *top,
		       const char *want)
{
	const char *named = read_pointer(gitdir, file, parse);
	return named && is_same(cb_trace_path(named, top, true), want);
}

/* The git directory outside the work tree that must be there too: of a linked work tree the common
 * one, of a submodule its own; NULL: it does not name the work tree back. */
static char *find_common(const struct cb_git *git)
{
	char *common = common_of_worktree(git->gitdir);
	if (common && names_back(git->gitdir, "gitdir", cb_git_pointer_line, git->top,
				 cb_path_join(git->top, ".git")))
		return common;
	return names_back(git->gitdir, "config", cb_git_pointer_worktree, git->top, git->top)
		   ? cb_strdup(git->gitdir)
		   : NULL;
}

/* The repository's own place: the main work tree, or the bare repository. That of a submodule is
 * its work tree, but only if it says so itself: else one could borrow another project's state
 * (L26). */
static char *root_of(const struct cb_git *git)
{
	if (!git->common || strcmp(git->common, git->gitdir) == 0)
		return cb_strdup(git->top);
	char *above = parent(git->common, 1);
	if (above && ends_with(git->common, ".git"))
		return above;
	char *tree = follow_pointer(git->common, "config", cb_git_pointer_worktree);
	const char *back = tree ? follow_pointer(tree, ".git", cb_git_pointer_read) : NULL;
	return is_same(back, git->common) ? tree : cb_strdup(git->common);
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
	cb_close(fd);
	return whole;
}

static const char no_repository[] =
    "it names no repository: HEAD, objects or refs is missing there";

/* A git directory that is none of a linked work tree, and says that it is. */
static const char *check_commondir(const char *gitdir)
{
	struct stat st;
	return lstat(cb_path_join(gitdir, "commondir"), &st) == 0
		   ? "its commondir sends git elsewhere, and git never writes one there"
		   : NULL;
}

/* Why the git directory in the project that a pointer names is not believed; NULL: it is. Nothing
 * more is shown for it. */
static const char *check_inside(const char *gitdir)
{
	const char *common = common_of_worktree(gitdir);
	const char *fault = common ? NULL : check_commondir(gitdir);
	return fault ? fault : is_repository(common ? common : gitdir) ? NULL : no_repository;
}

/* Fills what is behind a `.git` file or link; why it is not believed, or NULL. */
static const char *read_pointed(struct cb_git *git, const char *file, bool is_link, uid_t uid)
{
	const char *named = is_link ? file : read_pointer(git->top, ".git", cb_git_pointer_read);
	if (!named)
		return "it holds no gitdir line";
	git->gitdir = cb_real_path(named);
	if (!git->gitdir)
		return "it names a directory that does not exist";
	if (cb_path_is_within(git->gitdir, git->top))
		return check_inside(git->gitdir);
	git->common = find_common(git);
	if (!git->common)
		return "the git directory it names does not name it back";
	if (!cb_is_directory_of(git->gitdir, uid) || !cb_is_directory_of(git->common, uid))
		return "the git directory it names is not yours";
	return is_repository(git->common) ? NULL : no_repository;
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

static void read_found(struct cb_git *git, char *dir, char *file, const struct stat *st, uid_t uid)
{
	git->skipped_why = fault_of(dir, file, st, uid);
	if (git->skipped_why) {
		git->skipped = file;
		return;
	}
	struct cb_git found = { .top = dir };
	if (S_ISDIR(st->st_mode)) {
		found.gitdir = file;
		found.forged = check_commondir(file);
	} else {
		found.forged = read_pointed(&found, file, S_ISLNK(st->st_mode), uid);
	}
	if (found.forged)
		found = (struct cb_git) { .top = dir, .forged = found.forged };
	else
		found.root = root_of(&found);
	*git = found;
}

void cb_git_read(const char *cwd, uid_t uid, struct cb_git *ret)
{
	*ret = (struct cb_git) { 0 };
	for (char *dir = cb_strdup(cwd); dir; dir = parent(dir, 1)) {
		struct stat st;
		char *file = cb_path_join(dir, ".git");
		if (lstat(file, &st) < 0 ||
		    !(S_ISLNK(st.st_mode) || S_ISDIR(st.st_mode) || S_ISREG(st.st_mode)))
			continue;
		/* Nothing above it counts. */
		read_found(ret, dir, file, &st, uid);
		return;
	}
}
