/* Makes what a plan shows. In the tree are directories of the host, where others may be changing
 * things at this moment: everything is opened by descriptor, without following a link (L7). */
#include "root/tree.h"

#include "base/io.h"
#include "base/memory.h"
#include "host/read.h"
#include "root/mount.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

/* Makes the file `name` with an operation's text, and opens it. */
static int create_file(int dir, const char *name, const struct cb_op *op)
{
	int fd = openat(dir, name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, (mode_t)op->mode);
	if (fd < 0 || cb_write_all(fd, op->text, op->text_size) == 0)
		return fd;
	cb_close(fd);
	return -1;
}

/* The same in the staging directory, under a name of the operation's own. */
static int create_staged_file(const struct cb_plan *plan, const struct cb_op *op)
{
	return create_file(AT_FDCWD, cb_format("copy%td", op - plan->ops), op);
}

/* In the tree itself. One on the root is read-only with it, others by a mount of their own. */
static int add_file(int dir, const char *name, const struct cb_op *op)
{
	int fd = create_file(dir, name, op), result = fd < 0 ? -1 : 0;
	if (result == 0 && op->kind == CB_KIND_MADE && !op->on_root)
		result = cb_mount_bind(fd, fd, "", CB_MOUNT_READ_ONLY);
	cb_close(fd);
	return result;
}

static int mount_tmpfs(const struct cb_plan *plan, int place, unsigned mode)
{
	char path[CB_FD_PATH_SIZE], options[64];
	int len = snprintf(options, sizeof options, "mode=%04o", mode);
	if (plan->policy->limit_tmpfs)
		snprintf(options + len, sizeof options - (size_t)len, ",size=%" PRIu64,
			 plan->policy->limit_tmpfs);
	return mount("tmpfs", cb_fd_path(path, place), "tmpfs", MS_NOSUID | MS_NODEV, options);
}

static int add_device(int dev, const char *name)
{
	int from = cb_open_plain(AT_FDCWD, cb_format("/dev/%s", name)), result = -1;
	if (from >= 0 && mknodat(dev, name, S_IFREG | 0444, 0) == 0)
		result = cb_mount_bind(from, dev, name, CB_MOUNT_NO_SUID);
	cb_close(from);
	return result;
}

static int mount_devpts(int dev)
{
	char path[CB_FD_PATH_SIZE];
	return mount("devpts", cb_format("%s/pts", cb_fd_path(path, dev)), "devpts",
		     MS_NOSUID | MS_NOEXEC, "newinstance,ptmxmode=0666,mode=620");
}

/* What bwrap's --dev makes, which reads all mounts again for each device; but for the console,
 * which would be the user's terminal by another name. */
static int fill_dev(const struct cb_plan *plan, int dev)
{
	static const struct {
		const char *name;
		enum { DEVICE, LINK, DIRECTORY } kind;
		const char *target;
	} files[] = {
#define X(name, kind, target) { name, kind, target },
#include "vocab/dev-files.def"
#undef X
	};
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		const char *name = files[i].name;
		if (strcmp(name, "tty") == 0 && !plan->tty)
			continue;
		int result = files[i].kind == DEVICE ? add_device(dev, name)
			     : files[i].kind == LINK ? symlinkat(files[i].target, dev, name)
						     : mkdirat(dev, name, 0755);
		if (result < 0)
			return -1;
	}
	return mount_devpts(dev);
}

/* The mounted file system is opened by its name, which only in a directory of ours cannot be
 * another's by then. */
static int add_dev(const struct cb_plan *plan, const struct cb_op *op, int dir, const char *name,
		   int place)
{
	int dev = -1;
	if (!op->parent_is_ours)
		errno = ENOTSUP;
	else if (mount_tmpfs(plan, place, 0755) == 0)
		dev = cb_open_plain(dir, name);
	int result = dev < 0 ? -1 : fill_dev(plan, dev);
	cb_close(dev);
	return result;
}

