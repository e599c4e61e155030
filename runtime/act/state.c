/* Carries out the list of things to make. Every step is taken from a directory descriptor with no
 * symbolic link followed, so that nothing in the way can lead a write elsewhere; every step leaves
 * either the old or the whole new thing, so that being killed between two of them harms nothing. */
#include "act/state.h"

#include "base/io.h"
#include "base/number.h"
#include "host/read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/fs.h>
#include <linux/openat2.h>

struct place {
	const char *home; /* for messages */
	uid_t uid;
	int dir; /* ~/.claudebox */
};

static int refuse(const struct place *p, const struct cb_state_op *make, const char *why,
		  struct cb_error *err)
{
	cb_fail(err, CB_EXIT_REFUSED, "cannot use %s/%s%s%s (%s)", p->home, CB_STATE_HOME,
		*make->path ? "/" : "", make->path, why);
	return cb_hint(err, "it must be your own; move it away and start again");
}

/* Where the file system is at fault, moving things away helps nobody. */
static int refuse_error(const struct place *p, const struct cb_state_op *make, int error,
			struct cb_error *err)
{
	refuse(p, make, strerror(error), err);
	if (error == ENOSPC || error == EDQUOT)
		cb_hint(err, "free some space, for instance by claudebox --gc");
	if (error == EROFS)
		cb_hint(err, "make it writable, or set HOME to a directory that is");
	return -1;
}

/* What is at the make's place already must be of the right kind and the user's own. 1: there is
 * nothing yet. */
static int look_at(const struct place *p, int dir, const char *name, mode_t type,
		   const struct cb_state_op *make, struct cb_error *err)
{
	struct stat st;
	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return errno == ENOENT ? 1 : refuse_error(p, make, errno, err);
	if (type && (st.st_mode & S_IFMT) != type)
		return refuse(
		    p, make,
		    S_ISLNK(st.st_mode) ? "it is a symbolic link" : "something else is there", err);
	if (st.st_uid != p->uid)
		return refuse(p, make, "it belongs to another user", err);
	return 0;
}

/* The same where something must be by now. */
static int check_existing(const struct place *p, int dir, const char *name, mode_t type,
			  const struct cb_state_op *make, struct cb_error *err)
{
	int result = look_at(p, dir, name, type, make, err);
	return result > 0 ? refuse_error(p, make, ENOENT, err) : result;
}

/* The directory that holds `path`, opened from ~/.claudebox, which the list's own earlier rows have
 * made; *ret_name is the last component. */
static int open_parent(const struct place *p, const char *path, const char **ret_name)
{
	const char *slash = strrchr(path, '/');
	*ret_name = slash ? slash + 1 : path;
	if (!slash)
		return p->dir;
	char *parent = strndup(path, (size_t)(slash - path));
	int dir = parent ? cb_open_directory(p->dir, parent, RESOLVE_BENEATH) : -1;
	free(parent);
	return dir;
}

static int make_directory(const struct place *p, int dir, const char *name,
			  const struct cb_state_op *make, struct cb_error *err)
{
	int result = look_at(p, dir, name, S_IFDIR, make, err);
	if (result <= 0 || mkdirat(dir, name, 0700) == 0)
		return result < 0 ? -1 : 0;
	if (errno != EEXIST)
		return refuse_error(p, make, errno, err);
	return check_existing(p, dir, name, S_IFDIR, make, err);
}

/* The file appears whole or not at all, and leaves no temporary name: written without a name,
 * then linked. Where the file system cannot (NFS), under a name of its own, then renamed. */
static int create_file(int dir, const char *name, const char *text)
{
	char from[64], number[CB_NUMBER_SIZE];
	int fd = openat(dir, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
	bool unnamed = fd >= 0;
	if (!unnamed) {
		stpcpy(stpcpy(from, ".new-"), cb_number(number, (uint64_t)getpid(), 10, 1));
		fd = openat(dir, from, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0600);
	}
	if (fd < 0)
		return -1;
	int result = cb_write_all(fd, text, strlen(text));
	if (result == 0 && unnamed) {
		result = linkat(AT_FDCWD, cb_fd_path(from, fd), dir, name, AT_SYMLINK_FOLLOW);
	} else if (result == 0) {
		result = linkat(dir, from, dir, name, 0);
	}
	int saved = errno;
	if (!unnamed)
		unlinkat(dir, from, 0);
	close(fd);
	errno = saved;
	return result;
}

static int make_file(const struct place *p, int dir, const char *name,
		     const struct cb_state_op *make, struct cb_error *err)
{
	/* A seed may have become a link: users keep their notes elsewhere. A file that bwrap mounts
	 * onto may not: the agent writes there, and old versions of bwrap follow it (L7). */
	struct stat st;
	bool seed = make->kind == CB_STATE_OP_SEED;
	if (seed && fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) == 0)
		return 0;
	int result = seed ? (errno == ENOENT ? 1 : refuse_error(p, make, errno, err))
			  : look_at(p, dir, name, S_IFREG, make, err);
	if (result <= 0)
		return result;
	if (create_file(dir, name, make->text) < 0 && errno != EEXIST)
		return refuse_error(p, make, errno, err);
	return seed ? 0 : check_existing(p, dir, name, S_IFREG, make, err);
}

