/* Reads the host: never writes, never decides. */
#include "host/facts.h"

#include "base/path.h"
#include "formats/passwd.h"
#include "host/agent.h"
#include "host/common-dir.h"
#include "host/nix-daemon.h"
#include "host/read.h"
#include "host/tools.h"
#include "host/zone.h"
#include "plan/guard.h"
#include "plan/instance.h"
#include "vocab/secrets.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Running out of memory or descriptors must not look like a path that is not there: a secret
 * behind a link would go unguarded. 0 where the error is not of that kind. */
static int check_error(const char *path, int error, struct cb_error *err)
{
	if (error != ENOMEM && error != EMFILE && error != ENFILE && error != EIO)
		return 0;
	cb_fail(err, CB_EXIT_REFUSED, "cannot look at %s (%s)", path, strerror(error));
	return cb_hint(err, "nothing was changed; is there memory left?");
}

/* Where `path` really leads; NULL: nowhere. */
static int find_real(const char *path, char **ret, struct cb_error *err)
{
	*ret = path ? cb_real_path(path) : NULL;
	if (!path)
		return cb_fail_memory(err);
	return *ret ? 0 : check_error(path, errno, err);
}

/* A name that may go into the sandbox's own passwd. */
static bool is_user_name(const char *name)
{
	static const char letters[] =
	    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
	return name && *name && name[strspn(name, letters)] == '\0';
}

#define PASSWD_LIMIT ((size_t)1024 * 1024)

/* The user's line in passwd. None is no error: LDAP and containers have none; they have HOME. */
static int read_passwd(uid_t uid, struct cb_passwd *ret, struct cb_error *err)
{
	size_t size;
	char *text = cb_file_read("/etc/passwd", PASSWD_LIMIT, true, &size);
	if (!text)
		return check_error("/etc/passwd", errno, err);
	cb_passwd_find(text, size, uid, ret);
	free(text);
	return 0;
}

/* `/` is nobody's home, though some containers say so: the empty one would cover everything. */
static bool is_home(const char *path, uid_t uid)
{
	return cb_is_directory_of(path, uid) && path[strspn(path, "/.")] != '\0';
}

/* HOME is believed only when it is an existing directory of ours; the passwd entry is guarded
 * in any case, because that is where the keys of a `sudo -E` or `HOME=/x` caller lie. */
static int settle_home(struct cb_facts *f, const struct cb_passwd *pw, struct cb_error *err)
{
	const char *env_home = cb_env_get(f->env, "HOME");
	errno = 0;
	bool believed = is_home(env_home, f->uid);
	if (!believed && env_home && check_error(env_home, errno, err) < 0)
		return -1;
	const char *home = believed ? env_home : pw->home;
	if (!is_home(home, f->uid)) {
		cb_fail(err, CB_EXIT_REFUSED,
			"no home directory of your own (HOME is %s, passwd says %s)",
			!env_home   ? "not set"
			: *env_home ? env_home
				    : "empty",
			pw->home ? pw->home : "nothing");
		return cb_hint(err, "set HOME to an existing directory that you own");
	}
	if (find_real(home, &f->home, err) < 0 ||
	    (pw->home && find_real(pw->home, &f->home_passwd, err) < 0))
		return -1;
	if (!f->home_passwd && f->home)
		f->home_passwd = strdup(f->home);
	char *state = f->home ? cb_path_join(f->home, CB_STATE_HOME) : NULL;
	if (!f->home_passwd || !state)
		return cb_fail_memory(err);
	struct stat st;
	f->state_is_link = lstat(state, &st) == 0 && S_ISLNK(st.st_mode);
	free(state);
	return 0;
}

int cb_facts_read_user(struct cb_facts *f, struct cb_error *err)
{
	struct cb_passwd pw = { 0 };
	f->uid = getuid();
	f->gid = getgid();
	int result = read_passwd(f->uid, &pw, err);
	if (result == 0)
		result = settle_home(f, &pw, err);
	const char *env_user = cb_env_get(f->env, "USER");
	f->user = strdup(is_user_name(pw.name)    ? pw.name
			 : is_user_name(env_user) ? env_user
						  : "user");
	free(pw.name);
	free(pw.home);
	return result < 0 || f->user ? result : cb_fail_memory(err);
}

