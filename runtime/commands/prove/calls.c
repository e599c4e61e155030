/* Probes that ask the kernel: sockets, signals, keys, namespaces, and the calls the filter is
 * for. A call that fails with anything but the filter's own answer has passed the filter. */
#include "commands/prove/probes.h"

#include "host/nix-daemon.h"

#include "base/number.h"
#include "base/strv.h"
#include "net/link.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
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
#include <sys/wait.h>
#include <unistd.h>

#include <arpa/inet.h>
#include <linux/keyctl.h>
#include <netinet/in.h>

#ifndef AF_VSOCK
#define AF_VSOCK 40
#endif

/* On /dev/null every terminal call is answered ENOTTY, unless the filter answers first. */
static bool passes_filter(unsigned long request)
{
	char byte = 'x';
	int fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	long result = syscall(SYS_ioctl, fd, request, &byte);
	bool passed = result >= 0 || errno != EPERM;
	close(fd);
	return passed;
}

const char *cb_probe_tiocsti(struct cb_probe *p)
{
	(void)p;
	return passes_filter(TIOCSTI) ? "the call is not refused" : NULL;
}

/* The kernel looks at the low 32 bits only (CVE-2019-10063). */
const char *cb_probe_tiocsti_high_bits(struct cb_probe *p)
{
	(void)p;
	return passes_filter(TIOCSTI | 1UL << 32) ? "the call is not refused" : NULL;
}

const char *cb_probe_tioclinux(struct cb_probe *p)
{
	(void)p;
	return passes_filter(TIOCLINUX) ? "the call is not refused" : NULL;
}

/* Calls that can do nothing: without the filter they fail for another reason. A kernel that lacks
 * one says ENOSYS, as the filter says of openat2. */
const char *cb_probe_set_id(struct cb_probe *p)
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
	(void)p;
	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
		if (syscall(calls[i].number, -1, "", calls[i].third, calls[i].fourth) >= 0 ||
		    (errno != EPERM && errno != ENOSYS))
			return calls[i].name;
	return syscall(SYS_fchmod, -1, MODE) < 0 && errno == EPERM ? NULL : "fchmod";
}

const char *cb_probe_keyring(struct cb_probe *p)
{
	if (!*p->canaries[CB_CANARY_KEY]) {
		p->skip = "this kernel has no keyrings";
		return NULL;
	}
	long key = syscall(SYS_keyctl, KEYCTL_SEARCH, KEY_SPEC_SESSION_KEYRING, "user",
			   p->canaries[CB_CANARY_KEY], 0);
	return key > 0 ? "the planted key was found" : NULL;
}

/* Whether a unix socket of this name accepts; `abstract` names begin with a NUL. */
static bool unix_answers(const char *name, bool abstract)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	size_t len = strlen(name);
	if (len == 0 || len + abstract >= sizeof address.sun_path)
		return false;
	memcpy(address.sun_path + abstract, name, len);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	socklen_t size =
	    (socklen_t)(offsetof(struct sockaddr_un, sun_path) + abstract + len + !abstract);
	bool answers = fd >= 0 && connect(fd, (const struct sockaddr *)&address, size) == 0;
	close(fd);
	return answers;
}

const char *cb_probe_abstract_socket(struct cb_probe *p)
{
	return unix_answers(p->canaries[CB_CANARY_ABSTRACT], true) ? "it answered" : NULL;
}

const char *cb_probe_path_socket(struct cb_probe *p)
{
	return unix_answers(p->canaries[CB_CANARY_SOCKET], false) ? "it answered" : NULL;
}

/* A socket in a directory that other sandboxes have too: it is tried through a descriptor, as paths
 * of sockets are short. */
static bool socket_is_made_in(const char *directory)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	char number[CB_NUMBER_SIZE];
	int dir = directory ? open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	stpcpy(stpcpy(stpcpy(address.sun_path, "/proc/self/fd/"),
		      cb_number(number, (uint64_t)(dir < 0 ? 0 : dir), 10, 1)),
	       "/claudebox-probe");
	bool made = dir >= 0 && bind(fd, (const struct sockaddr *)&address, sizeof address) == 0;
	if (made)
		unlink(address.sun_path);
	close(fd);
	close(dir);
	return made;
}

