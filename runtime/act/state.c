/* Carries out the operations of a plan on ~/.claudebox. Each starts at a directory descriptor and
 * follows no link, so that nothing in the way can lead a write elsewhere; each leaves the old or
 * the whole new thing, so that a launch killed between two of them harms nothing. */
#include "act/state.h"

#include "base/io.h"
#include "base/memory.h"
#include "host/read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/fs.h>
#include <linux/openat2.h>

/* One operation at its place. */
struct task {
	const struct cb_state_op *op;
	const char *home; /* for messages */
	uid_t uid;
	int dir;          /* the directory that holds op->path */
	const char *name; /* its last component */
};

static int refuse(const struct task *t, const char *why, struct cb_error *err)
{
	cb_fail(err, CB_EXIT_REFUSED, "cannot use %s/%s%s%s (%s)", t->home, CB_STATE_HOME,
		*t->op->path ? "/" : "", t->op->path, why);
	return cb_hint(err, "it must be your own; move it away and start again");
}

/* Where the file system is at fault, moving things away helps nobody. */
static int refuse_errno(const struct task *t, struct cb_error *err)
{
	int error = errno;
	refuse(t, strerror(error), err);
	if (error == ENOSPC || error == EDQUOT)
		cb_hint(err, "free some space, for instance by claudebox --gc");
	if (error == EROFS)
		cb_hint(err, "make it writable, or set HOME to a directory that is");
	return -1;
}

static bool is_text(enum cb_state_op_kind kind)
{
	return kind == CB_STATE_OP_TEXT || kind == CB_STATE_OP_FILESYSTEM;
}

/* What is at the place must be of the operation's type and the user's own. A seed may have become
 * anything: users keep their notes elsewhere, behind a link. A file that bwrap mounts onto may not:
 * the agent writes there, and old versions of bwrap follow the link (L7). 1: nothing is there. */
