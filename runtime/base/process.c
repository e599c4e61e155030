/* The one place where a child is started and waited for. */
#include "base/process.h"

#include "base/io.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

int cb_child_wait(pid_t child)
{
	int status;
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	errno = EIO;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int cb_child_run(int (*what)(const void *data), const void *data)
{
	pid_t child = fork();
	if (child == 0)
		_exit(what(data));
	return child < 0 ? -1 : cb_child_wait(child);
}

struct attempt {
	int (*what)(const void *data);
	const void *data;
};

/* An error is a small number: the exit code tells it. */
static int attempt(const void *data)
{
	const struct attempt *a = data;
	return a->what(a->data) == 0 ? 0 : errno > 0 && errno < 256 ? errno : EIO;
}

int cb_child_try(int (*what)(const void *data), const void *data)
{
	const struct attempt a = { what, data };
	int error = cb_child_run(attempt, &a);
	return error < 0 ? errno : error;
}

/* The exit code of a child that could not become the program; git's own are others. */
#define CANNOT_RUN 127

/* What has not answered by then waits for something that is not coming: a FIFO as configuration
 * keeps git for ever. */
#define PATIENCE_S 10

/* In the child: nothing on the way in, nothing but the answer on the way out. It ends with
 * `parent`, which may have ended before that was asked for. */
static void become(const char *program, char *const *argv, char *const *env, int out, bool errors,
		   pid_t parent)
{
	int null = openat(AT_FDCWD, "/dev/null", O_RDWR | O_CLOEXEC);
	if (null >= 0 && dup2(null, 0) == 0 && dup2(out, 1) == 1 &&
	    dup2(errors ? out : null, 2) == 2 && prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 &&
	    getppid() == parent)
		execve(program, argv, env);
	_exit(CANNOT_RUN);
}

/* Starts it with its output on a pipe, whose reading end is *ret_fd; 0 or an error. By fork():
 * posix_spawn() has no PR_SET_PDEATHSIG. */
static int start(const char *program, char *const *argv, char *const *env, bool errors,
		 pid_t *ret_pid, int *ret_fd)
{
	int ends[2];
	pid_t self = getpid();
	if (pipe2(ends, O_CLOEXEC) < 0)
		return errno;
	*ret_pid = fork();
	if (*ret_pid == 0)
		become(program, argv, env, ends[1], errors, self);
	int error = *ret_pid < 0 ? errno : 0;
	close(ends[1]);
	if (error)
		close(ends[0]);
	*ret_fd = ends[0];
	return error;
}

/* Waits until there is something to read, or the child has ended; false: the time is up. */
static bool wait_for(int fd, int timer)
{
	struct pollfd polls[] = { { .fd = timer, .events = POLLIN },
				  { .fd = fd, .events = POLLIN } };
	while (poll(polls, 2, -1) < 0)
		if (errno != EINTR)
			return false;
	return !polls[0].revents;
}

/* Reads what fits and leaves the rest; false: the time is up. */
static bool read_output(int fd, int timer, char *buffer, size_t limit, size_t *ret_size)
{
	for (*ret_size = 0; *ret_size < limit;) {
		if (!wait_for(fd, timer))
			return false;
		ssize_t n = read(fd, buffer + *ret_size, limit - *ret_size);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		*ret_size += (size_t)n;
	}
	return true;
}

/* Takes the child's output and its end; one that is too late is ended. */
static int finish(pid_t pid, int fd, int timer, char *buffer, size_t limit, size_t *ret_size)
{
	int child = (int)syscall(SYS_pidfd_open, pid, 0);
	bool in_time = read_output(fd, timer, buffer, limit, ret_size) &&
		       (child < 0 || wait_for(child, timer));
	cb_close(fd);
	cb_close(child);
	if (!in_time)
		kill(pid, SIGKILL);
	int code = cb_child_wait(pid);
	return !in_time ? ETIMEDOUT : code == CANNOT_RUN ? ENOEXEC : code == 0 ? 0 : -1;
}

int cb_run(const char *program, char *const *argv, char *const *env, bool errors, char *buffer,
	   size_t limit, size_t *ret_size)
{
	static const struct itimerspec patience = { .it_value.tv_sec = PATIENCE_S };
	pid_t pid = -1;
	int fd = -1, timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	int result = timer < 0 || timerfd_settime(timer, 0, &patience, NULL) < 0
			 ? errno
			 : start(program, argv, env, errors, &pid, &fd);
	if (result == 0)
		result = finish(pid, fd, timer, buffer, limit, ret_size);
	cb_close(timer);
	return result;
}
