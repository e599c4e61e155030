/* What a keeper could still do once it is confined: confined STATE SECRET PORT [free] does it, one
 * after the other, and prints `WHAT: done` or the name of the error. `free` leaves the confinement
 * out. */
#include "keeper/keeper.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static void say(const char *what, long result)
{
	printf("%s: %s\n", what, result < 0 ? strerrorname_np(errno) : "done");
	fflush(stdout);
}

static int read_file(const char *path)
{
	char byte;
	int file = open(path, O_RDONLY | O_CLOEXEC);
	int result = file < 0 ? -1 : (int)read(file, &byte, 1);
	if (file >= 0)
		close(file);
	return result;
}

static int reach(const char *host, int port)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
	inet_pton(AF_INET, host, &to.sin_addr);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int result = connect(fd, (struct sockaddr *)&to, sizeof to);
	close(fd);
	return result;
}

static int listen_at(int port)
{
	const struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int result = bind(fd, (const struct sockaddr *)&at, sizeof at);
	close(fd);
	return result;
}

static int run_program(void)
{
	int status = 1;
	pid_t child = fork();
	if (child == 0) {
		execl("/bin/true", "true", (char *)NULL);
		_exit(errno == ENOSYS ? 99 : 1);
	}
	return child < 0 || waitpid(child, &status, 0) != child || status != 0 ? -1 : 0;
}

static void *nothing(void *data)
{
	return data;
}

static int start_thread(void)
{
	pthread_t thread;
	errno = pthread_create(&thread, NULL, nothing, NULL);
	return errno == 0 && pthread_join(thread, NULL) == 0 ? 0 : -1;
}

static void try_files(int state, const char *directory, const char *secret)
{
	char path[512];
	say("read a file of the user's", read_file(secret));
	say("read a program", read_file("/bin/true"));
	say("read its own environment", read_file("/proc/self/environ"));
	say("list a directory", open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
	say("read the certificates", read_file(cb_keeper_policy.bundle));
	say("read /etc/hosts", read_file("/etc/hosts"));
	snprintf(path, sizeof path, "%s/../created", directory);
	say("create a file elsewhere", open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
	say("create a file in its directory", openat(state, "new", O_CREAT | O_WRONLY, 0600));
	say("replace one there", renameat(state, "new", state, "old"));
	say("remove one there", unlinkat(state, "old", 0));
	say("link to one", symlinkat("/etc/passwd", state, "link"));
	say("make a directory there", mkdirat(state, "directory", 0700));
}

static void try_networks(int port)
{
	const struct sockaddr_un agent = { .sun_family = AF_UNIX, .sun_path = "/nowhere" };
	say("connect to the upstream", reach("127.0.0.1", cb_keeper_policy.port));
	say("connect to another port", reach("127.0.0.1", port));
	say("listen", listen_at(port + 1));
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	say("open a unix socket", fd);
	if (fd >= 0)
		(void)connect(fd, (const struct sockaddr *)&agent, sizeof agent);
}

static void try_processes(void)
{
	char byte;
	struct iovec here = { &byte, 1 }, there = { &byte, 1 };
	struct io_uring_params ring = { 0 };
	say("start a thread", start_thread());
	say("run a program", run_program());
	say("signal a process", kill(getpid(), 0));
	say("read another process", process_vm_readv(getpid(), &here, 1, &there, 1, 0));
	say("be traced", ptrace(PTRACE_TRACEME, 0, NULL, NULL));
	void *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	void *code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	say("map code", code == MAP_FAILED ? -1 : 0);
	say("make memory code", mprotect(page, 4096, PROT_READ | PROT_EXEC));
	say("use io_uring", syscall(SYS_io_uring_setup, 1, &ring));
	say("keep a file in memory", memfd_create("x", MFD_CLOEXEC));
	say("leave its namespace", unshare(CLONE_FILES));
	say("be dumpable", prctl(PR_SET_DUMPABLE, 1UL, 0UL, 0UL, 0UL));
}

int main(int argc, char **argv)
{
	if (argc < 4)
		return 2;
	int state = open(argv[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool confined = argc < 5;
	if (confined && (!cb_keeper_hide() || !cb_keeper_confine(&cb_keeper_policy, state)))
		return 1;
	printf("landlock: %ld\n", syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, 1U));
	try_files(state, argv[1], argv[2]);
	try_networks((int)strtol(argv[3], NULL, 10));
	try_processes();
	return 0;
}
