/* What takes more than a shell to try; one word an attempt, one line of answer each. Static and
 * not position-independent: what it points to must lie where a 32-bit call can name it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <linux/netlink.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef AF_VSOCK
#define AF_VSOCK 40
#endif

/* A system call by the entry for 32-bit programs, or with the numbers of x32; -1 and errno. */
static long call_int80(long number, uintptr_t a, uintptr_t b, uintptr_t c)
{
	long result = -ENOSYS;
#ifdef __x86_64__
	__asm__ volatile("int $0x80"
			 : "=a"(result)
			 : "a"(number), "b"(a), "c"(b), "d"(c)
			 : "memory", "r8", "r9", "r10", "r11");
#endif
	if (result < 0)
		errno = (int)-result;
	return result < 0 ? -1 : result;
}

enum { I386_KEYCTL = 288, I386_SOCKETCALL = 102, I386_SOCKET = 359, I386_IOCTL = 54 };
enum { X32_IOCTL = 0x40000000 + 514, URING_SETUP = 425 };

static long steal_from(pid_t pid, int fd)
{
	int pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
	return pidfd < 0 ? -1 : syscall(SYS_pidfd_getfd, pidfd, fd, 0);
}

static long steal(int fd)
{
	return steal_from(1, fd);
}

/* --- typing into the terminal ------------------------------------------------------------------
 */

static char letter;

static long sti(int fd)
{
	return ioctl(fd, TIOCSTI, &letter);
}

static long sti_high_bits(int fd)
{
	return syscall(SYS_ioctl, fd, TIOCSTI | 0x500000000UL, &letter);
}

static long sti_int80(int fd)
{
	return call_int80(I386_IOCTL, (uintptr_t)fd, TIOCSTI, (uintptr_t)&letter);
}

static long sti_x32(int fd)
{
	return syscall(X32_IOCTL, fd, TIOCSTI, &letter);
}

static long sti_reopened(int fd)
{
	(void)fd;
	return sti(open("/proc/self/fd/0", O_RDWR | O_NOCTTY));
}

static long sti_dev_tty(int fd)
{
	(void)fd;
	return sti(open("/dev/tty", O_RDWR));
}

static long sti_of_first_process(int fd)
{
	return sti((int)steal(fd));
}

/* Each way types its own name, so that whoever reads the terminal knows which one worked. */
static int type_all(void)
{
	static const struct {
		const char *name;
		long (*type)(int fd);
	} ways[] = { { "plain", sti },
		     { "high-bits", sti_high_bits },
		     { "int80", sti_int80 },
		     { "x32", sti_x32 },
		     { "reopened", sti_reopened },
		     { "dev-tty", sti_dev_tty },
		     { "first-process", sti_of_first_process } };
	for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
		long result = 0;
		errno = 0;
		for (const char *c = ways[i].name; result >= 0 && *c; c++) {
			letter = *c;
			result = ways[i].type(0);
		}
		letter = '\n';
		if (result >= 0)
			result = ways[i].type(0);
		printf("%s: %s\n", ways[i].name, result < 0 ? strerror(errno) : "reached");
	}
	return 0;
}

/* A question to the console, which asks for no more than what pasting its selection does. */
static int ask_console(void)
{
	char shift_state = 6;
	long result = ioctl(0, TIOCLINUX, &shift_state);
	printf("console: %s\n", result < 0 ? strerror(errno) : "reached");
	return result < 0;
}

/* A new terminal, as a window would be, with `argv` in it; its output is ours. */
static int in_terminal(char **argv)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY);
	if (master < 0 || grantpt(master) < 0 || unlockpt(master) < 0)
		return 1;
	const char *name = ptsname(master);
	pid_t pid = fork();
	if (pid == 0) {
		setsid();
		int slave = open(name, O_RDWR); /* the controlling terminal of a new session */
		for (int fd = 0; fd <= 2; fd++)
			dup2(slave, fd);
		close(slave);
		close(master);
		execvp(argv[0], argv);
		_exit(127);
	}
	char buffer[4096];
	for (ssize_t n; (n = read(master, buffer, sizeof buffer)) > 0;)
		fwrite(buffer, 1, (size_t)n, stdout);
	int status = 1;
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* --- single calls ------------------------------------------------------------------------------
 */

