/* Puts the stage together in a child that has a user and a mount namespace of its own, then joins
 * it: where that is not allowed, nothing has happened to this process yet. The user keeps his id,
 * so that bwrap is as unprivileged in there as it would be outside.
 *
 * What lies in the project is opened without following a link and mounted by descriptor, so that
 * nobody can put a link in its place between the look and the mount (L7). bwrap is then given
 * whole directories. */
#include "act-stage.h"

#include "number.h"
#include "path.h"
#include "strv.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/openat2.h>

/* linux/mount.h and the C library's sys/mount.h cannot be included together. */
#define TREE_CLONE 1U             /* OPEN_TREE_CLONE */
#define TREE_RECURSIVE 0x8000U    /* AT_RECURSIVE */
#define MOVE_BY_DESCRIPTORS 0x44U /* MOVE_MOUNT_F_EMPTY_PATH, MOVE_MOUNT_T_EMPTY_PATH */
#define READ_ONLY 1U              /* MOUNT_ATTR_RDONLY */
#define EMPTY_PATH ((unsigned)AT_EMPTY_PATH)

struct attributes { /* struct mount_attr */
	uint64_t set, clear, propagation, userns;
};

/* What the child tells: where it failed, `ops` long when in none of them. */
struct outcome {
	int error;
	size_t op;
};

static int write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	ssize_t done = write(fd, text, strlen(text));
	close(fd);
	return done < 0 ? -1 : 0;
}

/* One id, and the same inside as outside. */
static int map_id(const char *path, unsigned id)
{
	char number[CB_NUMBER_SIZE], line[3 * CB_NUMBER_SIZE];
	const char *text = cb_number(number, id, 10, 1);
	stpcpy(stpcpy(stpcpy(stpcpy(line, text), " "), text), " 1");
	return write_file(path, line);
}

static int begin(const char *stage, uid_t uid, gid_t gid)
{
	return write_file("/proc/self/setgroups", "deny") < 0 ||
		       map_id("/proc/self/gid_map", gid) < 0 ||
		       map_id("/proc/self/uid_map", uid) < 0 ||
		       mount("claudebox", stage, "tmpfs", MS_NOSUID | MS_NODEV, "mode=700") < 0 ||
		       chdir(stage) < 0 || mkdir("store", 0755) < 0 || mkdir("void", 0555) < 0 ||
		       mknod("empty", S_IFREG | 0444, 0) < 0
		   ? -1
		   : 0;
}

/* A path of the closure: a directory as a rule, but a file or a link will do. */
static int stage_store_path(const char *path)
{
	char *to = cb_concat("store", strrchr(path, '/'), NULL);
	char target[4096];
	struct stat st;
	int result = to ? lstat(path, &st) : -1;
	if (result == 0 && S_ISLNK(st.st_mode)) {
		ssize_t len = readlink(path, target, sizeof target - 1);
		target[len < 0 ? 0 : len] = '\0';
		result = symlink(target, to);
	} else if (result == 0) {
		result = S_ISDIR(st.st_mode) ? mkdir(to, 0755) : mknod(to, S_IFREG | 0644, 0);
		result = result < 0 ? -1 : mount(path, to, NULL, MS_BIND | MS_REC, NULL);
	}
	free(to);
	return result;
}

/* Mounts what `from` is at `to`, both by descriptor. */
static int mount_by_descriptor(int from, int to, bool read_only)
{
	const struct attributes attributes = { .set = read_only ? READ_ONLY : 0 };
	int tree = (int)syscall(SYS_open_tree, from, "",
				EMPTY_PATH | TREE_RECURSIVE | TREE_CLONE | (unsigned)O_CLOEXEC);
	if (tree < 0)
		return -1;
	int result = 0;
	if (read_only)
		result = (int)syscall(SYS_mount_setattr, tree, "", EMPTY_PATH | TREE_RECURSIVE,
				      &attributes, sizeof attributes);
	if (result == 0)
		result = (int)syscall(SYS_move_mount, tree, "", to, "", MOVE_BY_DESCRIPTORS);
	int saved = errno;
	close(tree);
	errno = saved;
	return result;
}

/* No link on the way: what is staged is known by its real path. */
static int open_real(int dir, const char *path)
{
	const struct open_how how = { .flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_NO_SYMLINKS };
	return (int)syscall(SYS_openat2, dir, path, &how, sizeof how);
}

