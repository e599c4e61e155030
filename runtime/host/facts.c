/* Reads the host for a launch, in the order of struct cb_facts: the user, the place, the rest. */
#include "host/read-facts.h"

#include "base/io.h"
#include "base/path.h"
#include "formats/passwd.h"
#include "formats/proxy-log.h"
#include "host/read.h"
#include "vocab/secrets.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Fails where a path could not be looked up for want of memory or descriptors: that must not look
 * like a path that does not exist, or a secret behind a link would go unguarded. 0 for any other
 * error. */
static int check_error(const char *path, int error, struct cb_error *err)
{
	if (error != ENOMEM && error != EMFILE && error != ENFILE && error != EIO)
		return 0;
	cb_fail(err, CB_EXIT_REFUSED, "cannot look at %s (%s)", path, strerror(error));
	return cb_hint(err, "nothing was changed; is there memory left?");
}

/* The real path of `path`; NULL: it does not exist. */
static int find_real(const char *path, char **ret, struct cb_error *err)
{
	*ret = cb_real_path(path);
	return *ret ? 0 : check_error(path, errno, err);
}

/* --- the user --- */

#define PASSWD_LIMIT ((size_t)1024 * 1024)

/* A name that can stand in the passwd file inside. */
static bool is_user_name(const char *name)
{
	static const char letters[] =
	    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
	return name && *name && name[strspn(name, letters)] == '\0';
}

/* Reads the user's line in passwd. Without one, as in containers or with LDAP, HOME must do. */
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

/* `/` is no home, though some containers say so: the empty home would cover the whole root. */
static bool is_home(const char *path, uid_t uid)
{
	return cb_is_directory_of(path, uid) && path[strspn(path, "/.")] != '\0';
}

/* HOME counts only where it is an existing directory of the user. The home in passwd is guarded in
 * any case: with `sudo -E` or `HOME=/x` the user's keys are there. */
static int read_home(struct cb_facts *f, const char *passwd, struct cb_error *err)
{
	const char *env_home = cb_env_get(f->env, "HOME");
	errno = 0;
	bool believed = is_home(env_home, f->uid);
	if (!believed && env_home && check_error(env_home, errno, err) < 0)
		return -1;
	const char *home = believed ? env_home : passwd;
	if (!is_home(home, f->uid)) {
		cb_fail(err, CB_EXIT_REFUSED,
			"no home directory of your own (HOME is %s, passwd says %s)",
			!env_home   ? "not set"
			: *env_home ? env_home
				    : "empty",
			passwd ? passwd : "nothing");
		return cb_hint(err, "set HOME to an existing directory that you own");
	}
	if (find_real(home, &f->home, err) < 0 ||
	    (passwd && find_real(passwd, &f->home_passwd, err) < 0))
		return -1;
	if (!f->home)
		return cb_fail(err, CB_EXIT_REFUSED, "cannot look at %s (it has just gone)", home);
	if (!f->home_passwd)
		f->home_passwd = cb_strdup(f->home);
	struct stat st;
	f->state_is_link =
	    lstat(cb_path_join(f->home, CB_STATE_HOME), &st) == 0 && S_ISLNK(st.st_mode);
	return 0;
}

int cb_facts_read_user(struct cb_facts *f, struct cb_error *err)
{
	struct cb_passwd pw = { 0 };
	f->uid = getuid();
	f->gid = getgid();
	if (read_passwd(f->uid, &pw, err) < 0 || read_home(f, pw.home, err) < 0)
		return -1;
	const char *env_user = cb_env_get(f->env, "USER");
	f->user = cb_strdup(is_user_name(pw.name)    ? pw.name
			    : is_user_name(env_user) ? env_user
						     : "user");
	return 0;
}

/* --- the place --- */

static int read_cwd(struct cb_facts *f, struct cb_error *err)
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
	/* bwrap could not enter it either, but would say so too late. Asked by its path, because
	 * the directories above it count too. */
	if (access(cwd, R_OK | X_OK) < 0) {
		cb_fail(err, CB_EXIT_REFUSED, "cannot use the project %s (%s)", cwd,
			strerror(errno));
		return cb_hint(err, "you must be able to read it and all directories above it");
	}
	f->cwd = cb_strdup(cwd);
	return 0;
}

/* Where secret paths with links in them lead: they are guarded there as well. Not guarded are
 * places in the store, which everybody can read (dotfile managers link into it), and directories
 * that contain the home (/root may be a link to root's home). */
