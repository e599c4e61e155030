/* The only reader of the host. Reads, never writes, never decides; runs no program. */
#include "facts.h"

#include "look.h"
#include "path.h"
#include "secrets.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* HOME is believed only when it is an existing directory of ours; the passwd entry is guarded
 * in any case, because that is where the keys of a `sudo -E` or `HOME=/x` caller lie. */
static int read_user(struct cb_facts *f, struct cb_error *err)
{
	f->uid = getuid();
	f->gid = getgid();
	const struct passwd *pw = getpwuid(f->uid);
	if (!pw) {
		cb_fail(err, CB_EXIT_REFUSED, "no user has the id %u (passwd)", (unsigned)f->uid);
		return cb_hint(err, "run claudebox as a user that exists on this machine");
	}
	const char *env_home = cb_env_get(f->env, "HOME");
	const char *home = cb_look_is_directory_of(env_home, f->uid) ? env_home : pw->pw_dir;
	if (!cb_look_is_directory_of(home, f->uid)) {
		cb_fail(err, CB_EXIT_REFUSED,
			"no home directory of your own (HOME is %s, passwd says %s)",
			env_home ? env_home : "not set", pw->pw_dir);
		return cb_hint(err, "set HOME to an existing directory that you own");
	}
	f->user = strdup(pw->pw_name);
	f->home = cb_look_real(home);
	f->home_passwd = cb_look_real(pw->pw_dir);
	if (!f->home_passwd)
		f->home_passwd = f->home ? strdup(f->home) : NULL;
	return f->user && f->home && f->home_passwd ? 0 : cb_fail_memory(err);
}

/* The directory at or above cwd that holds `.git`; cwd itself where there is none. git is not
 * run: the tree is not trusted yet, and its config can name programs. */
static char *find_project(const char *cwd)
{
	char *dir = strdup(cwd);
	while (dir) {
		char *git = cb_path_join(dir, ".git");
		struct stat st;
		bool found =
		    git && lstat(git, &st) == 0 && (S_ISDIR(st.st_mode) || S_ISREG(st.st_mode));
		free(git);
		if (found)
			return dir;
		char *slash = strrchr(dir, '/');
		if (slash == dir)
			break;
		*slash = '\0';
	}
	free(dir);
	return strdup(cwd);
}

static int read_project(struct cb_facts *f, struct cb_error *err)
{
	char cwd[PATH_MAX];
	/* Linux hands out "(unreachable)/…" for a directory outside our root. */
	if (!getcwd(cwd, sizeof cwd) || cwd[0] != '/') {
		cb_fail(err, CB_EXIT_REFUSED, "no current directory (%s)", strerror(errno));
		return cb_hint(err, "cd to your project");
	}
	f->cwd = strdup(cwd);
	f->project = f->cwd ? find_project(f->cwd) : NULL;
	return f->project ? 0 : cb_fail_memory(err);
}

/* The first `name` in the host's PATH; entries that are not absolute are passed over. */
static char *find_program(const char *search, const char *name)
{
	while (search && *search) {
		size_t len = strcspn(search, ":");
		char *dir = strndup(search, len);
		char *path = dir && dir[0] == '/' ? cb_path_join(dir, name) : NULL;
		free(dir);
		char *real = path && cb_look_is_program(path) ? cb_look_real(path) : NULL;
		free(path);
		if (real)
			return real;
		search += len + (search[len] == ':');
	}
	return NULL;
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
		const char *base = row->from.anchor == CB_ANCHOR_HOME      ? f->home
				   : row->from.anchor == CB_ANCHOR_PROJECT ? f->project
									   : "/";
		char *path = cb_path_join(base, row->from.rest);
		if (!path)
			return cb_fail_memory(err);
		f->sources[i] = cb_look_real(path);
		free(path);
	}
	return 0;
}

/* A secret path that is a symbolic link, or lies behind one, is guarded where it really is too.
 * What lies in the store is no secret: everybody reads it (dotfile managers link into it). */
static int read_secret_reals(struct cb_facts *f, const char *home, struct cb_error *err)
{
	for (size_t i = 0; i < cb_secret_path_count; i++) {
		char *path = cb_path_join(home, cb_secret_paths[i].path.rest);
		if (!path)
			return cb_fail_memory(err);
		char *real = cb_look_real(path);
		if (real && strcmp(real, path) != 0 && !cb_path_is_within(real, "/nix/store"))
			cb_strv_push(&f->secret_reals, real);
		free(real);
		free(path);
	}
	return f->secret_reals.failed ? cb_fail_memory(err) : 0;
}

static bool is_ignored(int signal)
{
	struct sigaction action;
	return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static int read_process(struct cb_facts *f, struct cb_error *err)
{
	f->self = cb_look_real("/proc/self/exe");
	if (!f->self) {
		cb_fail(err, CB_EXIT_REFUSED, "cannot find my own program file (%s)",
			strerror(errno));
		return cb_hint(err, "is /proc mounted?");
	}
	f->int_ignored = is_ignored(SIGINT);
	f->quit_ignored = is_ignored(SIGQUIT);
	int tty = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
	f->has_tty = tty >= 0;
	if (tty >= 0)
		close(tty);
	return 0;
}

int cb_facts_read(const struct cb_policy *policy, char *const *env, struct cb_facts *ret,
		  struct cb_error *err)
{
	struct cb_facts f = { .env = env };

	if (read_user(&f, err) < 0 || read_project(&f, err) < 0 || read_process(&f, err) < 0 ||
	    read_sources(&f, policy, err) < 0 || read_secret_reals(&f, f.home, err) < 0 ||
	    (strcmp(f.home, f.home_passwd) != 0 && read_secret_reals(&f, f.home_passwd, err) < 0)) {
		cb_facts_clear(&f);
		return -1;
	}
	f.agent = policy->agent_program ? cb_look_real(policy->agent_program)
					: find_program(cb_env_get(env, "PATH"), "claude");
	*ret = f;
	return 0;
}

void cb_facts_clear(struct cb_facts *f)
{
	free(f->user);
	free(f->home);
	free(f->home_passwd);
	free(f->cwd);
	free(f->project);
	free(f->self);
	free(f->agent);
	for (size_t i = 0; i < f->source_count; i++)
		free(f->sources[i]);
	free(f->sources);
	cb_strv_clear(&f->secret_reals);
	*f = (struct cb_facts) { 0 };
}
