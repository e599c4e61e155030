/* The git directories of what is shown: the project's own, the common one, those of linked work
 * trees and of submodules. A path of the policy below .git is protected in every one of them: hooks
 * in one that is overlooked would run on the host (L9). Symbolic links and special files in them
 * are obstacles: git on the host reads MERGE_MSG through a link into the next commit, writes
 * COMMIT_EDITMSG or logs/HEAD through one over any file of the user, and waits for ever on a FIFO
 * (L31). */
#include "host/protect.h"

#include "base/path.h"
#include "formats/git-pointer.h"
#include "host/read.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NESTED_MAX 32
#define ENTRIES_MAX ((size_t)1 << 17)

const char *cb_paths_below_git(const char *path)
{
	if (!cb_path_is_within(path, ".git"))
		return NULL;
	return path[4] ? path + 5 : path + 4;
}

bool cb_paths_protects(const struct cb_path_reader *r, bool git)
{
	for (size_t i = 0; !r->read_only && r->policy->protect[i]; i++)
		if (!cb_paths_below_git(r->policy->protect[i]) != git)
			return true;
	return false;
}

const char *const *cb_paths_rows(const struct cb_path_reader *r, enum cb_role role)
{
	const char *const *const rows[] = { r->policy->protect, r->policy->watch, r->policy->hide };
	return rows[role];
}

static bool is_one_of(const char *name, const char *const *names)
{
	while (*names && strcmp(name, *names) != 0)
		names++;
	return *names;
}

/* Directories in a git directory that are read on their own, or hold files that others than git put
 * there. */
static const char *const apart[] = { "hooks", "modules", "worktrees", "lfs", "annex", NULL };

/* --- links and other things that git makes none of --- */

/* Old versions of git wrote symbolic references as links. Git reads only the link's text, not a
 * path. */
static bool is_reference(const char *rest, const char *target)
{
	return (strcmp(rest, "HEAD") == 0 || cb_path_is_within(rest, "refs")) &&
	       strncmp(target, "refs/", 5) == 0 && !strstr(target, "..");
}

/* Git writes only hashes and names to these, and nothing runs them. */
static bool is_harmless(const char *gitdir, const char *path)
{
	static const char *const places[] = { "refs", "logs", "info" };
	char *real = cb_real_path(path);
	for (size_t i = 0; real && i < sizeof places / sizeof places[0]; i++)
		if (cb_path_is_within(real, cb_path_join(gitdir, places[i])))
			return true;
	return false;
}

static void check_link(struct cb_path_reader *r, const char *gitdir, const char *path, int dir)
{
	char target[PATH_MAX];
	ssize_t len = readlinkat(dir, strrchr(path, '/') + 1, target, sizeof target - 1);
	target[len < 0 ? 0 : len] = '\0';
	if (is_reference(path + strlen(gitdir) + 1, target))
		return;
	if (is_harmless(gitdir, path))
		cb_strv_push(&r->paths->links, path);
	else
		cb_paths_stop(r, CB_OBSTACLE_GIT_ENTRY, path,
			      "a symbolic link that leads out of the git directory");
}

/* Objects are many, and git checks them by their hash. */
static bool is_passed(const char *rest)
{
	return is_one_of(rest, apart) ||
	       (cb_path_is_within(rest, "objects") && strcmp(rest, "objects") != 0 &&
		strcmp(rest, "objects/info") != 0);
}

static void check_directory(struct cb_path_reader *r, const char *gitdir, const char *path, int fd,
			    unsigned depth);

/* Checks the entry `path` of the open directory `dir`. */
static void check_entry(struct cb_path_reader *r, const char *gitdir, const char *path, int dir,
			unsigned depth)
{
	struct stat st;
	const char *rest = path + strlen(gitdir) + 1, *name = strrchr(path, '/') + 1;
	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) < 0) {
		if (errno != ENOENT)
			cb_paths_stop_errno(r, CB_OBSTACLE_GIT_ENTRY, path);
	} else if (S_ISLNK(st.st_mode)) {
		check_link(r, gitdir, path, dir);
	} else if (S_ISDIR(st.st_mode)) {
		if (!is_passed(rest))
			check_directory(r, gitdir, path, cb_open_directory(dir, name, 0),
					depth + 1);
	} else if (!S_ISREG(st.st_mode) &&
		   !(S_ISSOCK(st.st_mode) && strcmp(rest, "fsmonitor--daemon.ipc") == 0)) {
		/* The socket is git's own. */
		cb_paths_stop(r, CB_OBSTACLE_GIT_ENTRY, path,
			      "it is neither a file nor a directory");
	}
}

