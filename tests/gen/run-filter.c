/* Runs a compiled policy's seccomp program as the kernel would, on calls that are asked for.
 *
 *     run-filter call ARCH NAME [ARG…]   prints allow, kill or the error's name
 *     run-filter calls ARCH              prints every call that fails with all arguments 0
 *     run-filter families ARCH NAME      prints every family NAME allows, of 0 to 65535, then of
 *                                        each of these with upper halves set
 *     run-filter random ARCH COUNT       prints COUNT random calls that every architecture has, and
 *                                        their answers; the same calls for each of them
 *
 * ARCH: x86_64 i386 x32 aarch64 arm mips. It knows the instructions libseccomp uses, no others. */
#include "vocab/policy.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name;
	uint32_t token; /* of libseccomp, to look names up */
	uint32_t audit; /* what the kernel tells the filter */
	int base;       /* first call of x32 among those of x86_64 */
} archs[] = {
	{ "x86_64", SCMP_ARCH_X86_64, AUDIT_ARCH_X86_64, 0 },
	{ "i386", SCMP_ARCH_X86, AUDIT_ARCH_I386, 0 },
	{ "x32", SCMP_ARCH_X86_64, AUDIT_ARCH_X86_64, 0x40000000 },
	{ "aarch64", SCMP_ARCH_AARCH64, AUDIT_ARCH_AARCH64, 0 },
	{ "arm", SCMP_ARCH_ARM, AUDIT_ARCH_ARM, 0 },
	{ "mips", SCMP_ARCH_MIPS, AUDIT_ARCH_MIPS, 0 },
};

static void die(const char *why)
{
	fprintf(stderr, "run-filter: %s\n", why);
	exit(2);
}

static size_t arch_of(const char *name)
{
	for (size_t i = 0; i < sizeof archs / sizeof archs[0]; i++)
		if (strcmp(archs[i].name, name) == 0)
			return i;
	die("no such architecture");
	return 0;
}

/* One jump: `jt` and `jf` count from the next instruction. */
static size_t jump(const struct cb_bpf *i, uint32_t a)
{
	switch (BPF_OP(i->code)) {
	case BPF_JA:
		return i->k;
	case BPF_JEQ:
		return a == i->k ? i->jt : i->jf;
	case BPF_JGT:
		return a > i->k ? i->jt : i->jf;
	case BPF_JGE:
		return a >= i->k ? i->jt : i->jf;
	case BPF_JSET:
		return a & i->k ? i->jt : i->jf;
	default:
		die("a jump it does not know");
		return 0;
	}
}

static uint32_t run(const struct seccomp_data *data)
{
	uint32_t a = 0;
	for (size_t pc = 0; pc < cb_policy.filter_count; pc++) {
		const struct cb_bpf *i = &cb_policy.filter[pc];
		if (i->code == (BPF_LD | BPF_W | BPF_ABS)) {
			if (i->k % 4 != 0 || i->k + 4 > sizeof *data)
				die("a load outside the call's data");
			memcpy(&a, (const char *)data + i->k, 4);
		} else if (i->code == (BPF_ALU | BPF_AND | BPF_K)) {
			a &= i->k;
		} else if (BPF_CLASS(i->code) == BPF_JMP && BPF_SRC(i->code) == BPF_K) {
			pc += jump(i, a);
		} else if (i->code == (BPF_RET | BPF_K)) {
			return i->k;
		} else {
			die("an instruction it does not know");
		}
	}
	die("the program has no end");
	return 0;
}

static const char *say(uint32_t action)
{
	static char text[16];
	switch (action & SECCOMP_RET_ACTION_FULL) {
	case SECCOMP_RET_ALLOW:
		return "allow";
	case SECCOMP_RET_ERRNO:
		snprintf(text, sizeof text, "%s", strerrorname_np((int)(action & 0xffff)));
		return text;
	default:
		return "kill";
	}
}

/* For i386 libseccomp names these by what they are of socketcall(2); since Linux 4.3 there are
 * calls of their own too. */
static int direct_number(const char *name)
{
	static const char *const names[] = { "socket",  "socketpair", "bind",
					     "connect", "listen",     "accept4" };
	for (int i = 0; i < (int)(sizeof names / sizeof names[0]); i++)
		if (strcmp(names[i], name) == 0)
			return 359 + i;
	return -1;
}

