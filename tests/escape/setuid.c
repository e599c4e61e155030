/* Leaves set-uid and set-gid files in the current directory: one call each, one line of answer
 * each. Static and not position-independent: a 32-bit call must be able to name the paths. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/openat2.h>

#define MODE 04755
#define HIGH_BITS 0x500000000L
#define FCHMODAT2 452 /* one number everywhere, since Linux 6.6 */

/* What is left, by the name of its call. */
static char path[64];

static int make(void)
{
	return open(path, O_CREAT | O_EXCL | O_WRONLY, 0644);
}

static long by_fchmod(void)
{
	return syscall(SYS_fchmod, make(), MODE);
}

static long by_fchmod_gid(void)
{
	return syscall(SYS_fchmod, make(), 02755);
}

static long by_fchmod_high_bits(void)
{
	return syscall(SYS_fchmod, make(), HIGH_BITS | MODE);
}

static long by_fchmodat(void)
{
	make();
	return syscall(SYS_fchmodat, AT_FDCWD, path, MODE);
}

static long by_fchmodat2(void)
{
	make();
	return syscall(FCHMODAT2, AT_FDCWD, path, MODE, 0);
}

static long by_openat(void)
{
	return syscall(SYS_openat, AT_FDCWD, path, O_CREAT | O_WRONLY, MODE);
}

static long by_tmpfile(void)
{
	char self[64];
	long fd = syscall(SYS_openat, AT_FDCWD, ".", O_TMPFILE | O_WRONLY, MODE);
	snprintf(self, sizeof self, "/proc/self/fd/%ld", fd);
	return fd < 0 ? -1 : linkat(AT_FDCWD, self, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

static long by_openat2(void)
{
	struct open_how how = { .flags = O_CREAT | O_WRONLY, .mode = MODE };
	return syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
}

static long by_mknodat(void)
{
	return syscall(SYS_mknodat, AT_FDCWD, path, S_IFREG | MODE, 0);
}

static long by_directory(void)
{
	return mkdir(path, 0755) < 0 ? -1 : syscall(SYS_fchmodat, AT_FDCWD, path, 02755);
}

#ifdef __x86_64__
static long by_chmod(void)
{
	make();
	return syscall(SYS_chmod, path, MODE);
}

static long by_open(void)
{
	return syscall(SYS_open, path, O_CREAT | O_WRONLY, MODE);
}

static long by_creat(void)
{
	return syscall(SYS_creat, path, MODE);
}

static long by_mknod(void)
{
	return syscall(SYS_mknod, path, S_IFREG | MODE, 0);
}

/* By the entry for 32-bit programs. */
static long call32(long number, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d)
{
	long result;
	__asm__ volatile("int $0x80"
			 : "=a"(result)
			 : "a"(number), "b"(a), "c"(b), "d"(c), "S"(d)
			 : "memory", "r8", "r9", "r10", "r11");
	if (result < 0)
		errno = (int)-result;
	return result < 0 ? -1 : result;
}

static long by_chmod32(void)
{
	make();
	return call32(15, (uintptr_t)path, MODE, 0, 0);
}

static long by_fchmod32(void)
{
	return call32(94, (uintptr_t)make(), MODE, 0, 0);
}

static long by_fchmodat32(void)
{
	make();
	return call32(306, (uint32_t)AT_FDCWD, (uintptr_t)path, MODE, 0);
}

static long by_fchmodat2_32(void)
{
	make();
	return call32(FCHMODAT2, (uint32_t)AT_FDCWD, (uintptr_t)path, MODE, 0);
}

static long by_open32(void)
{
	return call32(5, (uintptr_t)path, O_CREAT | O_WRONLY, MODE, 0);
}

static long by_openat32(void)
{
	return call32(295, (uint32_t)AT_FDCWD, (uintptr_t)path, O_CREAT | O_WRONLY, MODE);
}

static long by_openat2_32(void)
{
	static struct open_how how = { .flags = O_CREAT | O_WRONLY, .mode = MODE };
	return call32(437, (uint32_t)AT_FDCWD, (uintptr_t)path, (uintptr_t)&how, sizeof how);
}

static long by_creat32(void)
{
	return call32(8, (uintptr_t)path, MODE, 0, 0);
}

static long by_mknod32(void)
{
	return call32(14, (uintptr_t)path, S_IFREG | MODE, 0, 0);
}

static long by_mknodat32(void)
{
	return call32(297, (uint32_t)AT_FDCWD, (uintptr_t)path, S_IFREG | MODE, 0);
}
#endif

static const struct {
	const char *name;
	long (*leave)(void);
} ways[] = {
	{ "fchmod", by_fchmod },
	{ "fchmod-gid", by_fchmod_gid },
	{ "fchmod-high-bits", by_fchmod_high_bits },
	{ "fchmodat", by_fchmodat },
	{ "fchmodat2", by_fchmodat2 },
	{ "openat", by_openat },
	{ "tmpfile", by_tmpfile },
	{ "openat2", by_openat2 },
	{ "mknodat", by_mknodat },
	{ "directory", by_directory },
#ifdef __x86_64__
	{ "chmod", by_chmod },
	{ "open", by_open },
	{ "creat", by_creat },
	{ "mknod", by_mknod },
	{ "chmod32", by_chmod32 },
	{ "fchmod32", by_fchmod32 },
	{ "fchmodat32", by_fchmodat32 },
	{ "fchmodat2-32", by_fchmodat2_32 },
	{ "open32", by_open32 },
	{ "openat32", by_openat32 },
	{ "openat2-32", by_openat2_32 },
	{ "creat32", by_creat32 },
	{ "mknod32", by_mknod32 },
	{ "mknodat32", by_mknodat32 },
#endif
};

int main(void)
{
	for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
		struct stat st = { 0 };
		snprintf(path, sizeof path, "left-%s", ways[i].name);
		long result = ways[i].leave();
		int error = errno;
		bool left = stat(path, &st) == 0 && (st.st_mode & (S_ISUID | S_ISGID));
		printf("%s: %s\n", ways[i].name,
		       left         ? "reached"
		       : result < 0 ? strerror(error)
				    : "no bit is set");
	}
	return 0;
}
