/* What the files that look at kept paths share. */
#ifndef CB_HOST_PROTECT_PARTS_H
#define CB_HOST_PROTECT_PARTS_H

#include "host/beneath.h"
#include "host/protect.h"

/* More than a file of this size is compared by what the file system says of it. */
#define CB_CONTENT_MAX ((size_t)1024 * 1024)

enum cb_role { CB_PROTECT, CB_WATCH, CB_HIDE };

struct cb_looker {
	const struct cb_policy *policy;
	const char *home;
	bool configs_only; /* what is read-only needs no protection, but a copy */
	struct cb_keeping *keeping;
	struct cb_beneath below;
	struct cb_error *err;
};

/* -1, and why nothing can start. */
int cb_kept_refuse(const struct cb_looker *looker, const char *path, const char *why);

/* What is in a directory that must be known to the last; refuses where that cannot be told. */
int cb_kept_list(const struct cb_looker *looker, const char *path, struct cb_strv *ret);

/* Looks at one path, which it takes, and at what is below it. */
int cb_kept_look_at(const struct cb_looker *looker, char *path, enum cb_role role);

/* The policy's list for a role. */
const char *const *cb_kept_rows(const struct cb_looker *looker, enum cb_role role);

/* The part of a policy's path below .git, "" for .git itself; NULL: it is not there. */
const char *cb_kept_below_git(const char *path);

/* Whether something of git, or else of the work tree, is to be protected. */
bool cb_kept_protects(const struct cb_looker *looker, bool git);

/* Whether a shown directory is itself a git directory, without a work tree. */
bool cb_kept_is_bare(const struct cb_looker *looker, const char *dir);

/* The configuration files of a git directory: read, for a copy of each. */
int cb_kept_look_at_configs(const struct cb_looker *looker, const char *gitdir);

/* Finds files of the project with a second name, a few at most. */
void cb_kept_look_for_hard_links(const struct cb_looker *looker, const char *project);

/* Finds files with secrets near the top of the project that the policy does not hide. */
void cb_kept_look_for_secrets(const struct cb_looker *looker, const char *project);

/* Notes something to protect or to hide that is there; NULL: no memory. */
struct cb_kept *cb_kept_push(const struct cb_looker *looker, const char *path,
			     const struct stat *st, enum cb_role role);

/* A second name of a file that is not to be read or changed: refuses it. */
int cb_kept_check_names(const struct cb_looker *looker, const char *path, const struct stat *st,
			enum cb_role role);

/* One git directory: the paths of the policy in it, then the git directories it holds. */
int cb_kept_look_at_gitdir(const struct cb_looker *looker, const char *gitdir, unsigned depth);

/* Whether anything in a git directory is a link out of it, or no file; refuses where it is. */
int cb_kept_look_inside(const struct cb_looker *looker, const char *gitdir);

/* What a configuration in git directory `gitdir`, NULL for the user's own, names in what is shown:
 * the files it includes and the hooks; of hooks by a relative path only that there are some. */
int cb_kept_look_at_named(const struct cb_looker *looker, const char *gitdir, const char *file,
			  const char *text, size_t size);

/* The same of the configuration of the user and the system. */
int cb_kept_look_at_users(const struct cb_looker *looker, char *const *env);

/* The hooks by a relative path, of the configurations that were looked at, in one work tree. */
int cb_kept_look_at_hooks(const struct cb_looker *looker, const char *tree);

#endif
