/* The keeper gives up all that serving does not need, before it is given the key: whoever finds a
 * fault in a library of it finds no file, no program, no other process and no other service there.
 * Rules that its kernel does not know are left out; that it knows some and refuses them is an end.
 */
#include "keeper/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MEBIBYTE = 1024 * 1024, DNS_PORT = 53, OTHER_FILES = 64 };

/* --- files and networks: Landlock --- */

/* Not in the headers of Debian 12: linux/landlock.h as of ABI 6. */
struct rules {
	uint64_t fs, net, scoped;
};
struct beneath {
	uint64_t allowed;
	int32_t parent;
} __attribute__((packed));
struct port {
	uint64_t allowed, number;
};
enum {
	WRITE_FILE = 1 << 1,
	READ_FILE = 1 << 2,
	REMOVE_FILE = 1 << 5,
	MAKE_REG = 1 << 8,
	FS_OF_ABI_1 = (1 << 13) - 1,
	REFER = 1 << 13,
	TRUNCATE = 1 << 14,
	IOCTL_DEV = 1 << 15,
};
enum { CONNECT_TCP = 1 << 1, ALL_NET = 3 };
enum { ALL_SCOPES = 3 };
enum { ASK_VERSION = 1 };
enum { PATH_BENEATH = 1, NET_PORT = 2 };

static int add_rule(int rules, int kind, const void *rule)
{
	return (int)syscall(SYS_landlock_add_rule, rules, kind, rule, 0U);
}

static bool allow_beneath(int rules, int file, uint64_t rights)
{
	const struct beneath rule = { rights, file };
	return add_rule(rules, PATH_BENEATH, &rule) == 0;
}

/* A file or a directory; one that is not there is none that could be read. */
static bool allow_reading(int rules, const char *path)
{
	int file = open(path, O_PATH | O_CLOEXEC);
	if (file < 0)
		return errno == ENOENT || errno == ENOTDIR || errno == EACCES;
	bool allowed = allow_beneath(rules, file, READ_FILE);
	close(file);
	return allowed;
}

/* What the C library reads to look a name up. The list of servers is replaced when the machine
 * moves to another network, so it is its directory that counts, wherever the link leads. */
static bool allow_resolver(int rules)
{
	static const char *const files[] = { "/etc/hosts", "/etc/nsswitch.conf", "/etc/host.conf",
					     "/etc/gai.conf" };
	char servers[PATH_MAX], *name;
	if (realpath("/etc/resolv.conf", servers) && (name = strrchr(servers, '/')) &&
	    name > servers) {
		*name = '\0';
		if (!allow_reading(rules, servers))
			return false;
	}
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
		if (!allow_reading(rules, files[i]))
			return false;
	return true;
}

static bool allow_port(int rules, uint16_t number)
{
	const struct port rule = { CONNECT_TCP, number };
	return add_rule(rules, NET_PORT, &rule) == 0;
}

static bool enter_landlock(const struct cb_keeper_policy *policy, int state)
{
	long abi = syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, (unsigned)ASK_VERSION);
	if (abi < 1)
		return true;
	const struct rules handled = {
		.fs = FS_OF_ABI_1 | (abi < 2 ? 0U : REFER) | (abi < 3 ? 0U : TRUNCATE) |
		      (abi < 5 ? 0U : IOCTL_DEV),
		.net = abi < 4 ? 0U : ALL_NET,
		.scoped = abi < 6 ? 0U : ALL_SCOPES,
	};
	const size_t size = abi < 4   ? offsetof(struct rules, net)
			    : abi < 6 ? offsetof(struct rules, scoped)
				      : sizeof handled;
	const uint64_t saving = WRITE_FILE | MAKE_REG | REMOVE_FILE | TRUNCATE;
	int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, size, 0U);
	bool entered =
	    rules >= 0 && allow_reading(rules, policy->bundle) && allow_resolver(rules) &&
	    allow_beneath(rules, state, saving & handled.fs) &&
	    (!handled.net || (allow_port(rules, policy->port) && allow_port(rules, DNS_PORT))) &&
	    syscall(SYS_landlock_restrict_self, rules, 0U) == 0;
	if (rules >= 0)
		close(rules);
	return entered;
}

