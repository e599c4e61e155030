/* The agent's Landlock layer. A process in it, and all that it starts, can trace only what is in it
 * too: the first process of the sandbox holds the way back to the host (L18, L27), and must not be
 * in the agent's hand.
 * There is this one layer only. The kernel denies renames and links between directories as soon as
 * one layer has rules on files and another does not grant REFER; and with rules on files nothing
 * can be mounted, so that a layer around bwrap can have none. */
#include "act/landlock.h"

#include "base/io.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Not in the headers of Debian 12: linux/landlock.h as of ABI 6. */
struct rules {
	uint64_t fs, net, scoped;
};
struct beneath {
	uint64_t allowed;
	int32_t parent;
} __attribute__((packed));
enum {
	WRITE_FILE = 1 << 1,
	READ_FILE = 1 << 2,
	MAKE_SOCK = 1 << 9,
	REFER = 1 << 13,
	TRUNCATE = 1 << 14
};
enum { ABSTRACT_UNIX_SOCKET = 1 << 0 };
enum { ABI_REFER = 2, ABI_TRUNCATE = 3, ABI_SCOPES = 6 };
enum { ASK_VERSION = 1 << 0, PATH_BENEATH = 1 };

static int make(const struct rules *rules)
{
	return (int)syscall(SYS_landlock_create_ruleset, rules, sizeof *rules, 0U);
}

/* Enters it, and closes it. */
static int enter(int rules)
{
	int result = prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL) < 0
			 ? -1
			 : (int)syscall(SYS_landlock_restrict_self, rules, 0U);
	cb_close(rules);
	return result;
}

static int allow(int rules, int file, uint64_t rights)
{
	const struct beneath rule = { rights, file };
	return (int)syscall(SYS_landlock_add_rule, rules, PATH_BENEATH, &rule, 0U);
}

/* A file, a named pipe or a terminal that came as a stream may be opened again as it was:
 * /dev/stdin and its like do that. */
static int allow_stream(int rules, int fd, uint64_t rights)
{
	struct stat st;
	int mode = fcntl(fd, F_GETFL) & O_ACCMODE;
	if (fstat(fd, &st) < 0 ||
	    (!S_ISREG(st.st_mode) && !S_ISCHR(st.st_mode) && !S_ISFIFO(st.st_mode)))
		return 0;
	uint64_t reading = mode == O_WRONLY ? 0U : READ_FILE;
	uint64_t writing = mode == O_RDONLY ? 0U : WRITE_FILE | TRUNCATE;
	int result = allow(rules, fd, (reading | writing) & rights);
	/* No rule is needed for a file that has no place, as one in memory. */
	return result < 0 && errno == EBADFD ? 0 : result;
}

static int allow_below(int rules, const char *directory, uint64_t rights)
{
	int fd = open(directory, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int result = fd < 0 ? -1 : allow(rules, fd, rights);
	cb_close(fd);
	return result;
}

static int allow_files(int rules, uint64_t rights, char *sockets)
{
	int result = allow_below(rules, "/", rights & ~(uint64_t)MAKE_SOCK);
	for (char *line, *rest = sockets; result == 0 && (line = strsep(&rest, ":"));)
		if (*line)
			result = allow_below(rules, line, MAKE_SOCK);
	for (int fd = 0; result == 0 && fd <= 2; fd++)
		result = allow_stream(rules, fd, rights);
	return result;
}

/* No scope of signals: a client that is to be suspended stops its whole process group, bwrap with
 * it. Processes of the host have no number inside the pid namespace; what is left to kill(0, …) is
 * that process group, which a pipeline or a script shares with its sandbox. */
int cb_landlock_enter(bool nesting, char *sockets)
{
	long abi = syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, (unsigned)ASK_VERSION);
	const struct rules rules = {
		.fs = nesting || abi < ABI_REFER ? 0U
						 : READ_FILE | WRITE_FILE | MAKE_SOCK | REFER |
						       (abi < ABI_TRUNCATE ? 0U : TRUNCATE),
		.scoped = abi < ABI_SCOPES ? 0U : ABSTRACT_UNIX_SOCKET,
	};
	if (!rules.fs && !rules.scoped)
		return 0;
	int fd = make(&rules);
	if (fd < 0 || (rules.fs && allow_files(fd, rules.fs, sockets) < 0))
		return -1;
	return enter(fd);
}
