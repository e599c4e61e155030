/* The seccomp program. Everything is allowed but what is listed here; what is refused fails with
 * an error the caller can handle, so that nothing has to be killed. */
#include "filter.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <seccomp.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct filter {
	scmp_filter_ctx ctx;
	int status; /* of the first call of libseccomp that failed */
};

static void check(struct filter *filter, int status)
{
	filter->status = filter->status ? filter->status : status;
}

/* Answers `call` with an error, where its arguments are these. */
static void refuse(struct filter *filter, int error, int call, unsigned count,
		   const struct scmp_arg_cmp *args)
{
	check(filter, seccomp_rule_add_array(filter->ctx, SCMP_ACT_ERRNO((uint32_t)error), call,
					     count, args));
}

/* All of the program's `int` arguments are 64 bits wide to the filter and 32 to the kernel:
 * a comparison with the upper half in it is passed by anything put there (CVE-2019-10063). */
static struct scmp_arg_cmp low_half_is(unsigned arg, uint32_t mask, uint32_t value)
{
	return (struct scmp_arg_cmp) { arg, SCMP_CMP_MASKED_EQ, mask, value };
}

/* L5, typing into the terminal that started us: TIOCSTI, and on a console TIOCLINUX. A new session
 * would end that too, but with it Ctrl+Z and resizing. */
static void refuse_terminal_injection(struct filter *filter)
{
	static const uint32_t requests[] = { 0x5412 /* TIOCSTI */, 0x541c /* TIOCLINUX */ };
	for (size_t i = 0; i < COUNT(requests); i++) {
		const struct scmp_arg_cmp arg = low_half_is(1, UINT32_MAX, requests[i]);
		refuse(filter, EPERM, SCMP_SYS(ioctl), 1, &arg);
	}
}

/* Keyrings are not namespaced (L4); io_uring does what filters forbid to system calls; userfaultfd
 * holds the kernel at a point of one's choosing, which only those who attack it need.
 * perf_event_open and bpf (L42) are where many of the kernel's bugs were; who has no capabilities
 * is refused most of bpf anyway, but whether all is a setting of the host's. */
static void refuse_whole_calls(struct filter *filter)
{
	static const int calls[] = {
		SCMP_SYS(keyctl),         SCMP_SYS(add_key),         SCMP_SYS(request_key),
		SCMP_SYS(io_uring_setup), SCMP_SYS(io_uring_enter),  SCMP_SYS(io_uring_register),
		SCMP_SYS(userfaultfd),    SCMP_SYS(perf_event_open), SCMP_SYS(bpf),
	};
	for (size_t i = 0; i < COUNT(calls); i++)
		refuse(filter, EPERM, calls[i], 0, NULL);
}

/* Refuses `call` where its argument `mode` has one of the set-id bits and, unless `creating` is 0,
 * the argument before it, the flags, has that bit. */
static void refuse_set_id(struct filter *filter, int call, unsigned mode, uint32_t creating)
{
	static const uint32_t bits[] = { S_ISUID, S_ISGID };
	for (size_t i = 0; i < COUNT(bits); i++) {
		const struct scmp_arg_cmp args[] = {
			low_half_is(mode, bits[i], bits[i]),
			low_half_is(mode - 1, creating, creating),
		};
		refuse(filter, EPERM, call, creating ? 2 : 1, args);
	}
}

/* L32: a set-uid program left in the project lets other users of the machine act as the user.
 * On the host the mount options of the sandbox do not apply. */
static void refuse_set_id_files(struct filter *filter)
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

	for (size_t i = 0; i < COUNT(calls); i++)
		refuse_set_id(filter, calls[i].call, calls[i].mode, 0);
	for (size_t i = 0; i < COUNT(creating); i++) {
		refuse_set_id(filter, SCMP_SYS(open), 2, creating[i]);
		refuse_set_id(filter, SCMP_SYS(openat), 3, creating[i]);
	}
	/* SCMP_SYS needs kernel headers that know it, of Linux 6.6. */
	int fchmodat2 = seccomp_syscall_resolve_name("fchmodat2");
	check(filter, fchmodat2 == __NR_SCMP_ERROR ? -ENOSYS : 0);
	refuse_set_id(filter, fchmodat2, 2, 0);
	/* Its mode lies in memory, where no filter sees it. The answer is that of Linux before 5.6,
	 * with which its callers fall back to openat. */
	refuse(filter, ENOSYS, SCMP_SYS(openat2), 0, NULL);
}

