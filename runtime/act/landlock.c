/* One Landlock layer, entered by the agent alone. A process in it can trace only what is in it too:
 * the sandbox's first process holds the way back to the host (L18, L27).
 * There is no other layer. The kernel denies renames and links between directories as soon as one
 * layer has rules on files and another does not grant REFER; and a process with rules on files
 * cannot mount, so a layer around bwrap could have none. */
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

/* linux/landlock.h as of ABI 6; the header of Debian 12 is older. */
struct ruleset_attr {
	uint64_t handled_fs, handled_net, scoped;
};
struct path_beneath_attr {
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
enum { SCOPE_ABSTRACT_UNIX_SOCKET = 1 << 0 };
enum { ABI_REFER = 2, ABI_TRUNCATE = 3, ABI_SCOPES = 6 };
enum { CREATE_RULESET_VERSION = 1 << 0, RULE_PATH_BENEATH = 1 };

static int allow(int ruleset, int file, uint64_t rights)
{
	const struct path_beneath_attr rule = { rights, file };
	return (int)syscall(SYS_landlock_add_rule, ruleset, RULE_PATH_BENEATH, &rule, 0U);
}

static int allow_beneath(int ruleset, const char *directory, uint64_t rights)
{
	int fd = open(directory, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int result = fd < 0 ? -1 : allow(ruleset, fd, rights);
	cb_close(fd);
	return result;
}

/* A file, a named pipe or a terminal passed as a stream may be opened again as it was: programs
 * open /dev/stdin and /dev/stdout. */
static int allow_stream(int ruleset, int fd, uint64_t rights)
{
	struct stat st;
	int mode = fcntl(fd, F_GETFL) & O_ACCMODE;
	if (fstat(fd, &st) < 0 ||
	    (!S_ISREG(st.st_mode) && !S_ISCHR(st.st_mode) && !S_ISFIFO(st.st_mode)))
		return 0;
	uint64_t reading = mode == O_WRONLY ? 0U : READ_FILE;
	uint64_t writing = mode == O_RDONLY ? 0U : WRITE_FILE | TRUNCATE;
	int result = allow(ruleset, fd, (reading | writing) & rights);
	/* A file without a path, like one in memory, needs no rule. */
	return result < 0 && errno == EBADFD ? 0 : result;
}

static int allow_files(int ruleset, uint64_t rights, char *sockets)
{
	int result = allow_beneath(ruleset, "/", rights & ~(uint64_t)MAKE_SOCK);
	for (char *dir; result == 0 && (dir = strsep(&sockets, ":"));)
		if (*dir)
			result = allow_beneath(ruleset, dir, MAKE_SOCK);
	for (int fd = 0; result == 0 && fd <= 2; fd++)
		result = allow_stream(ruleset, fd, rights);
	return result;
}

/* No scope of signals: a client that is to be suspended stops its whole process group, bwrap with
 * it. kill() reaches no other process of the host, since none has a number in this pid namespace.
 */
int cb_landlock_enter(bool nesting, char *sockets)
{
	long abi = syscall(SYS_landlock_create_ruleset, NULL, 0UL, CREATE_RULESET_VERSION);
	struct ruleset_attr attr = { 0 };
	if (!nesting && abi >= ABI_REFER)
		attr.handled_fs = READ_FILE | WRITE_FILE | MAKE_SOCK | REFER;
	if (attr.handled_fs && abi >= ABI_TRUNCATE)
		attr.handled_fs |= TRUNCATE;
	if (abi >= ABI_SCOPES)
		attr.scoped = SCOPE_ABSTRACT_UNIX_SOCKET;
	if (!attr.handled_fs && !attr.scoped)
		return 0;
	int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof attr, 0U);
	if (ruleset < 0 ||
	    (attr.handled_fs && allow_files(ruleset, attr.handled_fs, sockets) < 0) ||
	    prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL) < 0 ||
	    syscall(SYS_landlock_restrict_self, ruleset, 0U) < 0)
		return -1;
	close(ruleset);
	return 0;
}