/* Closes `fd`, which is -1 with errno set where the directory could not be opened. */
static void check_directory(struct cb_path_reader *r, const char *gitdir, const char *path, int fd,
			    unsigned depth)
{
	struct cb_directory entries = { .fd = fd };
	if (fd < 0) {
		if (errno != ENOENT && errno != ENOTDIR)
			cb_paths_stop_errno(r, CB_OBSTACLE_UNLISTED, path);
		return;
	}
	for (const char *name; !cb_paths_stopped(r) && (name = cb_directory_next(&entries));) {
		char *entry = cb_path_join(path, name);
		if (++r->entries > ENTRIES_MAX || depth > NESTED_MAX)
			cb_paths_stop(r, CB_OBSTACLE_GIT_LARGE, path,
				      "there is more in the git directory than is looked at");
		else
			check_entry(r, gitdir, entry, fd, depth);
		free(entry);
	}
	errno = entries.error;
	if (errno)
		cb_paths_stop_errno(r, CB_OBSTACLE_UNLISTED, path);
	close(fd);
}

/* --- the git directories in one another --- */

/* What a file of a git directory names, by a parser of formats/git-pointer.h; NULL: nothing. */
static char *read_pointer(const struct cb_path_reader *r, const char *gitdir, const char *name,
			  char *(*parse)(const char *text, size_t size))
{
	size_t size;
	char *text =
	    cb_beneath_read(&r->beneath, cb_path_join(gitdir, name), CB_CONTENT_MAX, &size);
	return text ? parse(text, size) : NULL;
}

/* Protects the .git and the hooks of the work tree `tree` that a git directory names, or NULL. */
static void read_tree_of(struct cb_path_reader *r, const char *gitdir, const char *tree)
{
	struct stat st;
	/* git writes ../../../sub: only the kernel resolves that as git does. */
	char *real = tree ? cb_real_path(cb_path_join(gitdir, tree)) : NULL;
	if (!real || !cb_beneath_root(&r->beneath, real))
		return;
	char *git = cb_path_join(real, ".git");
	/* A directory there is another repository, where the work tree has gone. */
	if (cb_beneath_stat(&r->beneath, git, &st) > 0 && S_ISDIR(st.st_mode))
		return;
	cb_paths_read_one(r, git, CB_ROLE_PROTECT);
	cb_paths_read_hooks(r, real);
}

/* The work tree of a linked work tree's git directory, which names the .git file in it. */
static char *linked_tree(const struct cb_path_reader *r, const char *gitdir)
{
	char *name = read_pointer(r, gitdir, "gitdir", cb_git_pointer_line);
	char *slash = name ? strrchr(name, '/') : NULL;
	if (slash)
		*slash = '\0';
	return name;
}

static void list_nested(struct cb_path_reader *r, const char *dir, unsigned depth,
			struct cb_strv *ret)
{
	cb_paths_list(r, dir, ret);
	if (ret->len > 0 && depth >= NESTED_MAX)
		cb_paths_stop(r, CB_OBSTACLE_PATH, dir,
			      "more directories in one another than are looked at");
}

/* The git directory of a submodule, and its work tree's .git. Git never writes a commondir file
 * there. */
static void read_module(struct cb_path_reader *r, const char *gitdir, unsigned depth)
{
	struct stat st;
	char *common = cb_path_join(gitdir, "commondir");
	cb_paths_read_gitdir(r, gitdir, depth);
	if (!cb_paths_protects(r, true))
		return;
	if (cb_beneath_stat(&r->beneath, common, &st) != 0)
		cb_paths_stop(r, CB_OBSTACLE_PATH, common,
			      "it sends git elsewhere, and git never writes one there");
	read_tree_of(r, gitdir, read_pointer(r, gitdir, "config", cb_git_pointer_worktree));
}

