/* Reads what --check looks at, one thing after the other. The login is looked at from outside only,
 * and claude's version is read from its files. */
#include "commands/check/check.h"
#include "commands/commands.h"

#include "base/io.h"
#include "base/path.h"
#include "host/read-facts.h"
#include "host/read.h"
#include "vocab/paths.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <linux/landlock.h>

#define PACKAGE_LIMIT ((size_t)256 * 1024)

/* A switch of the kernel's; -1: it has none. */
static int read_switch(const char *path)
{
	size_t size;
	const char *text = cb_file_read(path, 16, false, &size);
	return text && size ? text[0] - '0' : -1;
}

void cb_check_read_kernel(const struct cb_policy *policy, struct cb_check_facts *f)
{
	(void)policy;
	struct utsname name;
	long abi =
	    syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, LANDLOCK_CREATE_RULESET_VERSION);
	f->release = uname(&name) == 0 ? cb_strdup(name.release) : NULL;
	f->sign = cb_userns_sign();
	f->landlock = abi < 0 ? 0 : (int)abi;
	f->yama = read_switch("/proc/sys/kernel/yama/ptrace_scope");
	f->tiocsti = read_switch("/proc/sys/dev/tty/legacy_tiocsti");
}

static void look_for(const char *path, int mode, struct cb_check_facts *f)
{
	if (!path)
		return;
	f->path_count++;
	if (access(path, mode) < 0)
		cb_strv_push(&f->missing, path);
}

static void look_for_all(const char *const *paths, struct cb_check_facts *f)
{
	for (size_t i = 0; paths && paths[i]; i++)
		look_for(paths[i], F_OK, f);
}

/* A source that must be there, or what a link leads to; NULL: neither. */
static const char *path_of_mount(const struct cb_mount_row *row)
{
	bool bound = (row->kind == CB_KIND_RO || row->kind == CB_KIND_RW) && !row->optional &&
		     row->from.anchor == CB_ANCHOR_ROOT;
	bool linked = row->kind == CB_KIND_LINK && cb_path_is_within(row->from.rest, CB_STORE_PATH);
	return bound || linked ? row->from.rest : NULL;
}

void cb_check_read_paths(const struct cb_policy *policy, struct cb_check_facts *f)
{
	const char *const programs[] = { policy->bwrap, policy->shell,     policy->git,
					 policy->slirp, policy->nix_build, policy->agent_program };
	struct stat st;
	for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++)
		look_for(programs[i], X_OK, f);
	look_for(policy->packages, F_OK, f);
	look_for_all(policy->path, f);
	look_for_all(policy->closure, f);
	for (size_t i = 0; i < policy->mount_count; i++)
		look_for(path_of_mount(&policy->mounts[i]), F_OK, f);
	for (size_t i = 0; i < policy->env_set_count; i++) {
		const char *text = policy->env_set[i].text;
		if (text && cb_path_is_normal(text) && cb_path_is_within(text, CB_STORE_PATH))
			look_for(text, F_OK, f);
	}
	f->bwrap_real = cb_real_path(policy->bwrap);
	f->bwrap_setuid = stat(policy->bwrap, &st) == 0 && (st.st_mode & (S_ISUID | S_ISGID));
}

/* Something listens there, on the host's loopback. */
static bool is_answered(uint16_t port)
{
	const struct sockaddr_in to = { .sin_family = AF_INET,
					.sin_port = htons(port),
					.sin_addr = { htonl(INADDR_LOOPBACK) } };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	bool answered = fd >= 0 && connect(fd, (const struct sockaddr *)&to, sizeof to) == 0;
	cb_close(fd);
	return answered;
}

void cb_check_read_network(const struct cb_policy *policy, struct cb_check_facts *f)
{
	int daemon = policy->nix_daemon ? cb_nix_ask(getuid(), &f->nix) : -1;
	if (daemon >= 0)
		f->nix = cb_nix_hear(daemon);
	for (size_t i = 0; policy->forward[i]; i++)
		if (!is_answered(policy->forward[i]))
			cb_strv_take(&f->silent, cb_format("%d", policy->forward[i]));
}