/* --- system calls: seccomp --- */

#ifdef __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define SKIP_UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (count))
#define SKIP_UNLESS_SET(bits, count) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 0, (count))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))

/* The arguments here are of 32 bits to the kernel, so their lower half is what counts. Sockets are
 * of the internet, and netlink for the machine's own addresses; not of the unix family, by which
 * other programs of the user's are spoken to. A thread may be made, but no process. The ioctls ask
 * whether there is something to read. */
static const struct sock_filter program[] = {
	LOAD(arch),
	SKIP_UNLESS(ARCHITECTURE, 1),
	BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0),
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
	LOAD(nr),
#define X(name) SKIP_UNLESS(SYS_##name, 1), ALLOW,
#include "keeper/calls.def"
#undef X
	SKIP_UNLESS(SYS_mmap, 4),
	LOAD(args[2]),
	SKIP_UNLESS_SET(PROT_EXEC, 1),
	REFUSE(EPERM),
	ALLOW,
	SKIP_UNLESS(SYS_mprotect, 4),
	LOAD(args[2]),
	SKIP_UNLESS_SET(PROT_EXEC, 1),
	REFUSE(EPERM),
	ALLOW,
	SKIP_UNLESS(SYS_clone, 4),
	LOAD(args[0]),
	SKIP_UNLESS_SET(CLONE_THREAD, 1),
	ALLOW,
	REFUSE(EPERM),
	SKIP_UNLESS(SYS_socket, 8),
	LOAD(args[0]),
	SKIP_UNLESS(AF_INET, 1),
	ALLOW,
	SKIP_UNLESS(AF_INET6, 1),
	ALLOW,
	SKIP_UNLESS(AF_NETLINK, 1),
	ALLOW,
	REFUSE(EAFNOSUPPORT),
	SKIP_UNLESS(SYS_ioctl, 6),
	LOAD(args[1]),
	SKIP_UNLESS(FIONREAD, 1),
	ALLOW,
	SKIP_UNLESS(FIONBIO, 1),
	ALLOW,
	REFUSE(EPERM),
	SKIP_UNLESS(SYS_prctl, 4),
	LOAD(args[0]),
	SKIP_UNLESS(PR_SET_NAME, 1),
	ALLOW,
	REFUSE(EPERM),
	REFUSE(ENOSYS),
};

static bool enter_filter(void)
{
	const struct sock_fprog filter = { sizeof program / sizeof program[0],
					   (struct sock_filter *)program };
	return prctl(PR_SET_SECCOMP, (unsigned long)SECCOMP_MODE_FILTER, &filter, 0UL, 0UL) == 0;
}

/* --- all of it --- */

static bool limit(int what, rlim_t value)
{
	struct rlimit now;
	if (getrlimit(what, &now) < 0)
		return false;
	if (now.rlim_max < value)
		value = now.rlim_max;
	now = (struct rlimit) { value, value };
	return setrlimit(what, &now) == 0;
}

/* Other processes of the user can neither trace it nor read its memory. */
bool cb_keeper_hide(void)
{
	return prctl(PR_SET_DUMPABLE, 0UL, 0UL, 0UL, 0UL) == 0 && limit(RLIMIT_CORE, 0);
}

bool cb_keeper_confine(const struct cb_keeper_policy *policy, int state)
{
	return limit(RLIMIT_NOFILE, 4 * (rlim_t)policy->connections + OTHER_FILES) &&
	       limit(RLIMIT_FSIZE, MEBIBYTE) && limit(RLIMIT_DATA, (rlim_t)256 * MEBIBYTE) &&
	       prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL) == 0 &&
	       enter_landlock(policy, state) && enter_filter();
}
