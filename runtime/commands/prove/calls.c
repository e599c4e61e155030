/* Probes that ask the kernel: sockets, signals, keys, namespaces, and the calls the filter is
 * for. A call that fails with anything but the filter's own answer has passed the filter. */
#include "commands/prove/probes.h"

#include "base/memory.h"
#include "base/strv.h"
#include "host/read-facts.h"
#include "net/link.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include <linux/keyctl.h>
#include <netinet/in.h>

/* On /dev/null every terminal call is answered ENOTTY, unless the filter answers first. */
bool cb_probe_terminal_call(struct cb_probe *p)
{
	char byte = 'x';
	int fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	bool passes = syscall(SYS_ioctl, fd, p->row->number, &byte) >= 0 || errno != EPERM;
	close(fd);
	return passes;
}

/* Calls that can do nothing: without the filter they fail for another reason. A kernel that lacks
 * one says ENOSYS, as the filter says of openat2. */
bool cb_probe_set_id(struct cb_probe *p)
{
	enum { MODE = 04755, FCHMODAT2 = 452 };
	static const struct {
		long number, third, fourth;
		const char *name;
	} calls[] = {
		{ SYS_fchmodat, MODE, 0, "fchmodat" },   { FCHMODAT2, MODE, 0, "fchmodat2" },
		{ SYS_openat, O_CREAT, MODE, "openat" }, { SYS_openat2, 0, 0, "openat2" },
		{ SYS_mknodat, MODE, 0, "mknodat" },     { SYS_mkdirat, MODE, 0, "mkdirat" },
	};
	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
		p->which = calls[i].name;
		if (syscall(calls[i].number, -1, "", calls[i].third, calls[i].fourth) >= 0 ||
		    (errno != EPERM && errno != ENOSYS))
			return true;
	}
	p->which = "fchmod";
	return syscall(SYS_fchmod, -1, MODE) >= 0 || errno != EPERM;
}

bool cb_probe_key_is_here(const char *description)
{
	return syscall(SYS_keyctl, KEYCTL_SEARCH, KEY_SPEC_SESSION_KEYRING, "user", description,
		       0) > 0;
}

bool cb_probe_keyring(struct cb_probe *p)
{
	return cb_probe_key_is_here(p->canaries[CB_CANARY_KEY]);
}

int cb_probe_socket(const char *name, bool listening)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	const struct sockaddr *to = (const struct sockaddr *)&address;
	size_t len = strlen(name);
	if (len == 0 || len >= sizeof address.sun_path)
		return -1;
	memcpy(address.sun_path, name, len);
	if (*name == '@')
		address.sun_path[0] = '\0';
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + len);
	if (fd >= 0 && (listening ? bind(fd, to, size) == 0 && listen(fd, 8) == 0
				  : connect(fd, to, size) == 0))
		return fd;
	close(fd);
	return -1;
}

static bool socket_answers(const char *name)
{
	int fd = cb_probe_socket(name, false);
	close(fd);
	return fd >= 0;
}

bool cb_probe_socket_answers(struct cb_probe *p)
{
	return socket_answers(p->canaries[p->row->number]);
}

/* In a directory that other sandboxes have too: through a descriptor, as paths of sockets are
 * short. */
bool cb_probe_shared_socket(struct cb_probe *p)
{
	for (const char *const *name = p->row->names; *name; name++) {
		const char *path = cb_env_get(p->env, p->which = *name);
		int dir = path ? open(path, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
		path = cb_format("/proc/self/fd/%d/claudebox-probe", dir);
		if (dir >= 0 && cb_probe_socket(path, true) >= 0)
			return unlink(path), true;
	}
	return false;
}

/* Let in, it is asked once more: what it thinks of the sandbox is what counts. */
bool cb_probe_nix_daemon(struct cb_probe *p)
{
	enum cb_nix_answer answer;
	if (!socket_answers(CB_NIX_SOCKETS "/socket"))
		return false;
	if (!p->policy->nix_daemon)
		return true;
	int fd = cb_nix_ask(getuid(), &answer);
	p->which = "it trusts whoever is in here";
	return (fd >= 0 ? cb_nix_hear(fd) : answer) != CB_NIX_UNTRUSTED;
}

/* Whether a byte leaves for an address of the host's side. A datagram goes past all routes, which
 * are no filter, where there is a link; where there is none, there is no route. */
static bool byte_leaves(int type, uint32_t address, unsigned long port)
{
	const struct sockaddr_in to = { .sin_family = AF_INET,
					.sin_port = htons((uint16_t)port),
					.sin_addr = { htonl(address) } };
	int fd = socket(AF_INET, type | SOCK_CLOEXEC, 0);
	if (type == SOCK_DGRAM)
		setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, CB_LINK, sizeof CB_LINK);
	bool left =
	    connect(fd, (const struct sockaddr *)&to, sizeof to) == 0 && write(fd, "", 1) == 1;
	close(fd);
	return left;
}