/* Written in place, at once: two launches write the same, and one that is killed leaves no second
 * file behind. Half a record only makes the next launch name more. */
static int write_text(int dir, const char *name, const char *text)
{
	size_t size = strlen(text);
	int fd = openat(dir, name, O_CREAT | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return -1;
	int result =
	    cb_write_all(fd, text, strlen(text)) < 0 || ftruncate(fd, (off_t)size) < 0 ? -1 : 0;
	cb_close(fd);
	return result;
}

static int make_text(const struct place *p, int dir, const char *name, const char *text,
		     const struct cb_state_op *make, struct cb_error *err)
{
	if (write_text(dir, name, text) < 0)
		return refuse_error(p, make, errno, err);
	return check_existing(p, dir, name, S_IFREG, make, err);
}

/* --gc compares it with what is there then; by the descriptor of this directory, as --gc does. */
static int make_filesystem(const struct place *p, int dir, const char *name,
			   const struct cb_state_op *make, struct cb_error *err)
{
	struct stat st;
	if (fstat(dir, &st) < 0)
		return refuse_error(p, make, errno, err);
	return make_text(p, dir, name, cb_filesystem_name(make->text, st.st_dev), make, err);
}

static int make_link(const struct place *p, int dir, const char *name,
		     const struct cb_state_op *make, struct cb_error *err)
{
	int result = look_at(p, dir, name, 0, make, err);
	if (result <= 0)
		return result;
	if (symlinkat(make->text, dir, name) < 0 && errno != EEXIST)
		return refuse_error(p, make, errno, err);
	return check_existing(p, dir, name, 0, make, err);
}

/* musl 1.2.3 has no renameat2(). */
static int rename_no_replace(int dir, const char *from, const char *to)
{
	return (int)syscall(SYS_renameat2, dir, from, dir, to, RENAME_NOREPLACE);
}

/* Only a file is moved, never a link, and never over something. */
static int make_move(const struct place *p, const struct cb_state_op *make, struct cb_error *err)
{
	struct stat st;
	if (fstatat(p->dir, make->path, &st, AT_SYMLINK_NOFOLLOW) < 0 || !S_ISREG(st.st_mode))
		return 0;
	if (rename_no_replace(p->dir, make->path, make->text) < 0 && errno != EEXIST &&
	    errno != ENOENT)
		return refuse_error(p, make, errno, err);
	return 0;
}

static int make_one(const struct place *p, const struct cb_state_op *make, struct cb_error *err)
{
	const char *name;
	int dir = open_parent(p, make->path, &name);
	if (dir < 0)
		return refuse_error(p, make, errno, err);
	int result = -1;
	switch (make->kind) {
	case CB_STATE_OP_DIR:
		result = *name ? make_directory(p, dir, name, make, err) : 0;
		break;
	case CB_STATE_OP_FILE:
	case CB_STATE_OP_SEED:
		result = make_file(p, dir, name, make, err);
		break;
	case CB_STATE_OP_LINK:
		result = make_link(p, dir, name, make, err);
		break;
	case CB_STATE_OP_TEXT:
		result = make_text(p, dir, name, make->text, make, err);
		break;
	case CB_STATE_OP_FILESYSTEM:
		result = make_filesystem(p, dir, name, make, err);
		break;
	case CB_STATE_OP_MOVE:
		result = make_move(p, make, err);
		break;
	}
	if (dir != p->dir)
		close(dir);
	return result;
}

/* ~/.claudebox itself, made when missing. */
static int open_state_home(struct place *p, struct cb_error *err)
{
	char here[] = "";
	const struct cb_state_op self = { CB_STATE_OP_DIR, here, NULL };
	int home = openat(AT_FDCWD, p->home, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (home < 0)
		return refuse_error(p, &self, errno, err);
	int result = make_directory(p, home, CB_STATE_HOME, &self, err);
	if (result == 0) {
		p->dir = openat(home, CB_STATE_HOME, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		result = p->dir < 0 ? refuse_error(p, &self, errno, err) : 0;
	}
	close(home);
	return result;
}

int cb_state_make(const char *home, uid_t uid, const struct cb_state_ops *makes,
		  struct cb_error *err)
{
	struct place p = { home, uid, -1 };
	/* What is made has the modes that are asked for here; the user's umask is the agent's. */
	mode_t mask = umask(077);
	int result = open_state_home(&p, err);
	for (size_t i = 0; result == 0 && i < makes->len; i++)
		result = make_one(&p, &makes->items[i], err);
	umask(mask);
	if (p.dir >= 0)
		close(p.dir);
	return result;
}
