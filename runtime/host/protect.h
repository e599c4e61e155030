/* Shared by the files that read the project's paths: protect*.c, project-files.c, shared-state.c.
 * They decide nothing: what prevents a complete reading is noted as an obstacle, and the first
 * obstacle ends the reading. */
#ifndef CB_HOST_PROTECT_H
#define CB_HOST_PROTECT_H

#include "host/beneath.h"
#include "host/facts.h"

/* Larger files are compared by their metadata. */
#define CB_CONTENT_MAX ((size_t)1024 * 1024)

/* The state of a reading. */
struct cb_path_reader {
	const struct cb_policy *policy;
	const char *home;
	struct cb_beneath beneath; /* the directories that are shown */
	bool read_only; /* what is read now is shown read-only: it needs no protection, only copies
			   of configurations */
	struct cb_strv hook_dirs; /* values of core.hooksPath so far that are relative */
	size_t included;          /* how many files configurations have included */
	size_t entries;           /* how many entries git directories have */
	struct cb_project_paths *paths;
};

/* Notes an obstacle and ends the reading, unless there is one already. With errno: why is the
 * error. */
void cb_paths_stop(struct cb_path_reader *reader, enum cb_obstacle_kind kind, const char *path,
		   const char *why);
void cb_paths_stop_errno(struct cb_path_reader *reader, enum cb_obstacle_kind kind,
			 const char *path);
bool cb_paths_stopped(const struct cb_path_reader *reader);

/* Reads one path and what is below it. */
void cb_paths_read_one(struct cb_path_reader *reader, const char *path, enum cb_role role);

/* Lists a directory whose entries must all be known. Where it cannot be listed, that is an
 * obstacle. */
void cb_paths_list(struct cb_path_reader *reader, const char *path, struct cb_strv *ret);

/* Adds an existing path to protect or to hide. */
struct cb_project_path *cb_paths_push(struct cb_path_reader *reader, const char *path,
				      const struct stat *st, enum cb_role role);

/* Notes an obstacle where a protected or hidden file has a second name. */
void cb_paths_check_names(struct cb_path_reader *reader, const char *path, const struct stat *st,
			  enum cb_role role);

/* The paths that the policy lists for a role. */
const char *const *cb_paths_rows(const struct cb_path_reader *reader, enum cb_role role);

/* The part of a policy's path below .git, "" for .git itself; NULL: it is not below .git. */
const char *cb_paths_below_git(const char *path);

/* Whether the policy protects anything below .git; without `git`, anything else. */
bool cb_paths_protects(const struct cb_path_reader *reader, bool git);

/* Whether a shown directory is a git directory itself, without a work tree. */
bool cb_paths_is_bare(struct cb_path_reader *reader, const char *dir);

/* Reads a git directory: the policy's paths in it, its configuration, entries that git does not
 * make, and the git directories it contains. */
void cb_paths_read_gitdir(struct cb_path_reader *reader, const char *gitdir, unsigned depth);

/* Reads the configuration files of a git directory, for their copies and for the paths they name.
 */
void cb_paths_read_configs(struct cb_path_reader *reader, const char *gitdir);

/* Reads the configuration of the user and the system, for the paths they name in what is shown. */
void cb_paths_read_user_configs(struct cb_path_reader *reader, char *const *env);

/* Protects the relative hook directories of the configurations read so far, in one work tree. */
void cb_paths_read_hooks(struct cb_path_reader *reader, const char *tree);

/* Samples files near the top of the project: those with secrets that the policy does not hide, and
 * those with a second name. */
void cb_paths_sample_secrets(struct cb_path_reader *reader, const char *project);
void cb_paths_sample_hard_links(struct cb_path_reader *reader, const char *project);

#endif
