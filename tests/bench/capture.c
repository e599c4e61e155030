/* Stands in bubblewrap's place once and writes down what it is given, so that the real one can be
 * run later with the very same arguments, descriptors and environment: as lines of a spec for
 * interleave.
 *
 *     DIR/bwrap, started by a launcher: DIR/spec and DIR/fd.N
 *
 * The real program's path is in DIR/real. Asked to try a namespace (no --args), it says that it
 * works. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static char dir[PATH_MAX];

static FILE *open_in(const char *name, const char *mode)
{
	char path[PATH_MAX + 32];
	snprintf(path, sizeof path, "%s/%s", dir, name);
	return fopen(path, mode);
}

/* Copies descriptor `fd` from where it stands; false: there is none. */
static int copy(int fd)
{
	char name[32], buffer[65536];
	struct stat st;
	ssize_t len;
	if (fstat(fd, &st) < 0)
		return 0;
	snprintf(name, sizeof name, "fd.%d", fd);
	FILE *out = open_in(name, "w");
	while (out && S_ISREG(st.st_mode) && (len = read(fd, buffer, sizeof buffer)) > 0)
		fwrite(buffer, 1, (size_t)len, out);
	return out && fclose(out) == 0;
}

static int run_unstaged(char **argv)
{
	struct sock_filter deny[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_NEWNS, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = { sizeof deny / sizeof deny[0], deny };
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0)
		return 99;
	execv(argv[0], argv);
	return 98;
}

int main(int argc, char **argv)
{
	if (argc > 2 && strcmp(argv[1], "unstaged") == 0)
		return run_unstaged(argv + 2);
	ssize_t len = readlink("/proc/self/exe", dir, sizeof dir - 1);
	dir[len < 0 ? 0 : len] = '\0';
	*strrchr(dir, '/') = '\0';
	if (argc < 2 || strcmp(argv[1], "--args") != 0)
		return 0;
	int end = 3;
	while (copy(end))
		end++;
	FILE *real = open_in("real", "r"), *spec = open_in("spec", "w");
	char line[PATH_MAX];
	if (!real || !spec || !fgets(line, sizeof line, real))
		return 1;
	line[strcspn(line, "\n")] = '\0';
	for (int fd = 3; fd < end; fd++)
		fprintf(spec, "open %d %s/fd.%d\n", fd, dir, fd);
	fprintf(spec, "arg %s\n", line);
	for (int i = 1; i < argc; i++)
		fprintf(spec, "arg %s\n", argv[i]);
	return fclose(spec) == 0 ? 0 : 1;
}