static long try_userfaultfd(void)
{
	return syscall(SYS_userfaultfd, 1 /* UFFD_USER_MODE_ONLY: anybody may */);
}

/* Mounts, and more, are asked for with a wrong argument, which the kernel looks at behind the
 * permission: what is allowed to ask gets another answer than EPERM, and changes nothing, wherever
 * this is run. */
static long asked(long result)
{
	return result < 0 && errno == EPERM ? -1 : 0;
}

/* Flags it does not know, which the kernel looks at before the permission. */
static long try_perf_event(void)
{
	return asked(syscall(SYS_perf_event_open, NULL, 0, -1, -1, ~0UL));
}

static long try_uring_int80(void)
{
	static char parameters[120];
	return call_int80(URING_SETUP, 1, (uintptr_t)parameters, 0);
}

static long try_keyctl_int80(void)
{
	return call_int80(I386_KEYCTL, KEYCTL_GET_KEYRING_ID, (uintptr_t)KEY_SPEC_SESSION_KEYRING,
			  1);
}

static long try_vsock(void)
{
	return socket(AF_VSOCK, SOCK_STREAM, 0);
}

/* NETLINK_SOCK_DIAG: the sockets of the network, as ss(8) shows them. */
static long try_sock_diag(void)
{
	return socket(AF_NETLINK, SOCK_RAW, NETLINK_SOCK_DIAG);
}

static long try_sock_diag_int80(void)
{
	return call_int80(I386_SOCKET, AF_NETLINK, SOCK_RAW, NETLINK_SOCK_DIAG);
}

static long try_vsock_int80(void)
{
	return call_int80(I386_SOCKET, AF_VSOCK, SOCK_STREAM, 0);
}

static long try_vsock_socketcall(void)
{
	static uint32_t arguments[] = { AF_VSOCK, SOCK_STREAM, 0 };
	return call_int80(I386_SOCKETCALL, 1 /* SYS_SOCKET */, (uintptr_t)arguments, 0);
}

static long try_umount(void)
{
	return asked(umount2("/proc", MNT_EXPIRE | MNT_DETACH));
}

static long try_mount(void)
{
	return asked(mount("none", "/", "no-such-filesystem", 0, NULL));
}

static long try_open_tree(void)
{
	return syscall(428 /* open_tree */, AT_FDCWD, "/proc", 1U /* OPEN_TREE_CLONE */);
}

static long try_fsopen(void)
{
	return asked(syscall(430 /* fsopen */, "no-such-filesystem", 0U));
}

static long try_setns(void)
{
	return setns(open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC), CLONE_NEWNS);
}

static long try_chroot(void)
{
	return chroot(".");
}

/* --- the first process --------------------------------------------------------------------------
 */

/* Is the text that comes by stdin, and not as an argument, which is there already, in its memory?
 */
static int search_memory(const char *pid)
{
	char path[64], line[512], text[64] = { 0 };
	ssize_t len = read(0, text, sizeof text - 1);
	text[len > 0 ? strcspn(text, "\n") : 0] = '\0';
	snprintf(path, sizeof path, "/proc/%s/maps", pid);
	FILE *maps = fopen(path, "r");
	snprintf(path, sizeof path, "/proc/%s/mem", pid);
	int mem = open(path, O_RDONLY);
	if (!*text || !maps || mem < 0) {
		printf("memory: %s\n", strerror(errno));
		return 1;
	}
	size_t total = 0;
	for (unsigned long from, to; fgets(line, sizeof line, maps);) {
		if (sscanf(line, "%lx-%lx r", &from, &to) != 2 || to - from > 1UL << 26)
			continue;
		char *data = malloc(to - from);
		ssize_t n = pread(mem, data, to - from, (off_t)from);
		total += n > 0 ? (size_t)n : 0;
		if (n > 0 && memmem(data, (size_t)n, text, strlen(text))) {
			printf("memory: reached\n");
			return 0;
		}
		free(data);
	}
	printf("memory: %s\n", total ? "not there" : "cannot be read");
	return 1;
}

