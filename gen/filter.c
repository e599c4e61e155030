/* The seccomp program. Everything is allowed but what is listed here; what is refused fails with
 * an error the caller can handle, so that nothing has to be killed. */
#include "filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <seccomp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHECK(call)                                                                                \
	do {                                                                                       \
		int status_ = (call);                                                              \
		if (status_ != 0)                                                                  \
			return status_;                                                            \
	} while (0)

/* All of the program's `int` arguments are 64 bits wide to the filter and 32 to the kernel:
 * a comparison with the upper half in it is passed by anything put there (CVE-2019-10063). */
static struct scmp_arg_cmp low_half_is(unsigned arg, uint32_t mask, uint32_t value)
{
	return (struct scmp_arg_cmp) { arg, SCMP_CMP_MASKED_EQ, mask, value };
}

/* L5, typing into the terminal that started us: TIOCSTI, and on a console TIOCLINUX. A new session
 * would end that too, but with it Ctrl+Z and resizing. */
static int refuse_terminal_injection(scmp_filter_ctx ctx)
{
	static const uint32_t requests[] = { 0x5412 /* TIOCSTI */, 0x541c /* TIOCLINUX */ };
	for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++)
		CHECK(seccomp_rule_add(ctx, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1,
				       low_half_is(1, UINT32_MAX, requests[i])));
	return 0;
}

/* Keyrings are not namespaced (L4); io_uring does what filters forbid to system calls; userfaultfd
 * holds the kernel at a point of one's choosing, which only those who attack it need.
 * perf_event_open and bpf (L42) are where many of the kernel's bugs were; who has no capabilities
 * is refused most of bpf anyway, but whether all is a setting of the host's. */
static int refuse_whole_calls(scmp_filter_ctx ctx)
{
	static const int calls[] = {
		SCMP_SYS(keyctl),         SCMP_SYS(add_key),         SCMP_SYS(request_key),
		SCMP_SYS(io_uring_setup), SCMP_SYS(io_uring_enter),  SCMP_SYS(io_uring_register),
		SCMP_SYS(userfaultfd),    SCMP_SYS(perf_event_open), SCMP_SYS(bpf),
	};
	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
		CHECK(seccomp_rule_add(ctx, SCMP_ACT_ERRNO(EPERM), calls[i], 0));
	return 0;
}

/* Refuses `call` where its argument `mode` has one of the set-id bits and, unless `creating` is 0,
 * the argument before it, the flags, has that bit. */
static int refuse_set_id(scmp_filter_ctx ctx, int call, unsigned mode, uint32_t creating)
{
	static const uint32_t bits[] = { S_ISUID, S_ISGID };
	for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++) {
		const struct scmp_arg_cmp args[] = {
			low_half_is(mode, bits[i], bits[i]),
			low_half_is(mode - 1, creating, creating),
		};
		CHECK(seccomp_rule_add_array(ctx, SCMP_ACT_ERRNO(EPERM), call, creating ? 2 : 1,
					     args));
	}
	return 0;
}

/* L32: a set-uid program left in the project lets other users of the machine act as the user.
 * On the host the mount options of the sandbox do not apply. */
static int refuse_set_id_files(scmp_filter_ctx ctx)
{
	static const struct {
		int call;
		unsigned mode;
	} calls[] = {
		{ SCMP_SYS(chmod), 1 }, { SCMP_SYS(fchmod), 1 },  { SCMP_SYS(fchmodat), 2 },
		{ SCMP_SYS(creat), 1 }, { SCMP_SYS(mkdir), 1 },   { SCMP_SYS(mkdirat), 2 },
		{ SCMP_SYS(mknod), 1 }, { SCMP_SYS(mknodat), 2 },
	};
	/* With neither flag there is no mode: the register holds anything. */
	static const uint32_t creating[] = { O_CREAT, O_TMPFILE & ~O_DIRECTORY };

	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
		CHECK(refuse_set_id(ctx, calls[i].call, calls[i].mode, 0));
	for (size_t i = 0; i < sizeof creating / sizeof creating[0]; i++) {
		CHECK(refuse_set_id(ctx, SCMP_SYS(open), 2, creating[i]));
		CHECK(refuse_set_id(ctx, SCMP_SYS(openat), 3, creating[i]));
	}
	/* SCMP_SYS needs kernel headers that know it, of Linux 6.6. */
	int fchmodat2 = seccomp_syscall_resolve_name("fchmodat2");
	if (fchmodat2 == __NR_SCMP_ERROR)
		return -ENOSYS;
	CHECK(refuse_set_id(ctx, fchmodat2, 2, 0));
	/* Its mode lies in memory, where no filter sees it. The answer is that of Linux before 5.6,
	 * with which its callers fall back to openat. */
	return seccomp_rule_add(ctx, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(openat2), 0);
}

/* Refuses the values `first` to `last` of an argument, as blocks of a power of two that a mask can
 * name: one comparison with the lower half each, where libseccomp's < and > would look at the upper
 * half too. With `family` not 0, for sockets of that family alone. */
