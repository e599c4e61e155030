/* The launcher's side of a private network. The relay is forked while this process is still in the
 * host's network; then this process leaves it, listens in the new one, and hands the sockets over:
 * a socket stays in the namespace it was made in, whoever accepts from it. */
#include "net-space.h"

#include "number.h"

#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BACKLOG = 128 };

static int refuse(struct cb_error *err, const char *what)
{
	cb_fail(err, CB_EXIT_REFUSED, "cannot make a private network (%s: %s)", what,
		cb_reason(errno));
	return cb_hint(err,
		       "user namespaces are needed: sysctl user.max_user_namespaces, "
		       "user.max_net_namespaces, kernel.apparmor_restrict_unprivileged_userns");
}

static int write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	ssize_t len = write(fd, text, strlen(text));
	int saved = errno;
	close(fd);
	errno = saved;
	return len == (ssize_t)strlen(text) ? 0 : -1;
}

/* `ID ID 1`: inside, everybody is who he is outside. */
static int write_map(const char *path, unsigned id)
{
	char text[2 * CB_NUMBER_SIZE + 8], number[CB_NUMBER_SIZE];
	const char *digits = cb_number(number, id, 10, 1);
	stpcpy(stpcpy(stpcpy(stpcpy(text, digits), " "), digits), " 1\n");
	return write_file(path, text);
}

static int raise_loopback(void)
{
	struct ifreq request = { .ifr_name = "lo", .ifr_flags = IFF_UP };
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -1;
	int result = ioctl(fd, SIOCSIFFLAGS, &request);
	close(fd);
	return result;
}

/* The capabilities that come with a new user namespace are gone with the exec of bwrap, which
 * makes its own below this one: nothing inside has any over this network. */
static int leave_network(struct cb_error *err)
{
	unsigned uid = geteuid(), gid = getegid();
	if (unshare(CLONE_NEWUSER | CLONE_NEWNET) < 0)
		return refuse(err, "unshare");
	if (write_file("/proc/self/setgroups", "deny") < 0 ||
	    write_map("/proc/self/gid_map", gid) < 0 || write_map("/proc/self/uid_map", uid) < 0)
		return refuse(err, "mapping the user");
	if (raise_loopback() < 0)
		return refuse(err, "loopback");
	return 0;
}

static int listen_on(uint16_t port)
{
	const struct sockaddr_in address = { .sin_family = AF_INET,
					     .sin_port = htons(port),
					     .sin_addr = { htonl(INADDR_LOOPBACK) } };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (fd >= 0 && bind(fd, (const struct sockaddr *)&address, sizeof address) == 0 &&
	    listen(fd, BACKLOG) == 0)
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

union control {
	char bytes[CMSG_SPACE(CB_LISTENERS_MAX * sizeof(int))];
	struct cmsghdr align;
};

static int send_sockets(int to, const int *sockets, size_t count)
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
	memcpy(CMSG_DATA(&control.align), sockets, count * sizeof(int));
	return sendmsg(to, &message, MSG_NOSIGNAL) == 1 ? 0 : -1;
}

static int receive_sockets(int from, int *sockets, size_t count)
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
	memcpy(sockets, CMSG_DATA(&control.align), count * sizeof(int));
	return 0;
}

/* The relay holds nothing of whoever started it: no terminal, no directory, no descriptor. */
static void run_relay(struct cb_relay *relay, int launcher, int sync)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	struct rlimit files;
	if (setsid() < 0 || chdir("/") < 0 || null < 0 || dup2(launcher, 3) < 0 ||
	    dup2(sync, 4) < 0)
		return;
	for (int fd = 0; fd < 3; fd++)
		dup2(null, fd);
	if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
		files.rlim_cur = files.rlim_max;
		setrlimit(RLIMIT_NOFILE, &files);
	}
	relay->sync = 4;
	if (syscall(SYS_close_range, 5U, ~0U, 0U) < 0 ||
	    receive_sockets(3, relay->listeners, relay->count) < 0 || send(3, "", 1, 0) != 1)
		return;
	close(3);
	cb_relay_run(relay);
}

/* Forks twice, so that the relay is nobody's child: bwrap has no use for one. */
static int fork_relay(struct cb_relay *relay, int launcher, int sync)
{
	pid_t child = fork();
	if (child == 0) {
		pid_t relay_pid = fork();
		if (relay_pid == 0)
			run_relay(relay, launcher, sync);
		_exit(relay_pid < 0);
	}
	int status = 1;
	return child > 0 && waitpid(child, &status, 0) == child && status == 0 ? 0 : -1;
}

static int open_listeners(struct cb_relay *relay, struct cb_error *err)
{
	for (size_t i = 0; i < relay->count; i++) {
		uint16_t port = relay->ports[i] ? relay->ports[i] : CB_PROXY_PORT;
		relay->listeners[i] = listen_on(port);
		if (relay->listeners[i] < 0) {
			char number[CB_NUMBER_SIZE];
			cb_fail(err, CB_EXIT_REFUSED, "cannot listen on port %s inside (%s)",
				cb_number(number, port, 10, 1), cb_reason(errno));
			return cb_hint(err, "forward another port in the policy");
		}
	}
	return 0;
}

/* The listeners go to the relay; from then on it is the only one who has them. */
static int hand_over(struct cb_relay *relay, int to, struct cb_error *err)
{
	char ready;
	int result = 0;
	if (send_sockets(to, relay->listeners, relay->count) < 0 || recv(to, &ready, 1, 0) != 1)
		result = refuse(err, "the relay did not start");
	for (size_t i = 0; i < relay->count; i++)
		close(relay->listeners[i]);
	return result;
}

int cb_space_relay(const struct cb_policy *policy, const struct cb_gate *gate, int sync,
		   struct cb_error *err)
{
	struct cb_relay relay = { .policy = policy, .gate = gate, .count = gate ? 1 : 0 };
	int talk[2], life[2];
	for (size_t i = 0; policy->forward[i] && relay.count < CB_LISTENERS_MAX; i++)
		relay.ports[relay.count++] = policy->forward[i];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, talk) < 0 ||
	    pipe2(life, O_CLOEXEC) < 0 || fork_relay(&relay, talk[1], life[0]) < 0)
		return refuse(err, "the relay cannot be started");
	close(talk[1]);
	close(life[0]);
	if (leave_network(err) < 0 || open_listeners(&relay, err) < 0 ||
	    hand_over(&relay, talk[0], err) < 0)
		return -1;
	close(talk[0]);
	if (life[1] != sync) {
		if (dup2(life[1], sync) < 0)
			return refuse(err, "descriptors");
		close(life[1]);
	}
	return fcntl(sync, F_SETFD, 0) < 0 ? refuse(err, "descriptors") : 0;
}