/* Of another process: control over it, and one of its descriptors. */
static int take_over(pid_t pid)
{
	printf("pidfd_getfd: %s\n", steal_from(pid, 0) < 0 ? strerror(errno) : "reached");
	long result = ptrace(PTRACE_SEIZE, pid, NULL, NULL);
	printf("ptrace: %s\n", result < 0 ? strerror(errno) : "reached");
	return 0;
}

/* bwrap learns the exit code by an eventfd that the first process holds. */
static int forge_exit(void)
{
	for (int fd = 3; fd < 64; fd++) {
		char link[64] = { 0 }, path[64];
		long taken = steal(fd);
		snprintf(path, sizeof path, "/proc/self/fd/%ld", taken);
		uint64_t code = 1 + 42;
		if (taken >= 0 && readlink(path, link, sizeof link - 1) > 0 &&
		    strstr(link, "eventfd") && write((int)taken, &code, sizeof code) > 0)
			return 0;
	}
	return 1;
}

static const struct {
	const char *name;
	long (*try)(void);
} calls[] = {
	{ "userfaultfd", try_userfaultfd },
	{ "perf_event_open", try_perf_event },
	{ "io_uring-int80", try_uring_int80 },
	{ "keyctl-int80", try_keyctl_int80 },
	{ "vsock", try_vsock },
	{ "sock_diag", try_sock_diag },
	{ "sock_diag-int80", try_sock_diag_int80 },
	{ "vsock-int80", try_vsock_int80 },
	{ "vsock-socketcall", try_vsock_socketcall },
	{ "umount", try_umount },
	{ "mount", try_mount },
	{ "open_tree", try_open_tree },
	{ "fsopen", try_fsopen },
	{ "setns", try_setns },
	{ "chroot", try_chroot },
};

/* Each in a process of its own: what one changes is not the next one's surroundings. */
static int try_all(void)
{
	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
		fflush(stdout);
		pid_t pid = fork();
		if (pid == 0) {
			long result = calls[i].try();
			printf("%s: %s\n", calls[i].name, result < 0 ? strerror(errno) : "reached");
			exit(0);
		}
		waitpid(pid, NULL, 0);
	}
	return 0;
}

/* Runs a command in a session of its own, which has no terminal that could stop it. */
static int leave_session(char **argv)
{
	pid_t pid = fork();
	if (pid == 0) {
		setsid();
		execvp(argv[0], argv);
		_exit(127);
	}
	waitpid(pid, NULL, 0);
	return 0;
}

/* Runs a command whose input is a file in memory. */
static int from_memory(char **argv)
{
	int fd = memfd_create("input", 0);
	if (fd < 0 || write(fd, "remembered\n", 11) != 11 || lseek(fd, 0, SEEK_SET) < 0 ||
	    dup2(fd, 0) < 0)
		return 1;
	execvp(argv[0], argv);
	return 127;
}

int main(int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : "";
	if (strcmp(word, "type") == 0)
		return type_all();
	if (strcmp(word, "terminal") == 0)
		return in_terminal(argv + 2);
	if (strcmp(word, "calls") == 0)
		return try_all();
	if (strcmp(word, "memory") == 0 && argc == 3)
		return search_memory(argv[2]);
	if (strcmp(word, "take-over") == 0 && argc == 3)
		return take_over(atoi(argv[2]));
	if (strcmp(word, "console") == 0)
		return ask_console();
	if (strcmp(word, "forge-exit") == 0)
		return forge_exit();
	if (strcmp(word, "euid") == 0)
		return printf("%u\n", geteuid()) < 0;
	if (strcmp(word, "leave") == 0 && argc > 2)
		return leave_session(argv + 2);
	if (strcmp(word, "from-memory") == 0 && argc > 2)
		return from_memory(argv + 2);
	if (strcmp(word, "crash") == 0)
		return raise(SIGSEGV);
	return 2;
}
