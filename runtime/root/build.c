/* Builds the root in namespaces of our own. The user keeps his ids in them, so that bwrap is as
 * unprivileged as it would be outside. bwrap would mount by path, where an agent in the same
 * project may put a link between the look and the mount (L7); it is given the tree as a whole. */
#include "root/build.h"

#include "base/idmap.h"
#include "base/io.h"
#include "base/memory.h"
#include "host/read.h"
#include "root/mount.h"
#include "root/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where the paths of a closure go. */
#define NIX CB_TREE_NAME "/nix"
#define STORE NIX "/store"

static int hint(int error, struct cb_error *err)
{
	static const struct {
		int error;
		const char *hint;
	} hints[] = {
		{ ENOSYS, CB_KERNEL_WANTED },
		/* Nobody else answers with this, to an unshare(). */
		{ EACCES, "a security module as AppArmor forbids it: claudebox --check says more" },
		{ ENOSPC, "there are as many as may be: sysctl user.max_user_namespaces "
			  "user.max_mnt_namespaces" },
		{ 0, "claudebox --check looks at what this machine allows" },
	};
	size_t i = 0;
	while (hints[i].error && hints[i].error != error)
		i++;
	return cb_hint(err, "%s", hints[i].hint);
}

static int refuse_here(const char *what, struct cb_error *err)
{
	int error = errno;
	cb_fail(err, CB_EXIT_REFUSED, "no sandbox can be made here (cannot %s: %s)", what,
		strerror(error));
	return hint(error, err);
}

/* A link or something else in the place of what was looked at, or a right that was taken away: by
 * its path it may be something else a moment later. */
static int refuse_op(const struct cb_op *op, struct cb_error *err)
{
	int error = errno;
	if (op->build != CB_BUILD_STORE &&
	    (error == ELOOP || error == ENOENT || error == ENOTDIR || error == EACCES)) {
		cb_fail(err, CB_EXIT_REFUSED, "%s changed while this was starting (%s)", op->to,
			strerror(error));
		return cb_hint(err, "does another agent work in the same project? start again");
	}
	cb_fail(err, CB_EXIT_REFUSED, "cannot put %s into the sandbox (%s)", op->to,
		strerror(error));
	return hint(error, err);
}

/* A directory that is a mount of its own, so that attributes can be set for all in it at once. */
static int make_mount(const char *name)
{
	return mkdir(name, 0755) < 0 ? -1 : mount(name, name, NULL, MS_BIND, NULL);
}

/* Mounts the staging directory, goes there, and makes what it holds. */
static int make_stage(const struct cb_plan *plan)
{
	return mount("claudebox", plan->stage, "tmpfs", MS_NOSUID | MS_NODEV, "mode=700") < 0 ||
		       chdir(plan->stage) < 0 || make_mount(CB_TREE_NAME) < 0 ||
		       (plan->store && (mkdir(NIX, 0755) < 0 || make_mount(STORE) < 0)) ||
		       mkdir(CB_TREE_EMPTY_DIRECTORY, 0555) < 0 ||
		       mknod(CB_TREE_EMPTY_FILE, S_IFREG | 0444, 0) < 0
		   ? -1
		   : 0;
}

/* A path of the closure, mostly a directory, but a file or a link as well. By path: in the store
 * nobody but Nix changes anything. */
static int add_store_path(const char *path)
{
	char *to = cb_format(STORE "%s", strrchr(path, '/')), target[PATH_MAX];
	struct stat st;
	if (lstat(path, &st) < 0)
		return -1;
	if (S_ISLNK(st.st_mode)) {
		ssize_t len = readlink(path, target, sizeof target - 1);
		target[len < 0 ? 0 : len] = '\0';
		return symlink(target, to);
	}
	int result = S_ISDIR(st.st_mode) ? mkdir(to, 0755) : mknod(to, S_IFREG | 0644, 0);
	return result < 0 ? -1 : mount(path, to, NULL, MS_BIND | MS_REC, NULL);
}

static int add(const struct cb_plan *plan, const struct cb_op *op, int tree)
{
	switch (op->build) {
	case CB_BUILD_STORE:
		return add_store_path(op->from);
	case CB_BUILD_TREE:
		return cb_tree_add(plan, op, tree);
	case CB_BUILD_OVER:
		return cb_tree_cover(plan, op, tree);
	case CB_BUILD_BWRAP:
		break;
	}
	/* bwrap mounts /proc on a directory that is there, since the root is read-only by then. */
	return op->kind == CB_KIND_PROC && op->parent_is_ours ? cb_tree_add(plan, op, tree) : 0;
}

/* All paths of the closure at once, then the root itself; not what is mounted in it. */
static int make_read_only(const struct cb_plan *plan, int tree)
{
	int store = plan->store ? cb_open_plain(AT_FDCWD, STORE) : -1, result = 0;
	if (plan->store)
		result = store < 0
			     ? -1
			     : cb_mount_set(store, CB_MOUNT_READ_ONLY | CB_MOUNT_LIKE_BWRAP, true);
	cb_close(store);
	return result < 0 ? -1 : cb_mount_set(tree, CB_MOUNT_READ_ONLY, false);
}

static int build(const struct cb_plan *plan, struct cb_error *err)
{
	struct cb_ids ids = { getuid(), getgid() };
	if (unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0)
		return refuse_here("make a user and a mount namespace", err);
	if (cb_idmap_write(ids, ids) < 0)
		return refuse_here("keep your ids in a user namespace", err);
	int tree = make_stage(plan) < 0 ? -1 : cb_open_plain(AT_FDCWD, CB_TREE_NAME);
	if (tree < 0)
		return refuse_here("mount a file system for the root", err);
	for (size_t i = 0; i < plan->op_count; i++)
		if (add(plan, &plan->ops[i], tree) < 0)
			return refuse_op(&plan->ops[i], err);
	if (make_read_only(plan, tree) < 0)
		return refuse_here("make the root read-only", err);
	close(tree);
	return 0;
}

int cb_root_build(const struct cb_plan *plan, struct cb_error *err)
{
	/* The modes are those given above; the user's umask is for the agent. */
	mode_t mask = umask(0);
	int result = build(plan, err);
	umask(mask);
	return result;
}
