/* What the files share that read the project's paths: protect*.c, project-files.c and
 * agent-memory.c. Nothing is decided: what keeps a look from being whole is noted as an obstacle,
 * and the first one ends the reading. */
#ifndef CB_HOST_PROTECT_H
#define CB_HOST_PROTECT_H

#include "host/beneath.h"
#include "host/facts.h"

/* A file of more than this size is compared by what the file system says of it. */
#define CB_CONTENT_MAX ((size_t)1024 * 1024)

/* What is being read, and what has been found. */
struct cb_path_reader {
	const struct cb_policy *policy;
	const char *home;
	struct cb_beneath beneath; /* the directories that are shown */
	bool read_only; /* those read now are: they need no protection, only the copies of
			   configurations */
	struct cb_strv
	    hook_dirs;   /* by a relative core.hooksPath, of the configurations read so far */
	size_t included; /* files, by git's configurations */
	size_t entries;  /* of git directories */
	struct cb_project_paths *paths;
};

/* Ends the reading: the first obstacle counts. `path` is copied. */
void cb_paths_stop(struct cb_path_reader *reader, enum cb_obstacle_kind kind, const char *path,
		   const char *why);
void cb_paths_stop_errno(struct cb_path_reader *reader, enum cb_obstacle_kind kind,
			 const char *path);
bool cb_paths_stopped(const struct cb_path_reader *reader);

/* One path, and what is below it. */
void cb_paths_read_one(struct cb_path_reader *reader, const char *path, enum cb_role role);

/* What is in a directory that must be known to the last, none where there is none. */
void cb_paths_list(struct cb_path_reader *reader, const char *path, struct cb_strv *ret);

/* Notes something to protect or to hide that is there. */
struct cb_project_path *cb_paths_push(struct cb_path_reader *reader, const char *path,
				      const struct stat *st, enum cb_role role);

/* A second name of a file that is not to be read or changed is an obstacle. */
void cb_paths_check_names(struct cb_path_reader *reader, const char *path, const struct stat *st,
			  enum cb_role role);

/* The policy's list for a role. */
const char *const *cb_paths_rows(const struct cb_path_reader *reader, enum cb_role role);

/* The part of a policy's path below .git, "" for .git itself; NULL: it is not there. */
const char *cb_paths_below_git(const char *path);

/* Whether something of git, or else of the work tree, is to be protected. */
bool cb_paths_protects(const struct cb_path_reader *reader, bool git);

/* Whether a shown directory is itself a git directory, without a work tree. */
bool cb_paths_is_bare(struct cb_path_reader *reader, const char *dir);

/* One git directory: the paths of the policy in it, its configuration, what is no file of git's,
 * then the git directories it holds. */
void cb_paths_read_gitdir(struct cb_path_reader *reader, const char *gitdir, unsigned depth);

/* The configuration files of a git directory: read for a copy of each, and for what they name. */
void cb_paths_read_configs(struct cb_path_reader *reader, const char *gitdir);

/* What the configuration of the user and the system names in what is shown. */
void cb_paths_read_user_configs(struct cb_path_reader *reader, char *const *env);

/* The hooks by a relative path, of the configurations read so far, in one work tree. */
void cb_paths_read_hooks(struct cb_path_reader *reader, const char *tree);

/* Files near the top of the project, for notes: with secrets that the policy does not hide; with a
 * second name. */
void cb_paths_sample_secrets(struct cb_path_reader *reader, const char *project);
void cb_paths_sample_hard_links(struct cb_path_reader *reader, const char *project);

#endif