static int check_existing(const struct task *t, struct cb_error *err)
{
	enum cb_state_op_kind kind = t->op->kind;
	bool is_file = kind == CB_STATE_OP_FILE || is_text(kind);
	struct stat st;
	if (fstatat(t->dir, t->name, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return errno == ENOENT ? 1 : refuse_errno(t, err);
	if (kind == CB_STATE_OP_SEED)
		return 0;
	if ((is_file && !S_ISREG(st.st_mode)) || (kind == CB_STATE_OP_DIR && !S_ISDIR(st.st_mode)))
		return refuse(
		    t, S_ISLNK(st.st_mode) ? "it is a symbolic link" : "something else is there",
		    err);
	return st.st_uid == t->uid ? 0 : refuse(t, "it belongs to another user", err);
}

/* The file appears whole or not at all, and no temporary name is left: it is written without a
 * name, then linked; where the file system cannot do that (NFS), written under a name of its own.
 */
static int create_file(const struct task *t)
{
	char from[CB_FD_PATH_SIZE], temporary[32];
	int fd = openat(t->dir, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
	bool unnamed = fd >= 0;
	if (!unnamed) {
		snprintf(temporary, sizeof temporary, ".new-%d", (int)getpid());
		fd = openat(t->dir, temporary, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC,
			    0600);
	}
	if (fd < 0)
		return -1;
	int result = cb_write_all(fd, t->op->text, strlen(t->op->text));
	if (result == 0)
		result = unnamed ? linkat(AT_FDCWD, cb_fd_path(from, fd), t->dir, t->name,
					  AT_SYMLINK_FOLLOW)
				 : linkat(t->dir, temporary, t->dir, t->name, 0);
	int error = errno;
	if (!unnamed)
		unlinkat(t->dir, temporary, 0);
	close(fd);
	errno = error;
	return result;
}

/* In place and at once: two launches write the same, and one that is killed leaves no second file
 * behind. Half a record only makes the next launch name more. */
static int write_text(const struct task *t, const char *text)
{
	size_t size = strlen(text);
	int fd = openat(t->dir, t->name, O_CREAT | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return -1;
	int result = cb_write_all(fd, text, size) < 0 || ftruncate(fd, (off_t)size) < 0 ? -1 : 0;
	cb_close(fd);
	return result;
}

/* --gc compares it with what is there then; by the descriptor of this directory, as --gc does. */
static int write_filesystem(const struct task *t)
{
	struct stat st;
	return fstat(t->dir, &st) < 0 ? -1
				      : write_text(t, cb_filesystem_name(t->op->text, st.st_dev));
}

/* In ~/.claudebox itself. Only a file is moved, never a link, and never over something. musl 1.2.3
 * has no renameat2(). */
static int move_file(const struct task *t)
{
	struct stat st;
	if (fstatat(t->dir, t->name, &st, AT_SYMLINK_NOFOLLOW) < 0 || !S_ISREG(st.st_mode) ||
	    syscall(SYS_renameat2, t->dir, t->name, t->dir, t->op->text, RENAME_NOREPLACE) == 0 ||
	    errno == ENOENT)
		return 0;
	return -1;
}

static int create(const struct task *t)
{
	switch (t->op->kind) {
	case CB_STATE_OP_DIR:
		return mkdirat(t->dir, t->name, 0700);
	case CB_STATE_OP_FILE:
	case CB_STATE_OP_SEED:
		return create_file(t);
	case CB_STATE_OP_LINK:
		return symlinkat(t->op->text, t->dir, t->name);
	case CB_STATE_OP_MOVE:
		return move_file(t);
	case CB_STATE_OP_TEXT:
		return write_text(t, t->op->text);
	case CB_STATE_OP_FILESYSTEM:
		return write_filesystem(t);
	}
	return 0;
}

/* Looks, creates, and looks again: another launch may have been faster. */
static int carry_out(const struct task *t, struct cb_error *err)
{
	bool moves = t->op->kind == CB_STATE_OP_MOVE;
	int missing = moves ? 1 : check_existing(t, err);
	if (missing < 0 || (missing == 0 && !is_text(t->op->kind)))
		return missing;
	if (create(t) < 0 && errno != EEXIST)
		return refuse_errno(t, err);
	missing = moves ? 0 : check_existing(t, err);
	if (missing > 0)
		errno = ENOENT;
	return missing > 0 ? refuse_errno(t, err) : missing;
}

/* In the directory that holds the path, which an earlier operation has made. */
static int carry_out_below(struct task *t, struct cb_error *err)
{
	int state = t->dir;
	const char *path = t->op->path, *slash = strrchr(path, '/');
	t->name = slash ? slash + 1 : path;
	if (!*t->name)
		return 0; /* ~/.claudebox itself: it is open */
	if (!slash)
		return carry_out(t, err);
	t->dir =
	    cb_open_directory(state, cb_strndup(path, (size_t)(slash - path)), RESOLVE_BENEATH);
	int result = t->dir < 0 ? refuse_errno(t, err) : carry_out(t, err);
	cb_close(t->dir);
	t->dir = state;
	return result;
}

/* ~/.claudebox itself, made when missing; -1: refused. */
static int open_state_home(struct task *t, struct cb_error *err)
{
	static const struct cb_state_op self = { CB_STATE_OP_DIR, (char *)"", NULL };
	t->op = &self;
	t->name = CB_STATE_HOME;
	t->dir = openat(AT_FDCWD, t->home, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (t->dir < 0)
		return refuse_errno(t, err);
	int home = t->dir, result = carry_out(t, err);
	if (result == 0) {
		t->dir = openat(home, t->name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		result = t->dir < 0 ? refuse_errno(t, err) : t->dir;
	}
	close(home);
	return result;
}

int cb_state_make(const char *home, uid_t uid, const struct cb_state_ops *ops, struct cb_error *err)
{
	struct task task = { .home = home, .uid = uid };
	/* The modes are those given above; the user's umask is for the agent. */
	mode_t mask = umask(077);
	int state = open_state_home(&task, err), result = state < 0 ? -1 : 0;
	for (size_t i = 0; result == 0 && i < ops->len; i++) {
		task.op = &ops->items[i];
		result = carry_out_below(&task, err);
	}
	umask(mask);
	cb_close(state);
	return result;
}