const char *cb_probe_shared_socket(struct cb_probe *p)
{
	static const char *const variables[] = { "CLAUDE_CONFIG_DIR",
						 "CLAUDE_SECURESTORAGE_CONFIG_DIR" };
	if (p->policy->nesting) {
		p->skip = "this profile allows nesting";
		return NULL;
	}
	for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++)
		if (socket_is_made_in(cb_env_get(p->env, variables[i])))
			return variables[i];
	return NULL;
}

/* Let in, it is asked once more: what it thinks of the sandbox is what counts. */
const char *cb_probe_nix_daemon(struct cb_probe *p)
{
	if (!unix_answers(CB_NIX_SOCKETS "/socket", false))
		return NULL;
	if (!p->policy->nix_daemon)
		return "it answered";
	if (p->policy->nix_trusted) {
		p->skip = "this profile takes one that trusts you, and says so";
		return NULL;
	}
	enum cb_nix_answer answer;
	int fd = cb_nix_ask(getuid(), &answer);
	if (fd >= 0)
		answer = cb_nix_hear(fd);
	return answer == CB_NIX_UNTRUSTED ? NULL : "it trusts whoever is in here";
}

/* Whether a byte leaves for an address of the host's side. A datagram goes past all routes, which
 * are no filter, where there is a link; where there is none, there is no route. */
static bool byte_leaves(struct cb_probe *p, int type, uint32_t address, uint16_t port)
{
	const struct sockaddr_in to = { .sin_family = AF_INET,
					.sin_port = htons(port),
					.sin_addr = { htonl(address) } };
	if (p->policy->network == CB_TIER_FULL) {
		p->skip = "this profile has the host's network, and says so";
		return false;
	}
	int fd = socket(AF_INET, type | SOCK_CLOEXEC, 0);
	if (type == SOCK_DGRAM)
		syscall(SYS_setsockopt, fd, SOL_SOCKET, SO_BINDTODEVICE, CB_LINK, sizeof CB_LINK);
	bool left =
	    connect(fd, (const struct sockaddr *)&to, sizeof to) == 0 && write(fd, "", 1) == 1;
	close(fd);
	return left;
}

const char *cb_probe_loopback(struct cb_probe *p)
{
	uint16_t port = (uint16_t)cb_digits(p->canaries[CB_CANARY_PORT]);
	return byte_leaves(p, SOCK_STREAM, INADDR_LOOPBACK, port) ? "it answered" : NULL;
}

const char *cb_probe_private_networks(struct cb_probe *p)
{
	return byte_leaves(p, SOCK_DGRAM, 0xa9fea9fe /* 169.254.169.254 */, 9) ? "a datagram leaves"
									       : NULL;
}

const char *cb_probe_signal(struct cb_probe *p)
{
	pid_t number = (pid_t)cb_digits(p->canaries[CB_CANARY_PID]);
	if (number <= 1 || kill(number, 0) < 0)
		return NULL;
	/* Another process may have the same number in here: it is the host's only by its name. */
	char path[64];
	char text[CB_NUMBER_SIZE];
	stpcpy(stpcpy(stpcpy(path, "/proc/"), cb_number(text, (uint64_t)number, 10, 1)), "/comm");
	return cb_file_holds(path, p->canaries[CB_CANARY_PROCESS]) || access(path, F_OK) < 0
		   ? "the signal was delivered"
		   : NULL;
}

/* Runs `call` in a child, because what it changes cannot be undone. */
static bool child_can(bool (*call)(void))
{
	pid_t pid = fork();
	if (pid == 0)
		_exit(call() ? 0 : 1);
	int status = 1;
	return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
	       WEXITSTATUS(status) == 0;
}

static bool new_user_namespace(void)
{
	return unshare(CLONE_NEWUSER) == 0;
}

