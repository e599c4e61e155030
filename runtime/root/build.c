/* Builds the root in a user and a mount namespace of our own. The user keeps his id, so that bwrap
 * is as unprivileged in there as it would be outside.
 *
 * What lies in the project is opened without following a link and mounted by descriptor, so that
 * nobody can put a link in its place between the look and the mount (L7). bwrap is then given
 * the whole. */
#include "root/build.h"

#include "base/idmap.h"
#include "base/io.h"
#include "base/path.h"
#include "base/strv.h"
#include "host/read.h"
#include "root/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where the paths of a closure go. */
#define STORE_ABOVE CB_TREE_NAME "/nix"
#define STORE STORE_ABOVE "/store"

/* Where it failed: which operation, or why none of them was reached. */
struct outcome {
	int error;
	const struct cb_op *op; /* NULL: in none */
	const char *what;       /* then: what could not be done */
};

/* A directory that is a mount, so that attributes can be set for all that is mounted in it. */
static int make_mount(const char *name)
{
	return mkdir(name, 0755) < 0 ? -1 : mount(name, name, NULL, MS_BIND, NULL);
}

static int begin(const struct cb_plan *plan)
{
	return mount("claudebox", plan->stage, "tmpfs", CB_TREE_QUIET, "mode=700") < 0 ||
		       chdir(plan->stage) < 0 || make_mount(CB_TREE_NAME) < 0 ||
		       (plan->store && (mkdir(STORE_ABOVE, 0755) < 0 || make_mount(STORE) < 0)) ||
		       mkdir("void", 0555) < 0 || mknod("empty", S_IFREG | 0444, 0) < 0
		   ? -1
		   : 0;
}

/* A path of the closure: a directory as a rule, but a file or a link will do. */
static int stage_store_path(const char *path)
{
	char *to = cb_concat(STORE, strrchr(path, '/'), NULL);
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

/* What covers something that is kept: nothing, or a copy of it, beside the tree. */
static int open_cover(const struct cb_plan *plan, const struct cb_op *op)
{
	return op->is_copy ? cb_tree_write_beside(plan, op)
			   : cb_open_plain(AT_FDCWD, op->is_directory ? "void" : "empty");
}

/* Something that is kept: what it is over itself, or its cover. */
static int stage_below(const struct cb_plan *plan, const struct cb_op *op, int tree)
{
	bool covered = op->kind == CB_KIND_TMPFS || op->kind == CB_KIND_MADE;
	int to = cb_open_plain(tree, op->to + 1);
	int from = covered ? open_cover(plan, op) : to;
	int result =
	    to < 0 || from < 0
		? -1
		: cb_tree_mount(from, to, "", op->kind != CB_KIND_RW ? CB_TREE_READ_ONLY : 0);
	cb_close(to);
	if (covered)
		cb_close(from);
	return result;
}

static int stage_op(const struct cb_plan *plan, const struct cb_op *op, int tree)
{
	switch (op->build) {
	case CB_BUILD_STORE:
		return stage_store_path(op->from);
	case CB_BUILD_TREE:
		return cb_tree_stage(plan, op, tree);
	case CB_BUILD_OVER:
		return stage_below(plan, op, tree);
	case CB_BUILD_BWRAP:
		break;
	}
	return op->kind == CB_KIND_PROC && op->parent_is_ours ? cb_tree_stage(plan, op, tree) : 0;
}

/* The paths of a closure, all at once; then the root itself. */
static int finish(const struct cb_plan *plan, int tree)
{
	int store = plan->store ? cb_open_plain(AT_FDCWD, STORE) : -1;
	int result = store < 0 ? -plan->store
			       : cb_tree_set(store, CB_TREE_READ_ONLY | CB_TREE_QUIET_TOO, true);
	cb_close(store);
	return result < 0 ? result : cb_tree_set(tree, CB_TREE_READ_ONLY, false);
}

static int fail_to(struct outcome *outcome, const char *what)
{
	outcome->error = errno;
	outcome->what = what;
	return -1;
}

static int build_tree(const struct cb_plan *plan, int tree, struct outcome *outcome)
{
	for (size_t i = 0; i < plan->op_count; i++) {
		if (stage_op(plan, &plan->ops[i], tree) == 0)
			continue;
		outcome->op = &plan->ops[i];
		return fail_to(outcome, NULL);
	}
	return finish(plan, tree) < 0 ? fail_to(outcome, "make the root read-only") : 0;
}

static int build(const struct cb_plan *plan, struct outcome *outcome)
{
	struct cb_ids ids = { getuid(), getgid() };
	if (unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0)
		return fail_to(outcome, "make a user and a mount namespace");
	if (cb_idmap_write(ids, ids) < 0)
		return fail_to(outcome, "keep your ids in a user namespace");
	int tree = begin(plan) < 0 ? -1 : cb_open_plain(AT_FDCWD, CB_TREE_NAME);
	if (tree < 0)
		return fail_to(outcome, "mount a file system for the root");
	int result = build_tree(plan, tree, outcome);
	close(tree);
	return result;
}

/* A link or something else in the place of what was looked at, or a right that was taken away
 * meanwhile: by its path it may be something else a moment later. */
static bool is_swapped(const struct outcome *outcome)
{
	return outcome->op->build != CB_BUILD_STORE &&
	       (outcome->error == ELOOP || outcome->error == ENOENT || outcome->error == ENOTDIR ||
		outcome->error == EACCES);
}

static int refuse(const struct outcome *outcome, struct cb_error *err)
{
	const char *reason = strerror(outcome->error);
	if (outcome->op && is_swapped(outcome)) {
		cb_fail(err, CB_EXIT_REFUSED, "%s changed while this was starting (%s)",
			outcome->op->to, reason);
		return cb_hint(err, "does another agent work in the same project? start again");
	}
	if (outcome->op)
		cb_fail(err, CB_EXIT_REFUSED, "cannot put %s into the sandbox (%s)",
			outcome->op->to, reason);
	else
		cb_fail(err, CB_EXIT_REFUSED, "no sandbox can be made here (cannot %s: %s)",
			outcome->what, reason);
	return cb_hint(err, "%s",
		       outcome->error == ENOSYS
			   ? "claudebox needs Linux 5.12 or newer"
			   : "claudebox --check looks at what this machine allows");
}

int cb_root_build(const struct cb_plan *plan, struct cb_error *err)
{
	struct outcome outcome = { 0 };
	/* What is made is seen by nobody who should not: the umask is the caller's, and not for it.
	 */
	mode_t mask = umask(0);
	int result = build(plan, &outcome);
	umask(mask);
	return result < 0 ? refuse(&outcome, err) : 0;
}