static int read_project(struct cb_facts *f, struct cb_error *err)
{
	char cwd[PATH_MAX];
	bool found = getcwd(cwd, sizeof cwd);
	/* Linux hands out "(unreachable)/…" for a directory outside our root. */
	if (found && cwd[0] != '/') {
		found = false;
		errno = ENOENT;
	}
	if (!found) {
		cb_fail(err, CB_EXIT_REFUSED, "no current directory (%s)", strerror(errno));
		return cb_hint(err, "cd to your project");
	}
	/* bwrap could not enter it either, but says so too late. By its path: what is above counts.
	 */
	if (access(cwd, R_OK | X_OK) < 0) {
		cb_fail(err, CB_EXIT_REFUSED, "cannot use the project %s (%s)", cwd,
			strerror(errno));
		return cb_hint(err, "you must be able to read it and all directories above it");
	}
	f->cwd = strdup(cwd);
	if (!f->cwd)
		return cb_fail_memory(err);
	return cb_git_read(f->cwd, f->uid, &f->git, err) < 0 ? -1 : cb_common_check(f, err);
}

static int look_at(const char *path, struct cb_source *ret, struct cb_error *err)
{
	struct stat st;
	if (find_real(path, &ret->real, err) < 0)
		return -1;
	if (ret->real && stat(ret->real, &st) == 0) {
		ret->is_directory = S_ISDIR(st.st_mode);
		ret->is_socket = S_ISSOCK(st.st_mode);
	}
	return 0;
}

/* Where a row's source hangs on the host; "": known only to the plan. */
static char *source_path(const struct cb_facts *f, struct cb_path path)
{
	switch (path.anchor) {
	case CB_ANCHOR_ROOT:
		return strdup(path.rest);
	case CB_ANCHOR_HOME:
		return cb_path_join(f->home, path.rest);
	case CB_ANCHOR_PROJECT:
		return cb_path_join(f->git.top ? f->git.top : f->cwd, path.rest);
	case CB_ANCHOR_CONFIG:
		return cb_concat(f->home, "/.claudebox/", path.rest, NULL);
	case CB_ANCHOR_CLAUDE:
		return cb_concat(f->home, "/.claude/", path.rest, NULL);
	default:
		return strdup("");
	}
}

static int read_sources(struct cb_facts *f, const struct cb_policy *policy, struct cb_error *err)
{
	f->sources = calloc(policy->mount_count + 1, sizeof *f->sources);
	if (!f->sources)
		return cb_fail_memory(err);
	f->source_count = policy->mount_count;
	for (size_t i = 0; i < policy->mount_count; i++) {
		const struct cb_mount_row *row = &policy->mounts[i];
		if (row->kind != CB_KIND_RO && row->kind != CB_KIND_RW)
			continue;
		char *path = source_path(f, row->from);
		int result = path && !*path ? 0 : look_at(path, &f->sources[i], err);
		free(path);
		if (result < 0)
			return -1;
	}
	return 0;
}

static int read_extras(struct cb_facts *f, const struct cb_opts *opts, struct cb_error *err)
{
	const struct cb_strv *lists[] = { &opts->mount_ro, &opts->mount_rw };
	f->extras = calloc(opts->mount_ro.len + opts->mount_rw.len + 1, sizeof *f->extras);
	if (!f->extras)
		return cb_fail_memory(err);
	f->extra_ro_count = opts->mount_ro.len;
	for (size_t l = 0; l < 2; l++)
		for (size_t i = 0; i < lists[l]->len; i++)
			if (look_at(lists[l]->items[i], &f->extras[f->extra_count++], err) < 0)
				return -1;
	return 0;
}

/* Files whose contents go in; a file that is missing or odd is simply not there. */
static void read_files(struct cb_facts *f)
{
	size_t size;
	f->resolv_conf = cb_file_read(CB_RESOLV_PATH, CB_RESOLV_LIMIT, true, &size);
	f->localtime = cb_file_read("/etc/localtime", CB_ZONE_LIMIT, true, &f->localtime_size);
	f->zone = cb_zone_read(cb_env_get(f->env, "TZ"), &f->zone_size);
	f->has_keys = access("/proc/keys", F_OK) == 0;
	cb_login_read(f->home, &f->login);
}

/* Whether `path` is what it says, or is not there at all: nearly always, and quickly seen. */
static bool is_its_own_real(int dir, const char *path)
{
	int fd = cb_open_plain(dir, path);
	if (fd < 0)
		return errno == ENOENT || errno == ENOTDIR;
	close(fd);
	return true;
}

/* A secret path that is a symbolic link, or lies behind one, is guarded where it really is too.
 * What lies in the store is no secret: everybody reads it (dotfile managers link into it). What
 * the home lies in cannot be guarded (root's home, where /root is a link to it). */
static int read_secret_real(struct cb_facts *f, const char *home, const char *rest,
			    struct cb_error *err)
{
	char *path = cb_path_join(home, rest), *real;
	int result = find_real(path, &real, err);
	if (real && strcmp(real, path) != 0 && !cb_path_is_within(real, "/nix/store") &&
	    !cb_path_is_within(f->home, real))
		cb_strv_push(&f->secret_reals, real);
	free(real);
	free(path);
	return result;
}

