/* The one place where facts starts a program: with an environment and descriptors of its own. */
#include "facts-run.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

/* Starts it with its output on a pipe, whose reading end is *ret_fd; 0 or an error. */
static int start(const char *program, char *const *argv, char *const *env, pid_t *ret_pid,
		 int *ret_fd)
{
	int ends[2];
	if (pipe2(ends, O_CLOEXEC) < 0)
		return errno;
	posix_spawn_file_actions_t files;
	int error = posix_spawn_file_actions_init(&files);
	if (!error)
		error = posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
	if (!error)
		error = posix_spawn_file_actions_adddup2(&files, ends[1], 1);
	if (!error)
		error = posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
	if (!error)
		error = posix_spawn(ret_pid, program, &files, NULL, argv, env);
	posix_spawn_file_actions_destroy(&files);
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

int cb_run(const char *program, char *const *argv, char *const *env, char *buffer, size_t limit,
	   size_t *ret_size)
{
	pid_t pid = -1;
	int fd = -1, status, error = start(program, argv, env, &pid, &fd);
	if (error)
		return error;
	*ret_size = read_output(fd, buffer, limit);
	close(fd);
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -1;
}
