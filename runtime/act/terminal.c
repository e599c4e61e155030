/* The terminal before and after. Whoever leaves its session inside may read a terminal that it has
 * by descriptor without being stopped, also while the user types something else there: so it gets
 * none that it has no use for.
 *
 * After a sandbox that was killed: the agent had no time then to give back what it had
 * taken, a hidden cursor, reports of every click and change of focus, and nobody is between it and
 * the terminal who could. A process beside the sandbox waits for its end and, if that was a
 * signal's, takes back what the agent's interface is known to ask for and no shell sets itself. */
#include "act/terminal.h"

#include "base/number.h"
#include "base/sidecar.h"
#include "host/read.h"

#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Reopened for writing alone; where that is not to be had, it stays as it is. */
static void only_write(int fd)
{
	char path[CB_FD_PATH_SIZE];
	if (!isatty(fd) || (fcntl(fd, F_GETFL) & O_ACCMODE) != O_RDWR)
		return;
	int only = open(cb_fd_path(path, fd), O_WRONLY | O_NOCTTY | O_CLOEXEC);
	if (only < 0)
		return;
	dup2(only, fd);
	close(only);
}

int cb_terminal_guard(struct cb_error *err)
{
	if (!isatty(STDIN_FILENO)) {
		only_write(STDOUT_FILENO);
		only_write(STDERR_FILENO);
		return 0;
	}
	pid_t front = tcgetpgrp(STDIN_FILENO);
	if (front < 0 || front == getpgrp())
		return 0;
	cb_fail(err, CB_EXIT_REFUSED,
		"in the background of a terminal (what you type there could be read inside)");
	return cb_hint(
	    err, "start it in the foreground, or with </dev/null; timeout needs --foreground");
}

/* Each does nothing where there is nothing to take back. Not among them: the modes of lines and
 * pasting, which are the next prompt's, and the cursor's place. */
static const char restore[] = "\033[?1047l"                                  /* the other screen */
			      "\033[?25h"                                    /* a hidden cursor */
			      "\033[?1000l\033[?1002l\033[?1003l\033[?1006l" /* the mouse */
			      "\033[?1004l"                                  /* changes of focus */
			      "\033[?2031l"                                  /* of light and dark */
			      "\033[<u\033[>4m"     /* keys in other spellings */
			      "\033[?2026l\033[0m"; /* output held back, colours */

/* Not in the headers of Debian 12: struct pidfd_info as of its first version. */
struct info {
	uint64_t mask, cgroup;
	uint32_t ids[11];
	int32_t exit_code;
};
enum { INFO_EXIT = 1 << 3, STAT_LIMIT = 4096 };
#define GET_INFO _IOWR(0xFF, 11, struct info)

/* The exit code of a process whose parent has not heard of its end: the last number in its `stat`,
 * where its state is behind its name. -1: there is none such. */
static int read_dead(pid_t pid)
{
	char path[CB_NUMBER_SIZE + 16], number[CB_NUMBER_SIZE];
	size_t size;
	stpcpy(stpcpy(stpcpy(path, "/proc/"), cb_number(number, (uint64_t)pid, 10, 1)), "/stat");
	char *stat = cb_file_read(path, STAT_LIMIT, false, &size);
	const char *state = stat ? strrchr(stat, ')') : NULL;
	int code = -1;
	if (state && strncmp(state, ") Z ", 4) == 0) {
		/* Not strtol(): two kilobytes of code. */
		code = 0;
		for (const char *digit = strrchr(state, ' ') + 1; *digit >= '0' && *digit <= '9';
		     digit++)
			code = code * 10 + (*digit - '0');
	}
	free(stat);
	return code;
}

/* Waits for the end; whether it was a signal's. Once the parent has heard of it only Linux 6.15 or
 * newer tells anybody else. */
static bool was_killed(pid_t pid, int life)
{
	struct pollfd end = { .fd = life, .events = POLLIN };
	struct info info = { .mask = INFO_EXIT };
	poll(&end, 1, -1);
	int code = read_dead(pid);
	if (code < 0 && syscall(SYS_ioctl, life, GET_INFO, &info) == 0 && (info.mask & INFO_EXIT))
		code = info.exit_code;
	return code >= 0 && WIFSIGNALED(code);
}

static void run(void *data)
{
	const pid_t *pid = data;
	int terminal;
	if (cb_sidecar_receive(CB_SIDECAR_LAUNCHER, &terminal, 1) < 0)
		return;
	close(CB_SIDECAR_LAUNCHER);
	ssize_t done =
	    was_killed(*pid, CB_SIDECAR_LIFE) ? write(terminal, restore, strlen(restore)) : 0;
	(void)done; /* a terminal that is gone needs nothing */
}

void cb_terminal_restore_at_end(void)
{
	const int terminal = STDOUT_FILENO;
	pid_t self = getpid();
	int life = isatty(terminal) ? cb_sidecar_open_self() : -1;
	if (life < 0)
		return;
	int talk = cb_sidecar_start(run, &self, life);
	if (talk >= 0) {
		cb_sidecar_send(talk, &terminal, 1);
		close(talk);
	}
	close(life);
}
