/* Asks `git config --global` with GIT_DIR set, so that includeIf "gitdir:…" is decided as it is
 * on the host, while nothing of the untrusted repository's own configuration counts: --global
 * reads the user's files only, and `git config` starts no program that those could name. */
#include "facts-identity.h"

#include "strv.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define OUTPUT_LIMIT 8192

static void add_variable(struct cb_strv *env, const char *name, const char *value)
{
	if (value)
		cb_strv_take(env, cb_concat(name, "=", value, NULL));
}

/* In the child: nothing but the question on the way in, nothing but the answer on the way out. */
static void become_git(const char *git, char *const *env, int out)
{
	static const char *const argv[] = { "git",
					    "config",
					    "--global",
					    "--includes",
					    "--null",
					    "--get-regexp",
					    "^user\\.(name|email)$",
					    NULL };
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (null >= 0 && dup2(null, 0) == 0 && dup2(out, 1) == 1 && dup2(null, 2) == 2)
		execve(git, (char *const *)argv, env);
	_exit(127);
}

/* Starts git with its output on a pipe; the reading end, or -1. Not posix_spawn(): musl's brings
 * a second allocator and the locks of threads along, 10 KB of them. */
static int start(const char *git, char *const *env, pid_t *ret_pid)
{
	int ends[2];
	if (pipe2(ends, O_CLOEXEC) < 0)
		return -1;
	*ret_pid = fork();
	if (*ret_pid == 0)
		become_git(git, env, ends[1]);
	close(ends[1]);
	if (*ret_pid < 0) {
		close(ends[0]);
		return -1;
	}
	return ends[0];
}

/* Reads what fits and leaves the rest: a longer answer is no identity. */
static size_t read_output(int fd, char *buffer, size_t limit)
{
	size_t size = 0;
	while (size < limit) {
		ssize_t n = read(fd, buffer + size, limit - size);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		size += (size_t)n;
	}
	return size;
}

static void take_value(char **field, const char *value)
{
	free(*field);
	*field = *value ? strdup(value) : NULL;
}

void cb_identity_parse(const char *text, size_t size, struct cb_identity *identity)
{
	for (const char *p = text, *end = text + size; p < end;) {
		const char *stop = memchr(p, '\0', (size_t)(end - p));
		const char *value = memchr(p, '\n', (size_t)(end - p));
		if (!stop || !value || value > stop)
			return;
		if (strncmp(p, "user.name\n", 10) == 0)
			take_value(&identity->name, value + 1);
		else if (strncmp(p, "user.email\n", 11) == 0)
			take_value(&identity->email, value + 1);
		p = stop + 1;
	}
}

void cb_identity_read(const char *git, const char *gitdir, const char *home, char *const *env,
		      struct cb_identity *ret)
{
	cleanup_strv struct cb_strv own = { 0 };
	add_variable(&own, "HOME", home);
	add_variable(&own, "XDG_CONFIG_HOME", cb_env_get(env, "XDG_CONFIG_HOME"));
	add_variable(&own, "GIT_CONFIG_GLOBAL", cb_env_get(env, "GIT_CONFIG_GLOBAL"));
	add_variable(&own, "GIT_CONFIG_NOSYSTEM", "1");
	add_variable(&own, "GIT_DIR", gitdir);
	pid_t pid;
	int fd = own.failed ? -1 : start(git, own.items, &pid);
	if (fd < 0)
		return;
	char buffer[OUTPUT_LIMIT];
	size_t size = read_output(fd, buffer, sizeof buffer);
	close(fd);
	int status;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (size < sizeof buffer && WIFEXITED(status) && WEXITSTATUS(status) == 0)
		cb_identity_parse(buffer, size, ret);
}

void cb_identity_clear(struct cb_identity *identity)
{
	free(identity->name);
	free(identity->email);
	*identity = (struct cb_identity) { 0 };
}
