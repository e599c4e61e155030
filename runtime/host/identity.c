/* Reads the user's git configuration. Simple files are read here. Otherwise `git config --global`
 * is asked with GIT_DIR set: includeIf "gitdir:…" is then decided as on the host, but nothing of
 * the repository's own configuration counts, and `git config` starts no program. */
#include "host/read-facts.h"

#include "base/path.h"
#include "base/process.h"
#include "host/read.h"

#include <errno.h>
#include <string.h>

#define OUTPUT_LIMIT 65536
#define CONFIG_LIMIT ((size_t)65536)

/* Reads one of the user's files: 1 read, 0 there is none, -1 git must be asked. */
static int read_config(const char *path, struct cb_identity *ret)
{
	size_t size;
	char *text = cb_file_read(path, CONFIG_LIMIT, true, &size);
	if (!text)
		return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
	return cb_git_identity_read(text, size, ret) ? 1 : -1;
}

/* Without git, where there is at most one file and it is simple. Versions of git differ in whether
 * they read both. */
static bool read_plain(const char *home, char *const *env, struct cb_identity *ret)
{
	const char *xdg = cb_env_get(env, "XDG_CONFIG_HOME");
	struct cb_identity first = { 0 }, second = { 0 };
	if (cb_env_get(env, "GIT_CONFIG_GLOBAL"))
		return false;
	int own = read_config(cb_path_join(home, ".gitconfig"), &first);
	int other = read_config(xdg && *xdg ? cb_path_join(xdg, "git/config")
					    : cb_path_join(home, ".config/git/config"),
				&second);
	if (own < 0 || other < 0 || own + other > 1)
		return false;
	*ret = own ? first : second;
	return true;
}

static void push_variable(struct cb_strv *env, const char *name, const char *value)
{
	if (value)
		cb_strv_take(env, cb_format("%s=%s", name, value));
}

static int ask_git(const char *git, const char *gitdir, const char *home, char *const *env,
		   struct cb_identity *ret, struct cb_error *err)
{
	struct cb_strv own = { 0 };
	push_variable(&own, "HOME", home);
	push_variable(&own, "XDG_CONFIG_HOME", cb_env_get(env, "XDG_CONFIG_HOME"));
	push_variable(&own, "GIT_CONFIG_GLOBAL", cb_env_get(env, "GIT_CONFIG_GLOBAL"));
	push_variable(&own, "GIT_CONFIG_NOSYSTEM", "1");
	push_variable(&own, "GIT_DIR", gitdir);
	char *argv[] = { "git", "config", "--global", "--includes", "--null", "--list", NULL };
	char buffer[OUTPUT_LIMIT];
	size_t size;
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
	/* An answer that does not fit counts as no answer. */
	if (result == 0 && size < sizeof buffer)
		cb_identity_parse(buffer, size, ret);
	return 0;
}

/* Where the user's excludes file is; NULL: nowhere. */
static char *excludes_path(const char *home, char *const *env, const struct cb_identity *who)
{
	const char *named = who->excludes_file, *xdg = cb_env_get(env, "XDG_CONFIG_HOME");
	if (named && strncmp(named, "~/", 2) == 0)
		return cb_path_join(home, named + 2);
	if (named)
		return *named == '/' ? cb_strdup(named) : NULL;
	return xdg && *xdg ? cb_path_join(xdg, "git/ignore")
			   : cb_path_join(home, ".config/git/ignore");
}

static void read_ignored(const char *home, char *const *env, struct cb_identity *ret)
{
	size_t size;
	char *path = excludes_path(home, env, ret);
	char *text = path ? cb_file_read(path, CONFIG_LIMIT, true, &size) : NULL;
	char *ignored = text ? cb_git_settings_ignored(text, size) : NULL;
	ret->ignored = ignored && *ignored ? ignored : NULL;
}

int cb_identity_read(const char *git, const char *gitdir, const char *home, char *const *env,
		     struct cb_identity *ret, struct cb_error *err)
{
	*ret = (struct cb_identity) { 0 };
	if (!read_plain(home, env, ret) && ask_git(git, gitdir, home, env, ret, err) < 0)
		return -1;
	read_ignored(home, env, ret);
	return 0;
}