/* Refuses the values `first` to `last` of an argument, as blocks of a power of two that a mask can
 * name: one comparison with the lower half each, where libseccomp's < and > would look at the upper
 * half too. With `family` not 0, for sockets of that family alone. */
static void refuse_values(struct filter *filter, int call, int error, unsigned arg, uint32_t family,
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
		refuse(filter, error, call, family ? 2 : 1, args);
		first += size;
	}
}

/* Left: AF_UNSPEC and AF_UNIX, AF_INET, AF_INET6, AF_NETLINK. */
static void refuse_odd_sockets(struct filter *filter)
{
	static const int calls[] = { SCMP_SYS(socket), SCMP_SYS(socketpair) };
	static const uint32_t between[][2] = {
		{ AF_INET + 1, AF_INET6 - 1 },
		{ AF_INET6 + 1, AF_NETLINK - 1 },
		{ AF_NETLINK + 1, UINT32_MAX },
	};
	for (size_t i = 0; i < COUNT(calls); i++)
		for (size_t k = 0; k < COUNT(between); k++)
			refuse_values(filter, calls[i], EAFNOSUPPORT, 0, 0, between[k][0],
				      between[k][1]);
	/* L42: of netlink there are routes and addresses (NETLINK_ROUTE, 0), which getaddrinfo and
	 * others ask for; the rest tells of the host's sockets and devices, or is for those who
	 * rule it. The answer is that of a kernel that lacks the protocol. */
	refuse_values(filter, SCMP_SYS(socket), EPROTONOSUPPORT, 2, AF_NETLINK, 1, UINT32_MAX);
}

/* A program for one architecture, put to those of others. The x32 calls are refused by libseccomp
 * as those of an architecture that was not added. */
static void add_architecture(struct filter *all, uint32_t arch)
{
	struct filter one = { .ctx = seccomp_init(SCMP_ACT_ALLOW) };
	check(&one, seccomp_attr_set(one.ctx, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS)));
	if (arch != seccomp_arch_native()) {
		check(&one, seccomp_arch_add(one.ctx, arch));
		check(&one, seccomp_arch_remove(one.ctx, seccomp_arch_native()));
	}
	refuse_terminal_injection(&one);
	refuse_whole_calls(&one);
	refuse_set_id_files(&one);
	refuse_odd_sockets(&one);
	/* The old multiplexer keeps its arguments in memory, where no filter sees the family. */
	if (arch == SCMP_ARCH_X86)
		refuse(&one, EPERM, SCMP_SYS(socketcall), 0, NULL);
	check(all, one.status);
	if (all->ctx)
		check(all, seccomp_merge(all->ctx, one.ctx));
	else
		all->ctx = one.ctx;
}

/* libseccomp writes programs to descriptors only. */
static int export_program(scmp_filter_ctx ctx, struct cb_filter *ret_filter)
{
	_Static_assert(sizeof(struct cb_bpf) == sizeof(struct sock_filter), "same layout");
	struct stat stat;
	int fd = memfd_create("filter", MFD_CLOEXEC);
	int status = fd < 0 ? -errno : seccomp_export_bpf(ctx, fd);
	if (status == 0 && fstat(fd, &stat) != 0)
		status = -errno;
	if (status == 0) {
		size_t size = (size_t)stat.st_size;
		ret_filter->count = size / sizeof *ret_filter->program;
		ret_filter->program = cb_alloc(ret_filter->count, sizeof *ret_filter->program);
		if (pread(fd, ret_filter->program, size, 0) != (ssize_t)size)
			status = -EIO;
	}
	if (fd >= 0)
		close(fd);
	return status;
}

int cb_build_filter(enum cb_system system, struct cb_filter *ret_filter, struct cb_error *err)
{
	static const uint32_t archs[][2] = {
		[CB_SYSTEM_X86_64] = { SCMP_ARCH_X86_64, SCMP_ARCH_X86 },
		[CB_SYSTEM_AARCH64] = { SCMP_ARCH_AARCH64, SCMP_ARCH_ARM },
	};
	struct filter filter = { 0 };
	add_architecture(&filter, archs[system][0]);
	add_architecture(&filter, archs[system][1]);
	if (filter.status == 0)
		filter.status = export_program(filter.ctx, ret_filter);
	if (filter.status != 0)
		return cb_fail(err, CB_EXIT_USAGE, "making the seccomp program (%s)",
			       strerror(-filter.status));
	return 0;
}
