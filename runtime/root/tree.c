/* Makes what a plan shows, in the tree. On a tmpfs of ours by path, since names are there what we
 * made them; in directories of the host by descriptor, following no link (L7). */
#include "root/tree.h"

#include "base/io.h"
#include "base/number.h"
#include "base/strv.h"
#include "host/read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* linux/mount.h and the C library's sys/mount.h cannot be included together. */
#define TREE_CLONE 1U          /* OPEN_TREE_CLONE */
#define TREE_RECURSIVE 0x8000U /* AT_RECURSIVE */
#define MOVE_FROM_EMPTY 4U     /* MOVE_MOUNT_F_EMPTY_PATH */
#define MOVE_TO_EMPTY 0x40U    /* MOVE_MOUNT_T_EMPTY_PATH */
#define EMPTY_PATH ((unsigned)AT_EMPTY_PATH)

struct attributes { /* struct mount_attr */
	uint64_t set, clear, propagation, userns;
};

int cb_tree_set(int mount, uint64_t attributes, bool recursive)
{
	const struct attributes new = { .set = attributes };
	return (int)syscall(SYS_mount_setattr, mount, "",
			    EMPTY_PATH | (recursive ? TREE_RECURSIVE : 0), &new, sizeof new);
}

int cb_tree_clone(int from, bool recursive, uint64_t attributes)
{
	int tree = (int)syscall(SYS_open_tree, from, "",
				EMPTY_PATH | (recursive ? TREE_RECURSIVE : 0) | TREE_CLONE |
				    (unsigned)O_CLOEXEC);
	if (tree < 0 || !attributes || cb_tree_set(tree, attributes, recursive) == 0)
		return tree;
	cb_close(tree);
	return -1;
}

int cb_tree_mount(int from, int to, const char *path, uint64_t attributes)
{
	int tree = cb_tree_clone(from, true, attributes);
	int result = tree < 0 ? -1
			      : (int)syscall(SYS_move_mount, tree, "", to, path,
					     MOVE_FROM_EMPTY | (*path ? 0 : MOVE_TO_EMPTY));
	cb_close(tree);
	return result;
}

/* Makes the directories above `path`, the first of which is there. */
static void make_parents(char *path)
{
	char *slash = strrchr(path, '/');
	if (!slash)
		return;
	*slash = '\0';
	if (mkdir(path, 0755) < 0 && errno == ENOENT) {
		make_parents(path);
		mkdir(path, 0755);
	}
	*slash = '/';
}

static int write_text(const char *name, const struct cb_op *op)
{
	int fd = openat(AT_FDCWD, name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, (mode_t)op->mode);
	if (fd < 0 || cb_write_all(fd, op->text, op->text_size) == 0)
		return fd;
	cb_close(fd);
	return -1;
}

int cb_tree_write_beside(const struct cb_plan *plan, const struct cb_op *op)
{
	char number[CB_NUMBER_SIZE], name[CB_NUMBER_SIZE + 8];
	stpcpy(stpcpy(name, "copy"), cb_number(number, (uint64_t)(op - plan->ops), 10, 1));
	return write_text(name, op);
}

static int write_made(const char *name, const struct cb_op *op)
{
	int fd = write_text(name, op), result = fd < 0 ? -1 : 0;
	if (result == 0 && op->kind == CB_KIND_MADE && !op->on_root)
		result = cb_tree_mount(fd, fd, "", CB_TREE_READ_ONLY);
	cb_close(fd);
	return result;
}

static int mount_tmpfs(const char *path, unsigned mode, uint64_t size)
{
	char options[2 * CB_NUMBER_SIZE + 16], number[CB_NUMBER_SIZE];
	char *end = stpcpy(stpcpy(options, "mode="), cb_number(number, mode, 8, 4));
	if (size)
		stpcpy(stpcpy(end, ",size="), cb_number(number, size, 10, 1));
	return mount("tmpfs", path, "tmpfs", CB_TREE_QUIET, options);
}

/* Mounts at `path` in `to`. */
static int mount_there(const struct cb_plan *plan, const struct cb_op *op, int to, const char *path)
{
	char self[CB_FD_PATH_SIZE];
	if (op->kind == CB_KIND_TMPFS)
		return mount_tmpfs(*path ? path : cb_fd_path(self, to), op->mode,
				   plan->policy->limit_tmpfs);
	bool writable = op->kind == CB_KIND_RW || op->kind == CB_KIND_FILE;
	int from = op->text ? cb_tree_write_beside(plan, op) : cb_open_plain(AT_FDCWD, op->from);
	int result = from < 0
			 ? -1
			 : cb_tree_mount(from, to, path,
					 CB_TREE_QUIET_TOO | (writable ? 0 : CB_TREE_READ_ONLY));
	cb_close(from);
	return result;
}

