/* The git directories of what is shown. A path of the policy below .git is looked for in every one:
 * the project's own, the common one, those of linked work trees and of submodules. Which there are
 * must be certain: what is overlooked here is the agent's to write, and runs on the host (L9). */
#include "host/protect-parts.h"

#include "base/path.h"
#include "formats/git-pointer.h"
#include "host/read.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NESTED_MAX 32

/* The part of a policy's path below .git, "" for .git itself; NULL: it is not there. */
const char *cb_kept_below_git(const char *path)
{
	if (!cb_path_is_within(path, ".git"))
		return NULL;
	return path[4] ? path + 5 : path + 4;
}

/* Whether something of git, or else of the work tree, is to be protected. */
bool cb_kept_protects(const struct cb_looker *l, bool git)
{
	for (size_t i = 0; !l->configs_only && l->policy->protect[i]; i++)
		if (!cb_kept_below_git(l->policy->protect[i]) != git)
			return true;
	return false;
}

const char *const *cb_kept_rows(const struct cb_looker *l, enum cb_role role)
{
	return role == CB_PROTECT ? l->policy->protect
	       : role == CB_WATCH ? l->policy->watch
				  : l->policy->hide;
}

/* What a file of a git directory says, read by one of gitfile.h's functions; NULL: nothing. */
static char *read_name(const struct cb_looker *l, const char *gitdir, const char *name,
		       char *(*parse)(const char *text, size_t size))
{
	size_t size;
	char *file = cb_path_join(gitdir, name);
	int fd = file ? cb_beneath_open(&l->below, file, O_RDONLY | O_NONBLOCK | O_NOCTTY) : -1;
	char *text = fd < 0 ? NULL : cb_file_read_fd(fd, CB_CONTENT_MAX, &size);
	char *said = text ? parse(text, size) : NULL;
	if (fd >= 0)
		close(fd);
	free(text);
	free(file);
	return said;
}

/* The .git of a work tree that a git directory names, taking the name. */
static int look_at_pointer(const struct cb_looker *l, const char *gitdir, char *tree)
{
	struct stat st;
	char *full = tree ? cb_path_join(gitdir, tree) : NULL;
	/* git writes ../../../sub: the parts are taken away one by one. */
	char *real = full ? cb_real_path(full) : NULL;
	char *git = real && cb_beneath_root(&l->below, real) ? cb_path_join(real, ".git") : NULL;
	/* A directory is a repository of its own, in the place of a work tree that is gone. */
	bool other = git && cb_beneath_stat(&l->below, git, &st) > 0 && S_ISDIR(st.st_mode);
	int result = git && !other ? cb_kept_look_at(l, strdup(git), CB_PROTECT) : 0;
	if (git && !other && result == 0)
		result = cb_kept_look_at_hooks(l, real);
	free(git);
	free(real);
	free(full);
	free(tree);
	return result;
}

/* The work tree of a linked one's git directory, which names the .git in it. */
static char *linked_tree(const struct cb_looker *l, const char *gitdir)
{
	char *name = read_name(l, gitdir, "gitdir", cb_git_pointer_line);
	char *slash = name ? strrchr(name, '/') : NULL;
	if (slash)
		*slash = '\0';
	return name;
}

static int list_nested(const struct cb_looker *l, const char *dir, unsigned depth,
		       struct cb_strv *ret)
{
	int result = cb_kept_list(l, dir, ret);
	if (result == 0 && ret->len > 0 && depth >= NESTED_MAX)
		return cb_kept_refuse(l, dir, "more directories in one another than are looked at");
	return result;
}

static int look_at_modules(const struct cb_looker *l, const char *dir, unsigned depth);

/* A submodule's: with its pointer, and no way to another one, which git never lays there. */
static int look_at_module(const struct cb_looker *l, const char *gitdir, unsigned depth)
{
	struct stat st;
	char *common = cb_path_join(gitdir, "commondir");
	l->keeping->failed |= !common;
	int result = cb_kept_look_at_gitdir(l, gitdir, depth);
	if (result == 0 && common && cb_kept_protects(l, true) &&
	    cb_beneath_stat(&l->below, common, &st) != 0)
		result = cb_kept_refuse(l, common,
					"it sends git elsewhere, and git never writes one there");
	if (result == 0 && cb_kept_protects(l, true))
		result = look_at_pointer(l, gitdir,
					 read_name(l, gitdir, "config", cb_git_pointer_worktree));
	free(common);
	return result;
}

