/* Asks `git config --global` with GIT_DIR set, so that includeIf "gitdir:…" is decided as it is
 * on the host, while nothing of the untrusted repository's own configuration counts: --global
 * reads the user's files only, and `git config` starts no program that those could name. Where the
 * answer is plain to see in the user's file, git is not started. */
#include "host/identity.h"

#include "base/path.h"
#include "base/process.h"
#include "base/strv.h"
#include "host/read.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define OUTPUT_LIMIT 65536

static void add_variable(struct cb_strv *env, const char *name, const char *value)
{
	if (value)
		cb_strv_take(env, cb_concat(name, "=", value, NULL));
}

#define CONFIG_LIMIT (size_t)65536

/* One of the user's own files: 1 read, 0 there is none, -1 git must be asked. */
static int read_config(const char *base, const char *rest, struct cb_identity *ret)
{
	size_t size;
	char *path = cb_concat(base, rest, NULL);
	if (!path)
		return -1;
	char *text = cb_file_read(path, CONFIG_LIMIT, true, &size);
	int result = text ? (cb_git_identity_read(text, size, ret) ? 1 : -1)
			  : (errno == ENOENT || errno == ENOTDIR ? 0 : -1);
	free(text);
	free(path);
	return result;
}

/* Without git, where there is at most one file and that is a simple one: versions of git differ in
 * whether two of them are read. */
static bool read_plain(const char *home, char *const *env, struct cb_identity *ret)
{
	const char *xdg = cb_env_get(env, "XDG_CONFIG_HOME");
	struct cb_identity own = { 0 }, other = { 0 };
	bool is_set = xdg && *xdg;
	int first =
	    cb_env_get(env, "GIT_CONFIG_GLOBAL") ? -1 : read_config(home, "/.gitconfig", &own);
	int second = first < 0
			 ? -1
			 : read_config(is_set ? xdg : home,
				       is_set ? "/git/config" : "/.config/git/config", &other);
	bool plain = first >= 0 && second >= 0 && first + second < 2;
	if (plain)
		*ret = first ? own : other;
	if (!plain || !first)
		cb_identity_clear(&own);
	if (!plain || first)
		cb_identity_clear(&other);
	return plain;
}

static int ask_git(const char *git, const char *gitdir, const char *home, char *const *env,
		   struct cb_identity *ret, struct cb_error *err)
{
	cleanup_strv struct cb_strv own = { 0 };
	add_variable(&own, "HOME", home);
	add_variable(&own, "XDG_CONFIG_HOME", cb_env_get(env, "XDG_CONFIG_HOME"));
	add_variable(&own, "GIT_CONFIG_GLOBAL", cb_env_get(env, "GIT_CONFIG_GLOBAL"));
	add_variable(&own, "GIT_CONFIG_NOSYSTEM", "1");
	add_variable(&own, "GIT_DIR", gitdir);
	char *argv[] = { (char *)"git",
			 (char *)"config",
			 (char *)"--global",
			 (char *)"--includes",
			 (char *)"--null",
			 (char *)"--list",
			 NULL };
	char buffer[OUTPUT_LIMIT];
	size_t size;
	if (own.failed)
		return cb_fail_memory(err);
	int result = cb_run(git, argv, own.items, false, buffer, sizeof buffer, &size);
	if (result > 0) {
		cb_fail(err, CB_EXIT_REFUSED, "cannot run %s (%s)", git, strerror(result));
		if (result == ETIMEDOUT)
			return cb_hint(err,
				       "asked for your name, it says nothing for ten seconds: is a "
				       "file that your git configuration includes a FIFO, or on a "
				       "disk that hangs?");
		return cb_hint(err, "is there memory left, and this profile's store path?");
	}
	/* An answer that does not fit is no identity. */
	if (result == 0 && size < sizeof buffer)
		cb_identity_parse(buffer, size, ret);
	return 0;
}

/* Where the user's excludes file is; NULL: nowhere, or no memory. */
static char *excludes_path(const char *home, char *const *env, const struct cb_identity *who)
{
	const char *named = who->excludes_file, *xdg = cb_env_get(env, "XDG_CONFIG_HOME");
	if (named && strncmp(named, "~/", 2) == 0)
		return cb_path_join(home, named + 2);
	if (named)
		return *named == '/' ? strdup(named) : NULL;
	return xdg && *xdg ? cb_concat(xdg, "/git/ignore", NULL)
			   : cb_concat(home, "/.config/git/ignore", NULL);
}

static void read_ignored(const char *home, char *const *env, struct cb_identity *ret)
{
	size_t size;
	char *path = excludes_path(home, env, ret);
	char *text = path ? cb_file_read(path, CONFIG_LIMIT, true, &size) : NULL;
	ret->ignored = text ? cb_git_settings_ignored(text, size) : NULL;
	if (ret->ignored && !*ret->ignored) {
		free(ret->ignored);
		ret->ignored = NULL;
	}
	free(text);
	free(path);
}

int cb_identity_read(const char *git, const char *gitdir, const char *home, char *const *env,
		     struct cb_identity *ret, struct cb_error *err)
{
	if (!read_plain(home, env, ret) && ask_git(git, gitdir, home, env, ret, err) < 0)
		return -1;
	read_ignored(home, env, ret);
	return ret->settings.failed ? cb_fail_memory(err) : 0;
}