/* Makes `name`, if it is not there. */
static int make_there(const struct cb_op *op, int dir, const char *name)
{
	mode_t mode = op->kind == CB_KIND_DIR ? (mode_t)op->mode : 0755;
	int result =
	    op->is_directory ? mkdirat(dir, name, mode) : mknodat(dir, name, S_IFREG | 0444, 0);
	return result < 0 && errno != EEXIST ? -1 : 0;
}

static int make_device(const char *from, const char *name)
{
	int fd = cb_open_plain(AT_FDCWD, from), result = -1;
	if (fd >= 0 && mknod(name, S_IFREG | 0444, 0) == 0)
		result = cb_tree_mount(fd, AT_FDCWD, name, CB_TREE_NO_SUID);
	cb_close(fd);
	return result;
}

/* What bwrap's own --dev makes, which takes it a look at all mounts for each of the devices; but
 * for the console, which would be the user's terminal by another name. */
static int make_devices(const struct cb_plan *plan, const char *to)
{
	static const char *const nodes[] = { "/dev/null",   "/dev/zero",    "/dev/full",
					     "/dev/random", "/dev/urandom", "/dev/tty" };
	static const char *const links[][2] = {
		{ "/proc/self/fd/0", "stdin" },  { "/proc/self/fd/1", "stdout" },
		{ "/proc/self/fd/2", "stderr" }, { "/proc/self/fd", "fd" },
		{ "/proc/kcore", "core" },       { "pts/ptmx", "ptmx" },
	};
	if (mount_tmpfs(to, 0755, plan->policy->limit_tmpfs) < 0 || chdir(to) < 0)
		return -1;
	size_t count = sizeof nodes / sizeof nodes[0] - !plan->tty;
	for (size_t i = 0; i < count; i++)
		if (make_device(nodes[i], nodes[i] + strlen("/dev/")) < 0)
			return -1;
	for (size_t i = 0; i < sizeof links / sizeof links[0]; i++)
		if (symlink(links[i][0], links[i][1]) < 0)
			return -1;
	if (mkdir("pts", 0755) < 0 || mkdir("shm", 0755) < 0 ||
	    mount("devpts", "pts", "devpts", MS_NOSUID | MS_NOEXEC,
		  "newinstance,ptmxmode=0666,mode=620") < 0)
		return -1;
	return chdir(plan->stage);
}

/* On a tmpfs of ours, where names are what we made them: by path. */
static int stage_on_own(const struct cb_plan *plan, const struct cb_op *op, const char *path)
{
	if (op->kind == CB_KIND_LINK)
		return symlink(op->from, path);
	if (op->text)
		return write_made(path, op);
	if (make_there(op, AT_FDCWD, path) < 0)
		return -1;
	if (op->kind == CB_KIND_DEV)
		return make_devices(plan, path);
	bool place = op->kind == CB_KIND_DIR || op->kind == CB_KIND_PROC;
	return place ? 0 : mount_there(plan, op, AT_FDCWD, path);
}

/* A directory below `tree`, made with those above it where it is missing. `path` is changed and
 * changed back. */
static int open_directory(int tree, char *path)
{
	int dir = cb_open_plain(tree, path);
	char *slash = strrchr(path, '/');
	if (dir >= 0 || errno != ENOENT || !slash)
		return dir;
	*slash = '\0';
	int parent = open_directory(tree, path);
	*slash = '/';
	if (parent >= 0 && (mkdirat(parent, slash + 1, 0755) == 0 || errno == EEXIST))
		dir = cb_open_plain(parent, slash + 1);
	cb_close(parent);
	return dir;
}

/* In a directory of the host's, where others may be changing things: by descriptor. */
static int stage_on_others(const struct cb_plan *plan, const struct cb_op *op, int tree)
{
	char *parent = strndup(op->to + 1, (size_t)(strrchr(op->to, '/') - op->to - 1));
	int dir = parent ? open_directory(tree, parent) : -1, to = -1, result = -1;
	const char *name = strrchr(op->to, '/') + 1;
	if (dir >= 0 && op->kind == CB_KIND_LINK)
		result = symlinkat(op->from, dir, name);
	else if (dir >= 0 && op->kind == CB_KIND_DEV)
		errno = ENOTSUP; /* made by path, which is nothing for a directory of the host's */
	else if (dir >= 0 && make_there(op, dir, name) == 0)
		to = cb_open_plain(dir, name);
	if (to >= 0)
		result = op->kind == CB_KIND_DIR ? 0 : mount_there(plan, op, to, "");
	cb_close(to);
	cb_close(dir);
	free(parent);
	return result;
}

int cb_tree_stage(const struct cb_plan *plan, const struct cb_op *op, int tree)
{
	if (!op->parent_is_ours)
		return stage_on_others(plan, op, tree);
	char *path = cb_concat(CB_TREE_NAME, op->to, NULL);
	int result = path ? stage_on_own(plan, op, path) : -1;
	if (result < 0 && path && errno == ENOENT) {
		make_parents(path);
		result = stage_on_own(plan, op, path);
	}
	free(path);
	return result;
}