bool cb_probe_loopback(struct cb_probe *p)
{
	unsigned long port = strtoul(p->canaries[CB_CANARY_PORT], NULL, 10);
	return byte_leaves(SOCK_STREAM, INADDR_LOOPBACK, port);
}

bool cb_probe_private_networks(struct cb_probe *p)
{
	(void)p;
	return byte_leaves(SOCK_DGRAM, 0xa9fea9fe /* 169.254.169.254 */, 9);
}

bool cb_probe_signal(struct cb_probe *p)
{
	pid_t number = (pid_t)strtoul(p->canaries[CB_CANARY_PID], NULL, 10);
	if (number <= 1 || kill(number, 0) < 0)
		return false;
	/* Another process may have the same number in here: it is the host's only by its name. */
	const char *path = cb_format("/proc/%d/comm", number);
	return cb_probe_file_holds(path, p->canaries[CB_CANARY_PROCESS]) || access(path, F_OK) < 0;
}

bool cb_probe_user_namespace(struct cb_probe *p)
{
	(void)p;
	return unshare(CLONE_NEWUSER) == 0;
}

bool cb_probe_mounting(struct cb_probe *p)
{
	return mount("none", "/tmp", "tmpfs", 0, NULL) == 0 ||
	       (!p->policy->nesting && unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 &&
		mount("none", "/tmp", "tmpfs", 0, NULL) == 0);
}

bool cb_probe_core_dumps(struct cb_probe *p)
{
	struct rlimit core = { RLIM_INFINITY, RLIM_INFINITY };
	getrlimit(RLIMIT_CORE, &core);
	return core.rlim_max > p->policy->limit_core;
}

/* pidfd_getfd: the first process' descriptors are anyone's to take (L27). */
bool cb_probe_first_process(struct cb_probe *p)
{
	bool reached = false;
	int pidfd = (int)syscall(SYS_pidfd_open, 1, 0);
	(void)p;
	for (int fd = 0; pidfd >= 0 && !reached && fd < 64; fd++) {
		struct stat st;
		int taken = (int)syscall(SYS_pidfd_getfd, pidfd, fd, 0);
		reached = taken >= 0 && fstat(taken, &st) == 0 && S_ISDIR(st.st_mode);
		close(taken);
	}
	close(pidfd);
	return reached;
}

/* Who traces it can have it tell bwrap outside that all is over, and go on. */
bool cb_probe_tracing(struct cb_probe *p)
{
	(void)p;
	return ptrace(PTRACE_SEIZE, 1, NULL, NULL) == 0;
}

static bool can_write(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	close(fd);
	return fd >= 0;
}

bool cb_probe_store_write(struct cb_probe *p)
{
	return can_write("/nix/store/claudebox-probe") || can_write(p->policy->shell);
}

bool cb_probe_kernel_settings(struct cb_probe *p)
{
	(void)p;
	return can_write("/proc/sys/kernel/core_pattern") || can_write("/proc/sysrq-trigger");
}

bool cb_probe_family(struct cb_probe *p)
{
	int fd = socket((int)p->row->number, SOCK_STREAM | SOCK_CLOEXEC, 0);
	bool passes = fd >= 0 || errno != EAFNOSUPPORT;
	close(fd);
	return passes;
}

bool cb_probe_io_uring(struct cb_probe *p)
{
	(void)p;
	return syscall(SYS_io_uring_setup, 0, NULL) >= 0 || errno != EPERM;
}
