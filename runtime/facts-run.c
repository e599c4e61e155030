/* The one place where facts starts a program: with an environment and descriptors of its own. */
#include "facts-run.h"
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

/* The exit code of a child that could not become the program; git's own are others. */
#define CANNOT_RUN 127

/* In the child: nothing on the way in, nothing but the answer on the way out. */
static void become(const char *program, char *const *argv, char *const *env, int out, bool loud)
{
	int null = openat(AT_FDCWD, "/dev/null", O_RDWR | O_CLOEXEC);
	if (null >= 0 && dup2(null, 0) == 0 && dup2(out, 1) == 1 && dup2(loud ? out : null, 2) == 2)
		execve(program, argv, env);
	_exit(CANNOT_RUN);
}

/* Starts it with its output on a pipe, whose reading end is *ret_fd; 0 or an error. Not
 * posix_spawn(): musl's brings an allocator and the locks of threads along, 9 KB of them. */
static int start(const char *program, char *const *argv, char *const *env, bool loud,
		 pid_t *ret_pid, int *ret_fd)
{
	int ends[2];
	if (pipe2(ends, O_CLOEXEC) < 0)
		return errno;
	*ret_pid = cb_fork();
	int error = *ret_pid < 0 ? errno : 0;
	if (*ret_pid == 0)
		become(program, argv, env, ends[1], loud);
	close(ends[1]);
	if (error)
		close(ends[0]);
	*ret_fd = ends[0];
	return error;
}

/* Reads what fits and leaves the rest. */
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

static int run(const char *program, char *const *argv, char *const *env, bool loud, char *buffer,
	       size_t limit, size_t *ret_size)
{
	pid_t pid = -1;
	int fd = -1, status, error = start(program, argv, env, loud, &pid, &fd);
	if (error)
		return error;
	*ret_size = read_output(fd, buffer, limit);
	close(fd);
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	if (WIFEXITED(status) && WEXITSTATUS(status) == CANNOT_RUN)
		return ENOEXEC;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -1;
}

int cb_run(const char *program, char *const *argv, char *const *env, char *buffer, size_t limit,
	   size_t *ret_size)
{
	return run(program, argv, env, false, buffer, limit, ret_size);
}

int cb_run_loud(const char *program, char *const *argv, char *const *env, char *buffer,
		size_t limit, size_t *ret_size)
{
	return run(program, argv, env, true, buffer, limit, ret_size);
}
