/* Git's configuration files. Those of git directories are shown as copies without logins (L36), so
 * they must be readable here. What a configuration names in the work tree, a directory of hooks or
 * included files, decides what runs on the host: it is protected like .git/hooks and .git/config
 * (L37). */
#include "host/protect.h"

#include "base/path.h"
#include "formats/git-config.h"
#include "host/read.h"

#include <errno.h>
#include <string.h>

#define DEPTH_MAX 10 /* git's own */
#define INCLUDES_MAX 256

/* --- what a configuration names --- */

struct reading {
	struct cb_path_reader *r;
	const char *gitdir; /* NULL: the configuration is the user's */
	const char *file;
	unsigned depth;
};

static bool is_protected(const struct cb_project_paths *p, const char *path)
{
	for (size_t i = 0; i < p->count; i++)
		if (p->items[i].role == CB_ROLE_PROTECT && !p->items[i].config_only &&
		    cb_path_is_within(path, p->items[i].path))
			return true;
	return false;
}

/* Protects a path that a configuration names. Outside the shown directories the agent cannot change
 * it anyway. */
static void protect_named(struct cb_path_reader *r, const char *gitdir, const char *path)
{
	const struct cb_beneath_root *root = cb_beneath_root(&r->beneath, path);
	if (cb_paths_stopped(r) || !root || is_protected(r->paths, path))
		return;
	if (strcmp(path, root->path) == 0 || (gitdir && cb_path_is_within(gitdir, path)))
		cb_paths_stop(r, CB_OBSTACLE_GIT_NAMED, path,
			      "git's configuration has its hooks in all of it");
	else
		cb_paths_read_one(r, path, CB_ROLE_PROTECT);
	r->paths->obstacle.kind = CB_OBSTACLE_GIT_NAMED; /* of whatever obstacle was met */
}

/* The path that a value means, relative to `dir`; NULL: none that is understood. */
static char *resolve_value(const struct cb_path_reader *r, const char *dir, const char *value)
{
	bool tilde = value[0] == '~' && value[1] == '/';
	if (!*value || (*value == '~' && !tilde))
		return NULL;
	char *path = cb_path_join(tilde ? r->home : dir, tilde ? value + 2 : value);
	cb_path_make_normal(path);
	return path;
}

void cb_paths_read_hooks(struct cb_path_reader *r, const char *tree)
{
	for (size_t i = 0; i < r->hook_dirs.len; i++) {
		char *path = resolve_value(r, tree, r->hook_dirs.items[i]);
		if (path)
			protect_named(r, cb_path_join(tree, ".git"), path);
	}
}

/* A relative core.hooksPath counts from the top of each work tree, and those are read later. */
static void take_hooks(const struct reading *reading, const char *value)
{
	char *path = resolve_value(reading->r, "/", value);
	if (value[0] != '/' && value[0] != '~')
		cb_strv_push(&reading->r->hook_dirs, value);
	else if (path)
		protect_named(reading->r, reading->gitdir, path);
}

static void read_names(const struct reading *reading, const char *text, size_t size);

static void take_include(const struct reading *reading, const char *value)
{
	struct cb_path_reader *r = reading->r;
	size_t size;
	char *dir =
	    cb_strndup(reading->file, (size_t)(strrchr(reading->file, '/') - reading->file));
	char *path = resolve_value(r, dir, value);
	if (!path)
		return;
	protect_named(r, reading->gitdir, path);
	if (cb_paths_stopped(r))
		return;
	/* No link is followed in what is shown; elsewhere links are the user's own. */
	char *text = cb_beneath_root(&r->beneath, path)
			 ? cb_beneath_read(&r->beneath, path, CB_CONTENT_MAX, &size)
			 : cb_file_read(path, CB_CONTENT_MAX, true, &size);
	if (text && ++r->included > INCLUDES_MAX)
		cb_paths_stop(r, CB_OBSTACLE_GIT_INCLUDES, path,
			      "git's configuration includes more files than are looked at");
	else if (text && reading->depth < DEPTH_MAX)
		read_names(&(struct reading) { r, reading->gitdir, path, reading->depth + 1 }, text,
			   size);
}