static int read_secret_reals(struct cb_facts *f, const char *home, struct cb_error *err)
{
	for (size_t i = 0; i < cb_secret_path_count; i++) {
		char *path = cb_path_join(home, cb_secret_paths[i].path.rest), *real;
		if (find_real(path, &real, err) < 0)
			return -1;
		if (real && strcmp(real, path) != 0 && !cb_path_is_within(real, CB_STORE_PATH) &&
		    !cb_path_is_within(f->home, real))
			cb_strv_push(&f->secret_reals, real);
	}
	return 0;
}

int cb_facts_read_place(struct cb_facts *f, struct cb_error *err)
{
	if (cb_facts_read_user(f, err) < 0 || read_cwd(f, err) < 0)
		return -1;
	cb_git_read(f->cwd, f->uid, &f->git);
	const char *agent = cb_env_get(f->env, "SSH_AUTH_SOCK");
	f->ssh_agent = agent && agent[0] == '/' ? cb_real_path(agent) : NULL;
	if (read_secret_reals(f, f->home, err) < 0)
		return -1;
	return strcmp(f->home, f->home_passwd) == 0 ? 0 : read_secret_reals(f, f->home_passwd, err);
}

/* --- the rest --- */

/* A setting of the kernel that has one digit: is it one of these? */
static bool is_one_of(int settings, const char *name, const char *digits)
{
	char text[2];
	int fd = openat(settings, name, O_RDONLY | O_CLOEXEC);
	bool is = fd >= 0 && read(fd, text, 2) == 2 && text[1] == '\n' && strchr(digits, text[0]);
	cb_close(fd);
	return is;
}

enum cb_userns cb_userns_sign(void)
{
	static const struct {
		const char *setting, *digits;
	} signs[] = {
#define X(NAME, setting, digits, why, hint) { setting, digits },
#include "vocab/userns-signs.def"
#undef X
	};
	enum cb_userns sign = 0;
	int settings = open("/proc/sys", O_PATH | O_DIRECTORY | O_CLOEXEC);
	while (
	    sign < CB_USERNS_COUNT &&
	    !(signs[sign].setting && is_one_of(settings, signs[sign].setting, signs[sign].digits)))
		sign++;
	cb_close(settings);
	if (sign < CB_USERNS_COUNT)
		return sign;
	if (prctl(PR_GET_SECCOMP, 0, 0, 0, 0) > 0)
		return CB_USERNS_FILTER;
	bool old = syscall(SYS_mount_setattr, -1, "", 0, NULL, (size_t)0) < 0 && errno == ENOSYS;
	return old ? CB_USERNS_KERNEL : CB_USERNS_WORKS;
}