static int read_secret_reals(struct cb_facts *f, const char *home, struct cb_error *err)
{
	int result = 0, dir = cb_open_plain(AT_FDCWD, home);
	for (size_t i = 0; result == 0 && i < cb_secret_path_count; i++) {
		const struct cb_path *path = &cb_secret_paths[i].path;
		/* Those that are not in a home are the same for the second one. */
		if (path->anchor == CB_ANCHOR_ROOT && home != f->home)
			continue;
		if (dir < 0 || !is_its_own_real(dir, path->rest))
			result = read_secret_real(f, home, path->rest, err);
	}
	if (dir >= 0)
		close(dir);
	return result < 0 ? -1 : f->secret_reals.failed ? cb_fail_memory(err) : 0;
}

static bool is_ignored(int signal)
{
	struct sigaction action;
	return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static int read_process(struct cb_facts *f, struct cb_error *err)
{
	f->self = cb_real_path("/proc/self/exe");
	if (!f->self) {
		cb_fail(err, CB_EXIT_REFUSED, "cannot find my own program file (%s)",
			strerror(errno));
		return cb_hint(err, "is /proc mounted?");
	}
	f->int_ignored = is_ignored(SIGINT);
	f->quit_ignored = is_ignored(SIGQUIT);
	return 0;
}

static int read_tools(struct cb_facts *f, const struct cb_policy *policy, struct cb_error *err)
{
	cleanup_error struct cb_error unused = { 0 };
	char *file = cb_path_join(cb_guard_choose(f, &unused), CB_TOOLS_FILE);
	f->asks_tools = file && access(file, F_OK) == 0;
	free(file);
	if (!f->asks_tools)
		return 0;
	return policy->packages ? cb_tools_read(policy, f, err) : cb_tools_refuse(policy, f, err);
}

/* Everything but the user, who is known, and the Nix daemon, who is thinking meanwhile. */
static int read_host(struct cb_facts *f, const struct cb_policy *policy, const struct cb_opts *opts,
		     struct cb_error *err)
{
	/* First: the guard asks for it. */
	const char *agent = cb_env_get(f->env, "SSH_AUTH_SOCK");
	f->ssh_agent = agent && agent[0] == '/' ? cb_real_path(agent) : NULL;
	if (read_project(f, err) < 0 || read_process(f, err) < 0 ||
	    read_sources(f, policy, err) < 0 || read_extras(f, opts, err) < 0 ||
	    read_secret_reals(f, f->home, err) < 0 ||
	    (strcmp(f->home, f->home_passwd) != 0 &&
	     read_secret_reals(f, f->home_passwd, err) < 0) ||
	    read_tools(f, policy, err) < 0 || cb_keeping_read(policy, f, &f->keeping, err) < 0 ||
	    cb_agent_memory_read(policy, f, &f->memory, err) < 0)
		return -1;
	cleanup_error struct cb_error unused = { 0 };
	read_files(f);
	cb_streams_read(f->streams);
	f->userns = cb_userns_read(policy->bwrap, f->self);
	cb_agent_read(policy->agent_program, cb_env_get(f->env, "PATH"),
		      cb_guard_choose(f, &unused), &f->agent);
	return cb_identity_read(policy->git, f->git.gitdir, f->home, f->env, &f->identity, err);
}

int cb_facts_read(const struct cb_policy *policy, const struct cb_opts *opts, char *const *env,
		  struct cb_facts *ret, struct cb_error *err)
{
	struct cb_facts f = { .env = env };
	int nix = -1, result = cb_facts_read_user(&f, err);

	if (result == 0 && policy->nix_daemon)
		nix = cb_nix_ask(f.uid, &f.nix);
	if (result == 0)
		result = read_host(&f, policy, opts, err);
	if (nix >= 0)
		f.nix = cb_nix_hear(nix);
	if (result < 0)
		cb_facts_clear(&f);
	else
		*ret = f;
	return result;
}

static void clear_sources(struct cb_source *sources, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(sources[i].real);
	free(sources);
}

void cb_facts_clear(struct cb_facts *f)
{
	free(f->user);
	free(f->home);
	free(f->home_passwd);
	free(f->cwd);
	free(f->self);
	cb_git_clear(&f->git);
	cb_identity_clear(&f->identity);
	cb_agent_clear(&f->agent);
	clear_sources(f->sources, f->source_count);
	clear_sources(f->extras, f->extra_count);
	cb_strv_clear(&f->secret_reals);
	cb_login_clear(&f->login);
	cb_agent_memory_clear(&f->memory);
	cb_tools_clear(&f->tools);
	cb_keeping_clear(&f->keeping);
	free(f->ssh_agent);
	free(f->resolv_conf);
	free(f->localtime);
	free(f->zone);
	*f = (struct cb_facts) { 0 };
}