static bool take_setting(void *context, const struct cb_git_setting *s)
{
	const struct reading *reading = context;
	bool include = strcmp(s->section, "include") == 0 || strcmp(s->section, "includeif") == 0;
	if (s->value && include && strcmp(s->key, "path") == 0)
		take_include(reading, s->value);
	else if (s->value && strcmp(s->section, "core") == 0 && strcmp(s->key, "hookspath") == 0)
		take_hooks(reading, s->value);
	return !cb_paths_stopped(reading->r);
}

/* A syntax error ends the reading here as it does in git. */
static void read_names(const struct reading *reading, const char *text, size_t size)
{
	struct reading context = *reading;
	unsigned line;
	if (!context.r->read_only && cb_paths_protects(context.r, true))
		cb_git_config_read(text, size, take_setting, &context, &line);
}

void cb_paths_read_user_configs(struct cb_path_reader *r, char *const *env)
{
	const char *global = cb_env_get(env, "GIT_CONFIG_GLOBAL");
	const char *xdg = cb_env_get(env, "XDG_CONFIG_HOME");
	const char *const files[] = { "/etc/gitconfig",
				      xdg && *xdg ? cb_path_join(xdg, "git/config")
						  : cb_path_join(r->home, ".config/git/config"),
				      cb_path_join(r->home, ".gitconfig"), global ? global : "" };
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		size_t size;
		char *text =
		    files[i][0] == '/' ? cb_file_read(files[i], CB_CONTENT_MAX, true, &size) : NULL;
		if (text)
			read_names(&(struct reading) { r, NULL, files[i], 0 }, text, size);
	}
}

/* --- the files of a git directory --- */

/* The entry of a configuration file: the policy protects it already, or it is added for its copy
 * alone. */
static struct cb_project_path *find_entry(struct cb_path_reader *r, const char *path,
					  const struct stat *st)
{
	struct cb_project_paths *p = r->paths;
	for (size_t i = p->count; i > 0; i--)
		if (strcmp(p->items[i - 1].path, path) == 0)
			return &p->items[i - 1];
	struct cb_project_path *new = cb_paths_push(r, path, st, CB_ROLE_PROTECT);
	new->config_only = true;
	return new;
}

static void read_config(struct cb_path_reader *r, const char *gitdir, const char *path)
{
	struct stat st;
	int there = cb_paths_stopped(r) ? 0 : cb_beneath_stat(&r->beneath, path, &st);
	if (there == 0)
		return;
	if (there < 0) {
		cb_paths_stop_errno(r, CB_OBSTACLE_GIT_CONFIG, path);
		return;
	}
	if (!S_ISREG(st.st_mode))
		cb_paths_stop(r, CB_OBSTACLE_GIT_CONFIG, path, "it is no plain file");
	cb_paths_check_names(r, path, &st, CB_ROLE_PROTECT);
	if (cb_paths_stopped(r))
		return;
	struct cb_project_path *config = find_entry(r, path, &st);
	if (config->config)
		return;
	size_t size;
	char *text = cb_beneath_read(&r->beneath, path, CB_CONTENT_MAX, &size);
	if (!text) {
		if (errno == EFBIG)
			cb_paths_stop(r, CB_OBSTACLE_GIT_CONFIG, path, "it has more than 1 MiB");
		cb_paths_stop_errno(r, CB_OBSTACLE_GIT_CONFIG, path);
		return;
	}
	config->config = text;
	config->config_size = size;
	read_names(&(struct reading) { r, gitdir, path, 0 }, text, size);
}

void cb_paths_read_configs(struct cb_path_reader *r, const char *gitdir)
{
	read_config(r, gitdir, cb_path_join(gitdir, "config"));
	read_config(r, gitdir, cb_path_join(gitdir, "config.worktree"));
}
