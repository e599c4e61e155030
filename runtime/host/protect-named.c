/* What git's configuration names in the work tree: a directory of hooks, and files that it
 * includes. Both decide what runs on the host, and are protected as .git/hooks and .git/config are
 * (L37). */
#include "host/protect-parts.h"

#include "base/path.h"
#include "formats/git-config.h"
#include "host/read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEPTH_MAX 10 /* git's own */
#define INCLUDES_MAX 256

struct reading {
	const struct cb_looker *l;
	const char *gitdir; /* NULL: the configuration is the user's */
	const char *file;
	unsigned depth;
	int result;
};

static bool is_kept(const struct cb_keeping *k, const char *path)
{
	for (size_t i = 0; i < k->kept_count; i++)
		if (!k->kept[i].hide && !k->kept[i].config_only &&
		    cb_path_is_within(path, k->kept[i].path))
			return true;
	return false;
}

/* What is in no directory that is shown is nothing the agent could change. */
static int protect(const struct cb_looker *l, const char *gitdir, const char *path)
{
	const struct cb_beneath_root *root = cb_beneath_root(&l->below, path);
	if (!root || is_kept(l->keeping, path))
		return 0;
	int result = strcmp(path, root->path) == 0 || (gitdir && cb_path_is_within(gitdir, path))
			 ? cb_kept_refuse(l, path, "git's configuration has its hooks in all of it")
			 : cb_kept_look_at(l, strdup(path), CB_PROTECT);
	if (result < 0)
		cb_hint(l->err, "core.hooksPath or include.path of git's configuration names it, "
				"and what is there runs on your host: make it a plain directory or "
				"file of its own");
	return result;
}

/* Where a value of the configuration leads from a directory; NULL: nowhere that is understood. */
static char *expand(const struct cb_looker *l, const char *dir, const char *value)
{
	bool tilde = value[0] == '~' && value[1] == '/';
	if (!*value || (*value == '~' && !tilde))
		return NULL;
	char *path = cb_path_join(tilde ? l->home : dir, tilde ? value + 2 : value);
	l->keeping->failed |= !path;
	if (path)
		cb_path_make_normal(path);
	return path;
}

int cb_kept_look_at_hooks(const struct cb_looker *l, const char *tree)
{
	const struct cb_strv *dirs = &l->keeping->hook_dirs;
	char *gitdir = cb_path_join(tree, ".git");
	int result = 0;
	l->keeping->failed |= !gitdir;
	for (size_t i = 0; gitdir && result == 0 && i < dirs->len; i++) {
		char *path = expand(l, tree, dirs->items[i]);
		result = path ? protect(l, gitdir, path) : 0;
		free(path);
	}
	free(gitdir);
	return result;
}

/* A relative one counts from the top of whichever work tree: those are looked at later. */
static int take_hooks(const struct reading *r, const char *value)
{
	if (value[0] != '/' && value[0] != '~') {
		cb_strv_push(&r->l->keeping->hook_dirs, value);
		return 0;
	}
	char *path = expand(r->l, "/", value);
	int result = path ? protect(r->l, r->gitdir, path) : 0;
	free(path);
	return result;
}

static int read_text(const struct reading *r, const char *text, size_t size);

/* In what is shown no link is followed, elsewhere they are the user's. */
static char *read_file(const struct cb_looker *l, const char *path, size_t *ret_size)
{
	if (!cb_beneath_root(&l->below, path))
		return cb_file_read(path, CB_CONTENT_MAX, true, ret_size);
	int fd = cb_beneath_open(&l->below, path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
	char *text = fd < 0 ? NULL : cb_file_read_fd(fd, CB_CONTENT_MAX, ret_size);
	if (fd >= 0)
		close(fd);
	return text;
}

static int take_include(const struct reading *r, const char *value)
{
	size_t size;
	char *dir = strndup(r->file, (size_t)(strrchr(r->file, '/') - r->file));
	char *path = dir ? expand(r->l, dir, value) : NULL;
	r->l->keeping->failed |= !dir;
	int result = path ? protect(r->l, r->gitdir, path) : 0;
	char *text = path && result == 0 ? read_file(r->l, path, &size) : NULL;
	if (text && ++r->l->keeping->included > INCLUDES_MAX) {
		cb_kept_refuse(r->l, path,
			       "git's configuration includes more files than are looked at");
		result = cb_hint(r->l->err, "does it include itself?");
	} else if (text && r->depth < DEPTH_MAX) {
		const struct reading next = { r->l, r->gitdir, path, r->depth + 1, 0 };
		result = read_text(&next, text, size);
	}
	free(text);
	free(path);
	free(dir);
	return result;
}

static bool take(void *context, const struct cb_git_setting *s)
{
	struct reading *r = context;
	bool include = strcmp(s->section, "include") == 0 || strcmp(s->section, "includeif") == 0;
	if (s->value && include && strcmp(s->key, "path") == 0)
		r->result = take_include(r, s->value);
	else if (s->value && strcmp(s->section, "core") == 0 && strcmp(s->key, "hookspath") == 0)
		r->result = take_hooks(r, s->value);
	return r->result == 0;
}

/* What git cannot read either ends the reading, there and here. */
static int read_text(const struct reading *start, const char *text, size_t size)
{
	struct reading r = *start;
	unsigned line = 1;
	if (cb_git_config_read(text, size, take, &r, &line) < 0 && r.result == 0 && line == 0)
		r.l->keeping->failed = true;
	return r.result;
}

int cb_kept_look_at_named(const struct cb_looker *l, const char *gitdir, const char *file,
			  const char *text, size_t size)
{
	const struct reading r = { l, gitdir, file, 0, 0 };
	return !l->configs_only && cb_kept_protects(l, true) ? read_text(&r, text, size) : 0;
}

/* Of the system and of the user, as git looks for them. */
int cb_kept_look_at_users(const struct cb_looker *l, char *const *env)
{
	const char *global = cb_env_get(env, "GIT_CONFIG_GLOBAL");
	const char *xdg = cb_env_get(env, "XDG_CONFIG_HOME");
	char *files[] = { strdup("/etc/gitconfig"),
			  xdg && *xdg ? cb_path_join(xdg, "git/config")
				      : cb_path_join(l->home, ".config/git/config"),
			  cb_path_join(l->home, ".gitconfig"), strdup(global ? global : "") };
	int result = 0;
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		size_t size;
		bool read = files[i] && files[i][0] == '/' && result == 0;
		char *text = read ? cb_file_read(files[i], CB_CONTENT_MAX, true, &size) : NULL;
		if (text)
			result = cb_kept_look_at_named(l, NULL, files[i], text, size);
		l->keeping->failed |= !files[i];
		free(text);
		free(files[i]);
	}
	return result;
}
