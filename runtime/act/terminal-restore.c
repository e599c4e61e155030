/* The terminal after a sandbox that was killed. The agent had no time to take back what it had
 * asked for: a hidden cursor, reports of every click and change of focus. A sidecar waits for the
 * end of bwrap and, if that was a signal's, takes back what the agent's interface is known to ask
 * for and no shell sets itself. */
#include "act/terminal.h"

#include "base/io.h"
#include "base/sidecar.h"

#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Each does nothing where there is nothing to take back. Line modes, bracketed paste and the place
 * of the cursor are not among them: the next prompt sets those. */
static const char restore[] = "\033[?1047l"                                  /* alternate screen */
			      "\033[?25h"                                    /* hidden cursor */
			      "\033[?1000l\033[?1002l\033[?1003l\033[?1006l" /* mouse */
			      "\033[?1004l"                                  /* focus events */
			      "\033[?2031l"         /* colour scheme events */
			      "\033[<u\033[>4m"     /* keyboard protocols */
			      "\033[?2026l\033[0m"; /* synchronised output, colours */

/* struct pidfd_info as of its first version; the header of Debian 12 has none. */
struct pidfd_info {
	uint64_t mask, cgroup;
	uint32_t ids[11];
	int32_t exit_code;
};
enum { INFO_EXIT = 1 << 3, STAT_SIZE = 2048 };
#define GET_INFO _IOWR(0xFF, 11, struct pidfd_info)

/* The wait status of a zombie: the last number of /proc/PID/stat, where its state stands behind its
 * name. -1: it is no zombie. */
static int read_zombie(pid_t pid)
{
	char path[32], stat[STAT_SIZE];
	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t len = fd < 0 ? -1 : read(fd, stat, sizeof stat - 1);
	cb_close(fd);
	stat[len < 0 ? 0 : len] = '\0';
	const char *state = strrchr(stat, ')');
	if (!state || strncmp(state, ") Z ", 4) != 0)
		return -1;
	return (int)strtol(strrchr(state, ' '), NULL, 10);
}

/* Waits for the end of `pid`; whether it was a signal's. Once its parent has waited for it, only
 * Linux 6.15 or newer still says so, by the pidfd `life`. */
static bool was_killed(pid_t pid, int life)
{
	struct pollfd end = { .fd = life, .events = POLLIN };
	struct pidfd_info info = { .mask = INFO_EXIT };
	poll(&end, 1, -1);
	int status = read_zombie(pid);
	if (status < 0 && syscall(SYS_ioctl, life, GET_INFO, &info) == 0 && (info.mask & INFO_EXIT))
		status = info.exit_code;
	return status >= 0 && WIFSIGNALED(status);
}

static void run_sidecar(void *data)
{
	const pid_t *launcher = data;
	int terminal;
	if (cb_sidecar_receive(CB_SIDECAR_LAUNCHER, &terminal, 1) < 0)
		return;
	close(CB_SIDECAR_LAUNCHER);
	if (was_killed(*launcher, CB_SIDECAR_LIFE))
		(void)cb_write_all(terminal, restore, strlen(restore));
}

void cb_terminal_restore_at_end(void)
{
	const int terminal = STDOUT_FILENO;
	pid_t self = getpid();
	int life = isatty(terminal) ? cb_sidecar_open_self() : -1;
	if (life < 0)
		return;
	int talk = cb_sidecar_start(run_sidecar, &self, life);
	if (talk >= 0) {
		cb_sidecar_send(talk, &terminal, 1);
		close(talk);
	}
	close(life);
}