/* Mounts what the operation shows: a generated file, or a path of the host. */
static int mount_source(const struct cb_plan *plan, const struct cb_op *op, int place)
{
	bool writable = op->kind == CB_KIND_RW || op->kind == CB_KIND_FILE;
	int from = op->text ? create_staged_file(plan, op) : cb_open_plain(AT_FDCWD, op->from);
	int result = from < 0
			 ? -1
			 : cb_mount_bind(from, place, "",
					 CB_MOUNT_LIKE_BWRAP | (writable ? 0 : CB_MOUNT_READ_ONLY));
	cb_close(from);
	return result;
}

/* What is mounted on: made empty, unless it is there. */
static int make_place(const struct cb_op *op, int dir, const char *name)
{
	mode_t mode = op->kind == CB_KIND_DIR ? (mode_t)op->mode : 0755;
	int result =
	    op->is_directory ? mkdirat(dir, name, mode) : mknodat(dir, name, S_IFREG | 0444, 0);
	return result < 0 && errno != EEXIST ? -1 : cb_open_plain(dir, name);
}

static int add_mount(const struct cb_plan *plan, const struct cb_op *op, int dir, const char *name)
{
	int place = make_place(op, dir, name), result = place < 0 ? -1 : 0;
	if (result == 0 && op->kind == CB_KIND_TMPFS)
		result = mount_tmpfs(plan, place, op->mode);
	else if (result == 0 && op->kind == CB_KIND_DEV)
		result = add_dev(plan, op, dir, name, place);
	else if (result == 0 && op->kind != CB_KIND_DIR && op->kind != CB_KIND_PROC)
		result = mount_source(plan, op, place);
	cb_close(place);
	return result;
}

/* A directory of the tree, made with those above it where it is missing. Changes `path` and changes
 * it back. */
static int open_directory(int tree, char *path)
{
	int dir = cb_open_plain(tree, *path ? path : ".");
	char *slash = strrchr(path, '/');
	if (dir >= 0 || errno != ENOENT)
		return dir;
	if (slash)
		*slash = '\0';
	const char *name = slash ? slash + 1 : path;
	int parent = slash ? open_directory(tree, path) : cb_open_plain(tree, ".");
	if (parent >= 0 && (mkdirat(parent, name, 0755) == 0 || errno == EEXIST))
		dir = cb_open_plain(parent, name);
	cb_close(parent);
	if (slash)
		*slash = '/';
	return dir;
}

int cb_tree_add(const struct cb_plan *plan, const struct cb_op *op, int tree)
{
	const char *name = strrchr(op->to, '/') + 1;
	size_t parent = (size_t)(name - op->to - 1);
	int dir = open_directory(tree, cb_strndup(op->to + 1, parent ? parent - 1 : 0));
	int result;
	if (dir < 0)
		return -1;
	if (op->kind == CB_KIND_LINK)
		result = symlinkat(op->from, dir, name);
	else if (op->text && op->parent_is_ours)
		result = add_file(dir, name, op);
	else
		result = add_mount(plan, op, dir, name);
	cb_close(dir);
	return result;
}

int cb_tree_cover(const struct cb_plan *plan, const struct cb_op *op, int tree)
{
	bool hides = op->kind == CB_KIND_TMPFS || op->kind == CB_KIND_MADE;
	int place = cb_open_plain(tree, op->to + 1), from = place, result = -1;
	if (hides)
		from = op->is_copy
			   ? create_staged_file(plan, op)
			   : cb_open_plain(AT_FDCWD, op->is_directory ? CB_TREE_EMPTY_DIRECTORY
								      : CB_TREE_EMPTY_FILE);
	if (place >= 0 && from >= 0)
		result =
		    cb_mount_bind(from, place, "", op->kind == CB_KIND_RW ? 0 : CB_MOUNT_READ_ONLY);
	cb_close(place);
	if (hides)
		cb_close(from);
	return result;
}