static int number_of(size_t arch, const char *name)
{
	int number = seccomp_syscall_resolve_name_arch(archs[arch].token, name);
	if (number < 0 && archs[arch].token == SCMP_ARCH_X86)
		number = direct_number(name);
	if (number < 0)
		die("this architecture has no such call");
	return number + archs[arch].base;
}

static void print_refused(size_t arch)
{
	for (int number = 0; number < 1024; number++) {
		const struct seccomp_data data = { .nr = number + archs[arch].base,
						   .arch = archs[arch].audit };
		const char *answer = say(run(&data));
		char *name = seccomp_syscall_resolve_num_arch(archs[arch].token, number);
		if (strcmp(answer, "allow") != 0 && name)
			printf("%s %s\n", name, answer);
		free(name);
	}
}

static void print_families(size_t arch, int number)
{
	static const uint64_t upper[] = { 0, 1ULL << 32, 0xffffffffULL << 32, 0x80000000ULL << 32 };
	for (size_t i = 0; i < sizeof upper / sizeof upper[0]; i++) {
		for (uint64_t family = 0; family < 65536; family++) {
			const struct seccomp_data data = { .nr = number,
							   .arch = archs[arch].audit,
							   .args = { upper[i] | family } };
			if (strcmp(say(run(&data)), "allow") == 0)
				printf("%llu ", (unsigned long long)family);
		}
		printf("\n");
	}
}

static uint64_t next_random(void)
{
	static uint64_t seed = 1;
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return seed >> 33;
}

/* Values beside which decisions fall, in either half of an argument. */
static uint64_t random_argument(void)
{
	static const uint32_t values[] = { 0,      1,      2,      3,      9,          10,
					   11,     15,     16,     17,     38,         40,
					   0x5411, 0x5412, 0x5413, 0x541c, 0x541d,     0x5401,
					   0x7fff, 0x8000, 0xffff, 65536,  0x80000000, UINT32_MAX,
					   0100,   02000,  04000,  04755,  020000000,  0755 };
	size_t count = sizeof values / sizeof values[0];
	uint64_t value = values[next_random() % count];
	if (next_random() % 3 == 0)
		value |= (uint64_t)values[next_random() % count] << 32;
	return next_random() % 8 ? value : next_random() * next_random();
}

static bool all_have(const char *name)
{
	static const uint32_t tokens[] = { SCMP_ARCH_X86_64, SCMP_ARCH_AARCH64, SCMP_ARCH_ARM };
	for (size_t i = 0; i < sizeof tokens / sizeof tokens[0]; i++)
		if (seccomp_syscall_resolve_name_arch(tokens[i], name) < 0)
			return false;
	int number = seccomp_syscall_resolve_name_arch(SCMP_ARCH_X86, name);
	return number >= 0 || direct_number(name) >= 0;
}

static void print_random(size_t arch, unsigned long count)
{
	static const char *const often[] = { "ioctl",  "socket",    "socketpair",
					     "openat", "fchmodat2", "mknodat" };
	while (count > 0) {
		char *found =
		    seccomp_syscall_resolve_num_arch(SCMP_ARCH_X86_64, (int)(next_random() % 460));
		const char *name = next_random() % 2 ? often[next_random() % 6] : found;
		if (name && all_have(name)) {
			struct seccomp_data data = { .nr = number_of(arch, name),
						     .arch = archs[arch].audit };
			printf("%s", name);
			for (size_t i = 0; i < 6; i++)
				printf(" %llx",
				       (unsigned long long)(data.args[i] = random_argument()));
			printf(" %s\n", say(run(&data)));
			count--;
		}
		free(found);
	}
}

int main(int argc, char **argv)
{
	if (argc < 3)
		die("what?");
	size_t arch = arch_of(argv[2]);
	if (strcmp(argv[1], "calls") == 0) {
		print_refused(arch);
	} else if (strcmp(argv[1], "families") == 0 && argc == 4) {
		print_families(arch, number_of(arch, argv[3]));
	} else if (strcmp(argv[1], "random") == 0 && argc == 4) {
		print_random(arch, strtoul(argv[3], NULL, 10));
	} else if (strcmp(argv[1], "call") == 0 && argc > 3 && argc <= 10) {
		struct seccomp_data data = { .nr = number_of(arch, argv[3]),
					     .arch = archs[arch].audit };
		for (int i = 4; i < argc; i++)
			data.args[i - 4] = strtoull(argv[i], NULL, 0);
		puts(say(run(&data)));
	} else {
		die("what?");
	}
	return 0;
}
