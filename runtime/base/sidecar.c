/* Starts a sidecar while this process is still in the host's network, and passes it descriptors
 * from the new one: a socket stays in the namespace it was made in, whoever uses it. */
#include "base/sidecar.h"

#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 64 };

union control {
	char bytes[CMSG_SPACE(MOST * sizeof(int))];
	struct cmsghdr align;
};

int cb_sidecar_open_self(void)
{
	return (int)syscall(SYS_pidfd_open, getpid(), 0U);
}

int cb_sidecar_send(int to, const int *fds, size_t count)
{
	union control control = { 0 };
	char byte = 0;
	struct iovec one = { &byte, 1 };
	struct msghdr message = { .msg_iov = &one,
				  .msg_iovlen = 1,
				  .msg_control = control.bytes,
				  .msg_controllen = (socklen_t)CMSG_SPACE(count * sizeof(int)) };
	control.align.cmsg_level = SOL_SOCKET;
	control.align.cmsg_type = SCM_RIGHTS;
	control.align.cmsg_len = (socklen_t)CMSG_LEN(count * sizeof(int));
	memcpy(CMSG_DATA(&control.align), fds, count * sizeof(int));
	return sendmsg(to, &message, MSG_NOSIGNAL) == 1 ? 0 : -1;
}

int cb_sidecar_receive(int from, int *fds, size_t count)
{
	union control control = { 0 };
	char byte;
	struct iovec one = { &byte, 1 };
	struct msghdr message = { .msg_iov = &one,
				  .msg_iovlen = 1,
				  .msg_control = control.bytes,
				  .msg_controllen = sizeof control.bytes };
	if (recvmsg(from, &message, MSG_CMSG_CLOEXEC) != 1 ||
	    control.align.cmsg_type != SCM_RIGHTS ||
	    control.align.cmsg_len != CMSG_LEN(count * sizeof(int)))
		return -1;
	memcpy(fds, CMSG_DATA(&control.align), count * sizeof(int));
	return 0;
}

int cb_sidecar_say_ready(int to)
{
	return send(to, "", 1, MSG_NOSIGNAL) == 1 ? 0 : -1;
}

int cb_sidecar_wait_ready(int from)
{
	char ready;
	return recv(from, &ready, 1, 0) == 1 ? 0 : -1;
}

/* A sidecar keeps nothing of its starter: no terminal, no directory, no descriptor but these two.
 * Their numbers are free: in the launcher they belong to bwrap's options and filter, which are
 * opened first. */
static int settle(int launcher, int life)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (setsid() < 0 || chdir("/") < 0 || null < 0 || dup2(launcher, CB_SIDECAR_LAUNCHER) < 0 ||
	    dup2(life, CB_SIDECAR_LIFE) < 0)
		return -1;
	for (int fd = 0; fd < 3; fd++)
		dup2(null, fd);
	return (int)syscall(SYS_close_range, (unsigned)CB_SIDECAR_FREE, ~0U, 0U);
}

int cb_sidecar_start(void (*run)(void *data), void *data, int life)
{
	int talk[2], status = 1;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, talk) < 0)
		return -1;
	pid_t child = fork();
	if (child == 0) {
		pid_t helper = fork();
		if (helper == 0 && settle(talk[1], life) == 0)
			run(data);
		_exit(helper < 0);
	}
	close(talk[1]);
	if (child > 0 && waitpid(child, &status, 0) == child && status == 0)
		return talk[0];
	close(talk[0]);
	return -1;
}