static int refuse_values(scmp_filter_ctx ctx, int call, int error, unsigned arg, uint32_t family,
			 uint64_t first, uint64_t last)
{
	while (first <= last) {
		uint64_t size = first & (~first + 1);
		while (first + size - 1 > last)
			size /= 2;
		const struct scmp_arg_cmp args[] = {
			low_half_is(arg, (uint32_t) ~(size - 1), (uint32_t)first),
			low_half_is(0, UINT32_MAX, family),
		};
		CHECK(seccomp_rule_add_array(ctx, SCMP_ACT_ERRNO((uint32_t)error), call,
					     family ? 2 : 1, args));
		first += size;
	}
	return 0;
}

static int refuse_families(scmp_filter_ctx ctx, int call, uint64_t first, uint64_t last)
{
	return refuse_values(ctx, call, EAFNOSUPPORT, 0, 0, first, last);
}

/* L42: of netlink there are routes and addresses (NETLINK_ROUTE, 0), which getaddrinfo and others
 * ask for; the rest tells of the host's sockets and devices, or is for those who rule it. The
 * answer is that of a kernel that lacks the protocol. */
static int refuse_netlink(scmp_filter_ctx ctx)
{
	return refuse_values(ctx, SCMP_SYS(socket), EPROTONOSUPPORT, 2, AF_NETLINK, 1, UINT32_MAX);
}

/* Left: AF_UNSPEC and AF_UNIX, AF_INET, AF_INET6, AF_NETLINK. */
static int refuse_odd_sockets(scmp_filter_ctx ctx)
{
	static const int calls[] = { SCMP_SYS(socket), SCMP_SYS(socketpair) };
	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
		CHECK(refuse_families(ctx, calls[i], AF_INET + 1, AF_INET6 - 1));
		CHECK(refuse_families(ctx, calls[i], AF_INET6 + 1, AF_NETLINK - 1));
		CHECK(refuse_families(ctx, calls[i], AF_NETLINK + 1, UINT32_MAX));
	}
	return 0;
}

/* A program for one architecture. The x32 calls are refused by libseccomp as those of an
 * architecture that was not added. */
static int fill(scmp_filter_ctx ctx, uint32_t arch)
{
	CHECK(seccomp_attr_set(ctx, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS)));
	if (arch != seccomp_arch_native()) {
		CHECK(seccomp_arch_add(ctx, arch));
		CHECK(seccomp_arch_remove(ctx, seccomp_arch_native()));
	}
	CHECK(refuse_terminal_injection(ctx));
	CHECK(refuse_whole_calls(ctx));
	CHECK(refuse_set_id_files(ctx));
	CHECK(refuse_odd_sockets(ctx));
	CHECK(refuse_netlink(ctx));
	/* The old multiplexer keeps its arguments in memory, where no filter sees the family. */
	if (arch == SCMP_ARCH_X86)
		CHECK(seccomp_rule_add(ctx, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(socketcall), 0));
	return 0;
}

static scmp_filter_ctx build(const uint32_t *archs, size_t count, int *ret_status)
{
	scmp_filter_ctx all = NULL;
	for (size_t i = 0; i < count; i++) {
		scmp_filter_ctx one = seccomp_init(SCMP_ACT_ALLOW);
		*ret_status = one ? fill(one, archs[i]) : -ENOMEM;
		if (*ret_status == 0 && all)
			*ret_status = seccomp_merge(all, one);
		if (*ret_status != 0) {
			seccomp_release(one);
			seccomp_release(all);
			return NULL;
		}
		all = all ? all : one; /* merged: it is the other's now */
	}
	return all;
}

/* libseccomp writes programs to descriptors only. */
static int export_program(scmp_filter_ctx ctx, struct cb_filter *ret_filter)
{
	_Static_assert(sizeof(struct cb_bpf) == sizeof(struct sock_filter), "same layout");
	int fd = memfd_create("filter", MFD_CLOEXEC);
	if (fd < 0)
		return -errno;
	struct stat stat;
	int status = seccomp_export_bpf(ctx, fd);
	if (status == 0 && fstat(fd, &stat) != 0)
		status = -errno;
	if (status == 0) {
		size_t size = (size_t)stat.st_size;
		struct cb_bpf *program = malloc(size);
		if (!program || pread(fd, program, size, 0) != (ssize_t)size) {
			free(program);
			status = -ENOMEM;
		} else {
			*ret_filter = (struct cb_filter) { program, size / sizeof *program };
		}
	}
	close(fd);
	return status;
}

int cb_build_filter(enum cb_system system, struct cb_filter *ret_filter, struct cb_error *err)
{
	static const uint32_t archs[][2] = {
		[CB_SYSTEM_X86_64] = { SCMP_ARCH_X86_64, SCMP_ARCH_X86 },
		[CB_SYSTEM_AARCH64] = { SCMP_ARCH_AARCH64, SCMP_ARCH_ARM },
	};
	int status = 0;
	scmp_filter_ctx ctx = build(archs[system], 2, &status);
	if (ctx)
		status = export_program(ctx, ret_filter);
	seccomp_release(ctx);
	if (status != 0)
		return cb_fail(err, CB_EXIT_USAGE, "making the seccomp program (%s)",
			       strerror(-status));
	return 0;
}

void cb_filter_clear(struct cb_filter *filter)
{
	free(filter->program);
	*filter = (struct cb_filter) { 0 };
}