/* One git directory: the paths of the policy in it, then the git directories it holds. */
int cb_kept_look_at_gitdir(const struct cb_looker *l, const char *gitdir, unsigned depth)
{
	static const enum cb_role roles[] = { CB_PROTECT, CB_WATCH };
	for (size_t r = 0; r < 2 && !l->configs_only; r++) {
		const char *const *list = cb_kept_rows(l, roles[r]);
		for (size_t i = 0; list[i]; i++) {
			const char *rest = cb_kept_below_git(list[i]);
			if (rest && cb_kept_look_at(l, cb_path_join(gitdir, rest), roles[r]) < 0)
				return -1;
		}
	}
	if (cb_kept_look_at_configs(l, gitdir) < 0)
		return -1;
	if (!l->configs_only && cb_kept_look_inside(l, gitdir) < 0)
		return -1;
	cleanup_strv struct cb_strv trees = { 0 };
	char *worktrees = cb_path_join(gitdir, "worktrees");
	char *modules = cb_path_join(gitdir, "modules");
	l->keeping->failed |= !worktrees || !modules;
	int result = l->keeping->failed ? 0 : look_at_modules(l, modules, depth);
	if (result == 0 && !l->keeping->failed)
		result = list_nested(l, worktrees, depth, &trees);
	free(worktrees);
	free(modules);
	for (size_t i = 0; result == 0 && i < trees.len; i++) {
		const char *tree = trees.items[i];
		result = cb_kept_look_at_gitdir(l, tree, depth + 1);
		if (result == 0 && cb_kept_protects(l, true))
			result = look_at_pointer(l, tree, linked_tree(l, tree));
	}
	return result;
}

/* How many of the names there are in a directory, `files` that are no directories themselves. What
 * is in the way of looking counts. */
static size_t count_signs(const struct cb_looker *l, const char *dir, const char *const *names,
			  bool files)
{
	size_t count = 0;
	for (; *names; names++) {
		struct stat st = { 0 };
		char *sign = cb_path_join(dir, *names);
		l->keeping->failed |= !sign;
		int there = sign ? cb_beneath_stat(&l->below, sign, &st) : 0;
		count += there < 0 || (there > 0 && !(files && S_ISDIR(st.st_mode)));
		free(sign);
	}
	return count;
}

/* Whether git may take it for a git directory, or could once its HEAD is put back that the agent
 * has taken away. Its configuration cannot be. */
static bool is_gitdir(const struct cb_looker *l, const char *dir)
{
	static const char *const signs[] = { "HEAD", "config", NULL };
	return count_signs(l, dir, signs, true) > 0;
}

/* The same of a directory that is shown, where other things have such names. */
bool cb_kept_is_bare(const struct cb_looker *l, const char *dir)
{
	static const char *const signs[] = { "HEAD", "objects", "refs", NULL };
	return count_signs(l, dir, signs, false) > 1;
}

static bool is_one_of(const char *name, const char *const *names)
{
	while (*names && strcmp(name, *names) != 0)
		names++;
	return *names;
}

/* What of a git directory holds no others, or is looked at with it; its largest parts are among it.
 */
static bool is_gits_own(const char *path, bool in_gitdir)
{
	static const char *const kept[] = { "hooks", "modules", "worktrees", "lfs", "annex", NULL };
	static const char *const packs[] = { "pack", "info", NULL };
	static const char objects[] = "/objects/";
	const char *name = strrchr(path, '/') + 1;
	size_t len = sizeof objects - 1;
	bool object = name - path > (ptrdiff_t)len && memcmp(name - len, objects, len) == 0 &&
		      (strlen(name) == 2 || is_one_of(name, packs));
	return object || (in_gitdir && is_one_of(name, kept));
}

/* As git used to have it, and still takes it; any other link is in the way. */
static bool is_linked_head(const struct cb_looker *l, const char *path)
{
	struct stat st;
	return strcmp(strrchr(path, '/'), "/HEAD") == 0 &&
	       cb_beneath_stat(&l->below, path, &st) < 0;
}

/* A submodule's name may have slashes, and a git directory is told by files that the agent can
 * make: what looks like one may hold others all the same. */
static int look_below(const struct cb_looker *l, const char *dir, bool in_gitdir, unsigned depth)
{
	cleanup_strv struct cb_strv names = { 0 };
	int result = list_nested(l, dir, depth, &names);
	for (size_t i = 0; result == 0 && i < names.len; i++) {
		const char *name = names.items[i];
		if (is_gits_own(name, in_gitdir) || (in_gitdir && is_linked_head(l, name)))
			continue;
		bool gitdir = is_gitdir(l, name);
		if (gitdir)
			result = look_at_module(l, name, depth + 1);
		if (result == 0)
			result = look_below(l, name, gitdir, depth + 1);
	}
	return result;
}

static int look_at_modules(const struct cb_looker *l, const char *dir, unsigned depth)
{
	return look_below(l, dir, false, depth);
}