/* A shown directory gets the number of its operation for a name. */
static int stage_root(const struct cb_op *op, size_t index)
{
	char number[CB_NUMBER_SIZE];
	const char *name = cb_number(number, index, 10, 1);
	int from = open_real(AT_FDCWD, op->from), to = -1, result = -1;
	if (from >= 0 && mkdir(name, 0700) == 0)
		to = open(name, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (to >= 0)
		result = mount_by_descriptor(from, to, false);
	return result;
}

/* The staged directory that holds `path`, opened, and what of the path lies below it. */
static int open_root(const struct cb_plan *plan, const char *path, const char **ret_rest)
{
	char number[CB_NUMBER_SIZE];
	for (size_t i = plan->op_count; i > 0; i--) {
		const struct cb_op *op = &plan->ops[i - 1];
		if (op->stage != CB_STAGE_ROOT || !cb_path_is_within(path, op->to))
			continue;
		*ret_rest = path[strlen(op->to)] ? path + strlen(op->to) + 1 : ".";
		return open(cb_number(number, i - 1, 10, 1), O_PATH | O_DIRECTORY | O_CLOEXEC);
	}
	errno = ENOENT;
	return -1;
}

static int stage_below(const struct cb_plan *plan, const struct cb_op *op)
{
	const char *rest;
	bool covered = op->kind == CB_KIND_TMPFS || op->kind == CB_KIND_MADE;
	int root = open_root(plan, op->to, &rest);
	int to = root < 0 ? -1 : open_real(root, rest);
	int from = covered ? open(op->is_directory ? "void" : "empty", O_PATH | O_CLOEXEC) : to;
	int result =
	    to < 0 || from < 0 ? -1 : mount_by_descriptor(from, to, op->kind != CB_KIND_RW);
	int saved = errno;
	if (root >= 0)
		close(root);
	if (to >= 0)
		close(to);
	if (covered && from >= 0)
		close(from);
	errno = saved;
	return result;
}

static int stage_op(const struct cb_plan *plan, size_t index)
{
	const struct cb_op *op = &plan->ops[index];
	switch (op->stage) {
	case CB_STAGE_STORE:
		return stage_store_path(op->from);
	case CB_STAGE_ROOT:
		return stage_root(op, index);
	case CB_STAGE_BELOW:
		return stage_below(plan, op);
	case CB_STAGE_NOT:
		break;
	}
	return 0;
}

/* The child: tells how it went, and stays until its namespaces have been joined. */
static void build(const struct cb_plan *plan, uid_t uid, gid_t gid, int tell)
{
	struct outcome outcome = { .op = plan->op_count };
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	int result = begin(plan->stage, uid, gid);
	for (size_t i = 0; result == 0 && i < plan->op_count; i++)
		if ((result = stage_op(plan, i)) < 0)
			outcome.op = i;
	outcome.error = result < 0 ? errno : 0;
	if (write(tell, &outcome, sizeof outcome) == sizeof outcome && result == 0)
		pause();
	_exit(0);
}

/* A link or something else in the place of what was looked at is not this host's fault. */
static bool is_swapped(const struct cb_plan *plan, const struct outcome *outcome)
{
	return outcome->op < plan->op_count && plan->ops[outcome->op].stage != CB_STAGE_STORE &&
	       (outcome->error == ELOOP || outcome->error == ENOENT || outcome->error == ENOTDIR);
}

int cb_act_stage(const struct cb_plan *plan, struct cb_error *err)
{
	struct outcome outcome = { .error = EPIPE, .op = plan->op_count };
	int ends[2], child = -1;
	if (!plan->stage || pipe2(ends, O_CLOEXEC) < 0)
		return 0;
	uid_t uid = getuid();
	gid_t gid = getgid();
	long pid = syscall(SYS_clone, CLONE_NEWUSER | CLONE_NEWNS | CLONE_PIDFD | SIGCHLD, NULL,
			   &child, NULL, NULL);
	if (pid == 0)
		build(plan, uid, gid, ends[1]);
	close(ends[1]);
	bool told = pid > 0 && read(ends[0], &outcome, sizeof outcome) == sizeof outcome;
	/* Also changes the current directory; bwrap is told where to go. */
	bool joined = told && outcome.error == 0 && setns(child, CLONE_NEWUSER | CLONE_NEWNS) == 0;
	close(ends[0]);
	if (pid > 0) {
		kill((pid_t)pid, SIGKILL);
		while (waitpid((pid_t)pid, NULL, 0) < 0 && errno == EINTR)
			;
		close(child);
	}
	if (joined || !is_swapped(plan, &outcome))
		return joined;
	cb_fail(err, CB_EXIT_REFUSED, "%s changed while this was starting (%s)",
		plan->ops[outcome.op].to, cb_reason(outcome.error));
	return cb_hint(err, "does another agent work in the same project? start again");
}