const char *cb_probe_user_namespace(struct cb_probe *p)
{
	if (p->policy->nesting) {
		p->skip = "this profile allows nesting";
		return NULL;
	}
	return child_can(new_user_namespace) ? "unshare made one" : NULL;
}

static bool new_mount(void)
{
	return mount("none", "/tmp", "tmpfs", 0, NULL) == 0;
}

static bool new_mount_namespace(void)
{
	return unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 && new_mount();
}

const char *cb_probe_mounting(struct cb_probe *p)
{
	return child_can(new_mount) || (!p->policy->nesting && child_can(new_mount_namespace))
		   ? "a tmpfs was mounted"
		   : NULL;
}

const char *cb_probe_privileges(struct cb_probe *p)
{
	(void)p;
	return cb_file_holds("/proc/self/status", "NoNewPrivs:\t1\n")
		   ? NULL
		   : "programs may gain privileges";
}

const char *cb_probe_capabilities(struct cb_probe *p)
{
	(void)p;
	return cb_file_holds("/proc/self/status",
			     "CapPrm:\t0000000000000000\nCapEff:\t0000000000000000\n")
		   ? NULL
		   : "some are held";
}

const char *cb_probe_core_dumps(struct cb_probe *p)
{
	struct rlimit core = { RLIM_INFINITY, RLIM_INFINITY };
	getrlimit(RLIMIT_CORE, &core);
	return core.rlim_max <= p->policy->limit_core ? NULL
						      : "the limit is higher than the policy's";
}

/* pidfd_getfd: the first process' descriptors are anyone's to take (L27). */
const char *cb_probe_first_process(struct cb_probe *p)
{
	const char *reached = NULL;
	int pidfd = (int)syscall(SYS_pidfd_open, 1, 0);
	(void)p;
	for (int fd = 0; pidfd >= 0 && !reached && fd < 64; fd++) {
		struct stat st;
		int taken = (int)syscall(SYS_pidfd_getfd, pidfd, fd, 0);
		if (taken >= 0 && fstat(taken, &st) == 0 && S_ISDIR(st.st_mode))
			reached = "a directory of the host";
		close(taken);
	}
	close(pidfd);
	return reached;
}

/* Who traces it can have it tell bwrap outside that all is over, and go on. In a process of its
 * own, whose end is that of the tracing. */
const char *cb_probe_tracing(struct cb_probe *p)
{
	int status = 0;
	(void)p;
	pid_t pid = fork();
	if (pid == 0)
		_exit(ptrace(PTRACE_SEIZE, 1, NULL, NULL) == 0);
	waitpid(pid, &status, 0);
	return WIFEXITED(status) && WEXITSTATUS(status) == 1 ? "it can be traced" : NULL;
}

static bool can_write(const char *path, int flags)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC | flags, 0600);
	close(fd);
	return fd >= 0;
}

const char *cb_probe_store_write(struct cb_probe *p)
{
	(void)p;
	return can_write("/nix/store/claudebox-probe", O_CREAT) || can_write(p->policy->shell, 0)
		   ? "it can be written"
		   : NULL;
}

const char *cb_probe_kernel_settings(struct cb_probe *p)
{
	(void)p;
	return can_write("/proc/sys/kernel/core_pattern", 0) || can_write("/proc/sysrq-trigger", 0)
		   ? "they can be written"
		   : NULL;
}

static const char *try_family(int family, int type)
{
	int fd = socket(family, type | SOCK_CLOEXEC, 0);
	bool made = fd >= 0 || errno != EAFNOSUPPORT;
	close(fd);
	return made ? "the call is not refused" : NULL;
}

const char *cb_probe_vsock(struct cb_probe *p)
{
	(void)p;
	return try_family(AF_VSOCK, SOCK_STREAM);
}

const char *cb_probe_packet(struct cb_probe *p)
{
	(void)p;
	return try_family(AF_PACKET, SOCK_RAW);
}

const char *cb_probe_io_uring(struct cb_probe *p)
{
	(void)p;
	return syscall(SYS_io_uring_setup, 0, NULL) < 0 && errno == EPERM
		   ? NULL
		   : "the call is not refused";
}