static bool is_ignored(int signal)
{
	struct sigaction action;
	return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

/* Whether another process group than ours has the terminal `fd`; false where it is not ours. */
static bool is_in_background(int fd)
{
	pid_t front = tcgetpgrp(fd);
	return front >= 0 && front != getpgrp();
}

/* A number that describes a socket; -1: unknown. */
static int read_option(int fd, int option)
{
	int value = -1;
	socklen_t size = sizeof value;
	return getsockopt(fd, SOL_SOCKET, option, &value, &size) < 0 ? -1 : value;
}

static struct cb_stream read_stream(int fd)
{
	struct stat st;
	struct sockaddr_storage peer;
	socklen_t size = sizeof peer;
	if (fstat(fd, &st) < 0)
		return (struct cb_stream) { 0 };
	if (!S_ISSOCK(st.st_mode))
		return (struct cb_stream) { .is_directory = S_ISDIR(st.st_mode),
					    .in_background = is_in_background(fd) };
	return (struct cb_stream) {
		.is_socket = true,
		.domain = read_option(fd, SO_DOMAIN),
		.type = read_option(fd, SO_TYPE),
		.listens = read_option(fd, SO_ACCEPTCONN) != 0,
		.is_connected = getpeername(fd, (struct sockaddr *)&peer, &size) == 0,
	};
}

void cb_facts_read_streams(struct cb_facts *f)
{
	int tty = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
	f->in_background = is_in_background(tty);
	cb_close(tty);
	for (int fd = 0; fd < CB_STREAM_COUNT; fd++)
		f->streams[fd] = read_stream(fd);
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
	cb_facts_read_streams(f);
	return 0;
}

static int read_source(const char *path, struct cb_source *ret, struct cb_error *err)
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

static int read_sources(struct cb_facts *f, const struct cb_policy *policy, struct cb_error *err)
{
	f->sources = cb_alloc(policy->mount_count, sizeof *f->sources);
	f->source_count = policy->mount_count;
	for (size_t i = 0; i < policy->mount_count; i++) {
		const struct cb_mount_row *row = &policy->mounts[i];
		bool bind = row->kind == CB_KIND_RO || row->kind == CB_KIND_RW;
		char *path = bind ? cb_path_on_host(row->from, f->home, f->project.path) : NULL;
		if (path && read_source(path, &f->sources[i], err) < 0)
			return -1;
	}
	return 0;
}

static int read_extras(struct cb_facts *f, const struct cb_strv *ro, const struct cb_strv *rw,
		       struct cb_error *err)
{
	f->extra_ro_count = ro->len;
	f->extra_count = ro->len + rw->len;
	f->extras = cb_alloc(f->extra_count, sizeof *f->extras);
	for (size_t i = 0; i < f->extra_count; i++)
		if (read_source(i < ro->len ? ro->items[i] : rw->items[i - ro->len], &f->extras[i],
				err) < 0)
			return -1;
	return 0;
}

/* Larger files are no time zones. */
#define ZONE_LIMIT ((size_t)65536)

/* Reads the file that TZ names, as tzset(3) would: `/path` or `:/path`. A file that is no time zone
 * is not taken: whoever sets TZ could name a secret. */
static void read_zone(struct cb_facts *f)
{
	static const char magic[] = "TZif"; /* tzfile(5) */
	const char *tz = cb_env_get(f->env, "TZ");
	size_t size;
	tz += tz && *tz == ':';
	char *zone = tz && tz[0] == '/' ? cb_file_read(tz, ZONE_LIMIT, true, &size) : NULL;
	if (!zone || size < strlen(magic) || memcmp(zone, magic, strlen(magic)) != 0)
		return;
	f->zone = zone;
	f->zone_size = size;
}

/* Files whose contents are shown inside. One that is missing or unreadable is left out. */
static void read_files(struct cb_facts *f)
{
	size_t size;
	f->resolv_conf = cb_file_read(CB_RESOLV_PATH, CB_RESOLV_LIMIT, true, &size);
	f->localtime = cb_file_read("/etc/localtime", ZONE_LIMIT, true, &f->localtime_size);
	read_zone(f);
	f->has_keys = access("/proc/keys", F_OK) == 0;
}

#define AGREED_LIMIT ((size_t)1024 * 1024)

/* What earlier launches have recorded in the state, out of the agent's reach. */
static void read_records(struct cb_facts *f, const struct cb_policy *policy)
{
	if (f->project.common_record)
		f->common_record = cb_contents_read(
		    cb_format("%s/" CB_STATE_HOME "/%s", f->home, f->project.common_record),
		    PATH_MAX);
	f->agreed = cb_contents_read(
	    cb_format("%s/" CB_STATE_HOME "/%s", f->home, f->project.agreed_record), AGREED_LIMIT);
	if (policy->network == CB_TIER_DOMAINS)
		f->refusals = cb_contents_read(cb_proxy_log_path(f->home, f->project.state),
					       CB_PROXY_LOG_TEXT);
}

int cb_facts_read_rest(const struct cb_policy *policy, const struct cb_strv *mount_ro,
		       const struct cb_strv *mount_rw, struct cb_facts *f, struct cb_error *err)
{
	/* The Nix daemon answers while the rest is read. It is not asked for root, whom the plan
	 * never gives it. */
	int nix = policy->nix_daemon && f->uid != 0 ? cb_nix_ask(f->uid, &f->nix) : -1;
	int result = 0;
	if (read_process(f, err) < 0 || read_sources(f, policy, err) < 0 ||
	    read_extras(f, mount_ro, mount_rw, err) < 0)
		result = -1;
	if (result == 0) {
		read_files(f);
		read_records(f, policy);
		cb_login_read(f->home, &f->login);
		cb_tools_read(f, &f->tools);
		cb_project_paths_read(policy, f, &f->paths);
		cb_agent_memory_read(policy, f, &f->memory);
		f->userns = cb_userns_sign();
		cb_agent_read(policy->agent_program, cb_env_get(f->env, "PATH"), f->project.path,
			      &f->agent);
		result = cb_identity_read(policy->git, f->git.gitdir, f->home, f->env, &f->identity,
					  err);
	}
	if (nix >= 0)
		f->nix = cb_nix_hear(nix);
	return result;
}
