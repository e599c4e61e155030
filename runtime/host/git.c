/* Finds the work tree and its git directory. A `.git` file or link can point to any directory of
 * the host, and the agent can write it: it is followed only to a git directory that belongs to the
 * user and points back to this work tree. Anything else is a forged pointer (L26). */
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

/* The path that the file `name` in `dir` names, by a parser of formats/git-pointer.h; NULL: none.
 */
static char *read_pointer(const char *dir, const char *name,
			  char *(*parse)(const char *text, size_t size))
{
	size_t size;
	char *text = cb_file_read(cb_path_join(dir, name), FILE_LIMIT, false, &size);
	char *named = text ? parse(text, size) : NULL;
	return named ? cb_path_join(dir, named) : NULL;
}

/* The real path of it; NULL: it does not exist. */
static char *follow_pointer(const char *dir, const char *name,
			    char *(*parse)(const char *text, size_t size))
{
	char *named = read_pointer(dir, name, parse);
	return named ? cb_real_path(named) : NULL;
}

/* The directory `times` levels above `path`; NULL: there is none below the root. */
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

/* The common git directory, where `gitdir` is <common>/worktrees/<id> and its commondir file says
 * so too; else NULL. */
static char *common_of_worktree(const char *gitdir)
{
	const char *list = parent(gitdir, 1);
	char *common = parent(gitdir, 2);
	const char *stated = follow_pointer(gitdir, "commondir", cb_git_pointer_line);
	return list && ends_with(list, "worktrees") && is_same(common, stated) ? common : NULL;
}

/* Whether a git directory names `want` in a file, as its work tree or as the .git in it. The path
 * must not lead through links in the work tree `top`, where an agent could have made it lead to
 * itself. */
static bool names_back(const char *gitdir, const char *file,
		       char *(*parse)(const char *text, size_t size), const char *top,
		       const char *want)
{
	const char *named = read_pointer(gitdir, file, parse);
	return named && is_same(cb_trace_path(named, top, true), want);
}

/* The git directory that a work tree needs outside itself: a linked work tree the common one, a
 * submodule its own. NULL: it does not point back to the work tree. */
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

/* What all work trees of the repository have in common: the main work tree, or the bare repository.
 * For a submodule it is the work tree, if that points back: otherwise a project could borrow
 * another one's state (L26). */
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

/* As git decides it: without one of these a directory is no repository. */
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

/* Only the git directory of a linked work tree has a commondir file. */
static const char *check_commondir(const char *gitdir)
{
	struct stat st;
	return lstat(cb_path_join(gitdir, "commondir"), &st) == 0
		   ? "its commondir sends git elsewhere, and git never writes one there"
		   : NULL;
}

/* Why a git directory inside the work tree is not believed; NULL: it is. Nothing else has to be
 * shown for it. */
static const char *check_inside(const char *gitdir)
{
	const char *common = common_of_worktree(gitdir);
	const char *fault = common ? NULL : check_commondir(gitdir);
	return fault ? fault : is_repository(common ? common : gitdir) ? NULL : no_repository;
}

/* Follows a `.git` file or link. Returns why it is not believed, or NULL. */
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

/* Why a .git is skipped; NULL: it is not. As git's safe.directory: somebody else's .git above a
 * directory of the user would make all of it the project (L33). */
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
		/* The first one counts, whatever it is. */
		read_found(ret, dir, file, &st, uid);
		return;
	}
}
