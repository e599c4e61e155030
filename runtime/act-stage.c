/* Puts the stage together in a user and a mount namespace of our own. The user keeps his id, so
 * that bwrap is as unprivileged in there as it would be outside.
 *
 * What lies in the project is opened without following a link and mounted by descriptor, so that
 * nobody can put a link in its place between the look and the mount (L7). bwrap is then given
 * whole directories. */
#include "act-stage.h"

#include "act-tree.h"
#include "idmap.h"
#include "look.h"
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

/* Where the paths of a closure go. */
#define STORE_ABOVE CB_TREE_NAME "/nix"
#define STORE STORE_ABOVE "/store"

/* How it went: where it failed, behind the last operation when in none of them. */
struct outcome {
	int error;
	size_t op;
	bool nobody; /* in the new namespace, but without an id there: good for nothing any more */
};

/* A directory that is a mount, so that attributes can be set for all that is mounted in it. */
static int make_mount(const char *name)
{
	return mkdir(name, 0755) < 0 ? -1 : mount(name, name, NULL, MS_BIND, NULL);
}

/* What is made here is seen by nobody who should not: the umask is the caller's, and not for this.
 */
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
	char number[CB_NUMBER_SIZE], name[CB_NUMBER_SIZE + 8];
	if (!op->copy)
		return cb_look_plain(AT_FDCWD, op->is_directory ? "void" : "empty");
	stpcpy(stpcpy(name, "copy"), cb_number(number, (uint64_t)(op - plan->ops), 10, 1));
	return cb_tree_write(name, op);
}

/* Something that is kept: what it is over itself, or its cover. */
static int stage_below(const struct cb_plan *plan, const struct cb_op *op, int tree)
{
	bool covered = op->kind == CB_KIND_TMPFS || op->kind == CB_KIND_MADE;
	int to = cb_look_plain(tree, op->to + 1);
	int from = covered ? open_cover(plan, op) : to;
	int result =
	    to < 0 || from < 0
		? -1
		: cb_tree_mount(from, to, "", op->kind != CB_KIND_RW ? CB_TREE_READ_ONLY : 0);
	cb_tree_close(to);
	if (covered)
		cb_tree_close(from);
	return result;
}

static int stage_op(const struct cb_plan *plan, const struct cb_op *op, int tree)
{
	switch (op->stage) {
	case CB_STAGE_STORE:
		return stage_store_path(op->from);
	case CB_STAGE_TREE:
		return cb_tree_stage(plan, op, tree);
	case CB_STAGE_BELOW:
		return stage_below(plan, op, tree);
	case CB_STAGE_NOT:
		break;
	}
	return op->kind == CB_KIND_PROC && op->own ? cb_tree_stage(plan, op, tree) : 0;
}

/* The paths of a closure, all at once; then the root itself. */
static int finish(const struct cb_plan *plan, int tree)
{
	int store = plan->store ? cb_look_plain(AT_FDCWD, STORE) : -1;
	int result = store < 0 ? -plan->store
			       : cb_tree_set(store, CB_TREE_READ_ONLY | CB_TREE_QUIET_TOO, true);
	cb_tree_close(store);
	return result < 0 || !plan->sealed ? result : cb_tree_set(tree, CB_TREE_READ_ONLY, false);
}

/* Puts it all together, in new namespaces. */
static struct outcome build(const struct cb_plan *plan, struct cb_ids ids)
{
	struct outcome outcome = { .op = plan->op_count };
	int result = cb_idmap_write(ids, ids); /* the user keeps his */
	outcome.nobody = result < 0;
	if (result == 0)
		result = begin(plan);
	int tree = result < 0 ? -1 : cb_look_plain(AT_FDCWD, CB_TREE_NAME);
	for (size_t i = 0; result == 0 && i < plan->op_count; i++)
		if ((result = stage_op(plan, &plan->ops[i], tree)) < 0)
			outcome.op = i;
	if (result == 0)
		result = finish(plan, tree);
	outcome.error = result < 0 ? errno : 0;
	cb_tree_close(tree);
	return outcome;
}

/* The child: tells how it went, and stays until its namespaces have been joined. */
static void build_apart(const struct cb_plan *plan, struct cb_ids ids, int tell)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	umask(0);
	struct outcome outcome = build(plan, ids);
	if (write(tell, &outcome, sizeof outcome) == sizeof outcome && outcome.error == 0)
		pause();
	_exit(0);
}

/* In a child, where it is doubtful that this host lets us: then nothing has happened here. */
static bool stage_apart(const struct cb_plan *plan, struct outcome *outcome)
{
	int ends[2], child = -1;
	if (pipe2(ends, O_CLOEXEC) < 0)
		return false;
	struct cb_ids ids = { getuid(), getgid() };
	long pid = syscall(SYS_clone, CLONE_NEWUSER | CLONE_NEWNS | CLONE_PIDFD | SIGCHLD, NULL,
			   &child, NULL, NULL);
	if (pid == 0)
		build_apart(plan, ids, ends[1]);
	close(ends[1]);
	bool told = pid > 0 && read(ends[0], outcome, sizeof *outcome) == sizeof *outcome;
	/* Also changes the current directory; bwrap is told where to go. */
	bool joined = told && outcome->error == 0 && setns(child, CLONE_NEWUSER | CLONE_NEWNS) == 0;
	close(ends[0]);
	if (pid > 0) {
		kill((pid_t)pid, SIGKILL);
		while (waitpid((pid_t)pid, NULL, 0) < 0 && errno == EINTR)
			;
		close(child);
	}
	return joined;
}

/* In this process, which saves the time of another. Where it fails half-way, bwrap can still do it
 * all by path from in here, as long as we have an id: what has been mounted so far is in nobody's
 * way. */
static bool stage_here(const struct cb_plan *plan, struct outcome *outcome)
{
	struct cb_ids ids = { getuid(), getgid() };
	mode_t mask = umask(0);
	bool done = unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0;
	if (done) {
		*outcome = build(plan, ids);
		done = outcome->error == 0;
	}
	umask(mask);
	return done;
}

/* A link or something else in the place of what was looked at is not this host's fault, nor is a
 * right that was taken away meanwhile: by its path it may be something else a moment later. */
static bool is_swapped(const struct cb_plan *plan, const struct outcome *outcome)
{
	return outcome->op < plan->op_count && plan->ops[outcome->op].stage != CB_STAGE_STORE &&
	       (outcome->error == ELOOP || outcome->error == ENOENT || outcome->error == ENOTDIR ||
		outcome->error == EACCES);
}

int cb_act_stage(const struct cb_plan *plan, struct cb_error *err)
{
	struct outcome outcome = { .error = EPIPE, .op = plan->op_count };
	if (!plan->stage)
		return 0;
	bool done = (plan->doubtful ? stage_apart : stage_here)(plan, &outcome);
	if (!done && outcome.nobody && !plan->doubtful) {
		cb_fail(err, CB_EXIT_REFUSED, "cannot keep your ids in a user namespace (%s)",
			cb_reason(outcome.error));
		return cb_hint(err, "claudebox --check looks at what this machine allows");
	}
	if (done || !is_swapped(plan, &outcome))
		return done;
	cb_fail(err, CB_EXIT_REFUSED, "%s changed while this was starting (%s)",
		plan->ops[outcome.op].to, cb_reason(outcome.error));
	return cb_hint(err, "does another agent work in the same project? start again");
}
