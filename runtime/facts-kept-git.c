/* The git directories of what is shown. A path of the policy below .git is looked for in every one:
 * the project's own, the common one, those of linked work trees and of submodules. Which there are
 * must be certain: what is overlooked here is the agent's to write, and runs on the host (L9). */
#include "facts-kept-parts.h"

#include "gitfile.h"
#include "look.h"
#include "path.h"

#include <fcntl.h>
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
	for (size_t i = 0; l->policy->protect[i]; i++)
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

/* The work tree's .git file of a submodule, which its git directory names. */
static int look_at_pointer(const struct cb_looker *l, const char *gitdir)
{
	size_t size;
	char *config = cb_path_join(gitdir, "config");
	int fd = config ? cb_below_open(&l->below, config, O_RDONLY | O_NONBLOCK | O_NOCTTY) : -1;
	char *text = fd < 0 ? NULL : cb_look_fd(fd, CB_CONTENT_MAX, &size);
	char *tree = text ? cb_gitfile_worktree(text, size) : NULL;
	char *full = tree ? cb_path_join(gitdir, tree) : NULL;
	/* git writes ../../../sub: the parts are taken away one by one. */
	char *real = full ? cb_look_real(full) : NULL;
	int result = real && cb_below_root(&l->below, real)
			 ? cb_kept_look_at(l, cb_path_join(real, ".git"), CB_PROTECT)
			 : 0;
	if (fd >= 0)
		close(fd);
	free(config);
	free(text);
	free(tree);
	free(full);
	free(real);
	return result;
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

/* One git directory: the paths of the policy in it, then the git directories it holds. */
int cb_kept_look_at_gitdir(const struct cb_looker *l, const char *gitdir, unsigned depth)
{
	static const enum cb_role roles[] = { CB_PROTECT, CB_WATCH };
	for (size_t r = 0; r < 2; r++) {
		const char *const *list = cb_kept_rows(l, roles[r]);
		for (size_t i = 0; list[i]; i++) {
			const char *rest = cb_kept_below_git(list[i]);
			if (rest && cb_kept_look_at(l, cb_path_join(gitdir, rest), roles[r]) < 0)
				return -1;
		}
	}
	cleanup_strv struct cb_strv trees = { 0 };
	char *worktrees = cb_path_join(gitdir, "worktrees");
	char *modules = cb_path_join(gitdir, "modules");
	l->keeping->failed |= !worktrees || !modules;
	int result = l->keeping->failed ? 0 : look_at_modules(l, modules, depth);
	if (result == 0 && !l->keeping->failed)
		result = list_nested(l, worktrees, depth, &trees);
	free(worktrees);
	free(modules);
	for (size_t i = 0; result == 0 && i < trees.len; i++)
		result = cb_kept_look_at_gitdir(l, trees.items[i], depth + 1);
	return result;
}

/* Whether git may take it for a git directory, or could once something is put back that the agent
 * has taken away: not by its HEAD alone. What is in the way of looking counts. */
static bool is_gitdir(const struct cb_looker *l, const char *dir)
{
	static const char *const signs[] = { "HEAD", "config", "hooks", "objects", "refs" };
	struct stat st;
	bool found = false;
	for (size_t i = 0; !found && i < sizeof signs / sizeof signs[0]; i++) {
		char *sign = cb_path_join(dir, signs[i]);
		l->keeping->failed |= !sign;
		found = sign && cb_below_stat(&l->below, sign, &st) != 0;
		free(sign);
	}
	return found;
}

/* A submodule's name may have slashes: what is no git directory holds others. */
static int look_at_modules(const struct cb_looker *l, const char *dir, unsigned depth)
{
	cleanup_strv struct cb_strv names = { 0 };
	int result = list_nested(l, dir, depth, &names);
	for (size_t i = 0; result == 0 && i < names.len; i++) {
		const char *name = names.items[i];
		if (!is_gitdir(l, name))
			result = look_at_modules(l, name, depth + 1);
		else if ((result = cb_kept_look_at_gitdir(l, name, depth + 1)) == 0 &&
			 cb_kept_protects(l, true))
			result = look_at_pointer(l, name);
	}
	return result;
}