/* How many of `names` exist in a directory, with `files` only those that are no directories. A name
 * that cannot be looked up counts as existing. */
static size_t count_signs(const struct cb_path_reader *r, const char *dir, const char *const *names,
			  bool files)
{
	size_t count = 0;
	for (; *names; names++) {
		struct stat st = { 0 };
		int there = cb_beneath_stat(&r->beneath, cb_path_join(dir, *names), &st);
		count += there < 0 || (there > 0 && !(files && S_ISDIR(st.st_mode)));
	}
	return count;
}

/* Whether git could take a directory for a git directory, now or after the agent has put back the
 * HEAD it took away. The agent cannot take away the configuration. */
static bool is_gitdir(const struct cb_path_reader *r, const char *dir)
{
	static const char *const signs[] = { "HEAD", "config", NULL };
	return count_signs(r, dir, signs, true) > 0;
}

/* The same for a directory that is shown, where ordinary files may have such names. */
bool cb_paths_is_bare(struct cb_path_reader *r, const char *dir)
{
	static const char *const signs[] = { "HEAD", "objects", "refs", NULL };
	return count_signs(r, dir, signs, false) > 1;
}

/* Directories that cannot contain another git directory, or are read with it. The largest are among
 * them. */
static bool holds_no_gitdir(const char *path, bool in_gitdir)
{
	static const char *const packs[] = { "pack", "info", NULL };
	static const char objects[] = "/objects/";
	const char *name = strrchr(path, '/') + 1;
	size_t len = sizeof objects - 1;
	bool object = name - path > (ptrdiff_t)len && memcmp(name - len, objects, len) == 0 &&
		      (strlen(name) == 2 || is_one_of(name, packs));
	return object || (in_gitdir && is_one_of(name, apart));
}

/* Git still accepts a HEAD that is a link. Any other link is an obstacle. */
static bool is_linked_head(const struct cb_path_reader *r, const char *path)
{
	struct stat st;
	return strcmp(strrchr(path, '/'), "/HEAD") == 0 &&
	       cb_beneath_stat(&r->beneath, path, &st) < 0;
}

/* Reads the submodules of a git directory, in its `modules`. A submodule's name may have slashes,
 * and the agent can make any directory look like a git directory: so all are searched, also those
 * that look like one. */
static void read_modules(struct cb_path_reader *r, const char *dir, bool in_gitdir, unsigned depth)
{
	struct cb_strv names = { 0 };
	list_nested(r, dir, depth, &names);
	for (size_t i = 0; i < names.len && !cb_paths_stopped(r); i++) {
		const char *name = names.items[i];
		if (holds_no_gitdir(name, in_gitdir) || (in_gitdir && is_linked_head(r, name)))
			continue;
		bool gitdir = is_gitdir(r, name);
		if (gitdir)
			read_module(r, name, depth + 1);
		read_modules(r, name, gitdir, depth + 1);
	}
}

void cb_paths_read_gitdir(struct cb_path_reader *r, const char *gitdir, unsigned depth)
{
	static const enum cb_role roles[] = { CB_ROLE_PROTECT, CB_ROLE_WATCH };
	struct cb_strv trees = { 0 };
	if (cb_paths_stopped(r))
		return;
	for (size_t i = 0; i < 2 && !r->read_only; i++)
		for (const char *const *row = cb_paths_rows(r, roles[i]); *row; row++)
			if (cb_paths_below_git(*row))
				cb_paths_read_one(r, cb_path_join(gitdir, cb_paths_below_git(*row)),
						  roles[i]);
	cb_paths_read_configs(r, gitdir);
	if (!r->read_only)
		check_directory(r, gitdir, gitdir,
				cb_beneath_open(&r->beneath, gitdir, O_RDONLY | O_DIRECTORY), 0);
	read_modules(r, cb_path_join(gitdir, "modules"), false, depth);
	list_nested(r, cb_path_join(gitdir, "worktrees"), depth, &trees);
	for (size_t i = 0; i < trees.len && !cb_paths_stopped(r); i++) {
		cb_paths_read_gitdir(r, trees.items[i], depth + 1);
		if (cb_paths_protects(r, true))
			read_tree_of(r, trees.items[i], linked_tree(r, trees.items[i]));
	}
}