static struct cb_own_file look_at(const char *path)
{
	struct stat st;
	if (lstat(path, &st) < 0)
		return (struct cb_own_file) { .error = errno };
	return (struct cb_own_file) {
		.mode = st.st_mode,
		.uid = st.st_uid,
		.size = st.st_size,
		.write_error = !S_ISLNK(st.st_mode) && access(path, W_OK) < 0 ? errno : 0,
	};
}

void cb_check_read_home(const struct cb_policy *policy, struct cb_check_facts *f)
{
	(void)policy;
	struct statvfs fs;
	f->user.env = f->env;
	if (cb_facts_read_user(&f->user, &f->user_error) < 0)
		return;
	const char *home = f->user.home;
	f->home_believed = cb_is_directory_of(cb_env_get(f->env, "HOME"), f->user.uid);
	for (size_t i = 0; i < CB_STATE_DIRS; i++)
		f->state[i] = look_at(cb_format("%s/%s", home, cb_state_dirs[i]));
	/* What is not there yet is made in the home. */
	if (f->state[0].error == ENOENT)
		f->state[0].write_error = access(home, W_OK) < 0 ? errno : 0;
	f->login = look_at(cb_format("%s/" CB_STATE_HOME "/credentials/.credentials.json", home));
	if (statvfs(cb_format("%s/" CB_STATE_HOME, home), &fs) < 0 && statvfs(home, &fs) < 0) {
		f->disk_error = errno;
		return;
	}
	f->disk_free = (uint64_t)fs.f_bavail * fs.f_frsize;
	/* Some file systems count none. */
	f->disk_inodes = fs.f_files ? (uint64_t)fs.f_favail : UINT64_MAX;
}

/* By the very function a launch uses. */
void cb_check_read_launch(const struct cb_policy *policy, struct cb_check_facts *f)
{
	const struct cb_opts none = { 0 };
	f->has_launch = cb_read_facts(policy, &none, f->env, &f->launch, &f->launch_error) == 0;
}

/* The package.json of the nearest directory above; NULL: there is none that can be read. */
static char *read_package(const char *program)
{
	char *dir = cb_strdup(program), *text = NULL;
	for (char *slash; !text && (slash = strrchr(dir, '/')) && slash != dir;) {
		size_t size;
		*slash = '\0';
		text = cb_file_read(cb_format("%s/package.json", dir), PACKAGE_LIMIT, true, &size);
	}
	return text;
}

/* What a script is run by: `#!/path`, or what `#!/usr/bin/env [-S] [NAME=VALUE] name` finds. */
static void read_interpreter(const struct cb_policy *policy, struct cb_check_facts *f)
{
	static const char blanks[] = " \t";
	char line[256] = { 0 }, *rest;
	int fd = open(f->agent.program, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t len = fd < 0 ? -1 : read(fd, line, sizeof line - 1);
	cb_close(fd);
	if (len < 2 || strncmp(line, "#!", 2) != 0)
		return;
	line[strcspn(line, "\r\n")] = '\0';
	const char *word = strtok_r(line + 2, blanks, &rest);
	if (!word)
		return;
	f->interpreter = cb_strdup(word);
	if (!strrchr(word, '/') || strcmp(strrchr(word, '/'), "/env") != 0)
		return;
	do
		word = strtok_r(NULL, blanks, &rest);
	while (word && (*word == '-' || strchr(word, '=')));
	f->env_program = word ? cb_strdup(word) : NULL;
	for (size_t i = 0; word && policy->path[i]; i++)
		f->env_program_found |= cb_is_program(cb_path_join(policy->path[i], word));
}

void cb_check_read_agent(const struct cb_policy *policy, struct cb_check_facts *f)
{
	cb_agent_read(policy->agent_program, cb_env_get(f->env, "PATH"),
		      f->has_launch ? f->launch.project.path : "/", &f->agent);
	if (!f->agent.program)
		return;
	f->agent_package_json = read_package(f->agent.program);
	read_interpreter(policy, f);
}
