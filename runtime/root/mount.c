/* The system calls that mount by descriptor; no C library of today has them all. */
#include "root/mount.h"

#include "base/io.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CLONE 1U          /* OPEN_TREE_CLONE */
#define RECURSIVE 0x8000U /* AT_RECURSIVE */
#define FROM_EMPTY 4U     /* MOVE_MOUNT_F_EMPTY_PATH */
#define TO_EMPTY 0x40U    /* MOVE_MOUNT_T_EMPTY_PATH */
#define EMPTY_PATH ((unsigned)AT_EMPTY_PATH)

struct mount_attr {
	uint64_t set, clear, propagation, userns;
};

int cb_mount_set(int fd, uint64_t attributes, bool recursive)
{
	const struct mount_attr attr = { .set = attributes };
	return (int)syscall(SYS_mount_setattr, fd, "", EMPTY_PATH | (recursive ? RECURSIVE : 0),
			    &attr, sizeof attr);
}

int cb_mount_clone(int from, bool recursive, uint64_t attributes)
{
	int mount =
	    (int)syscall(SYS_open_tree, from, "",
			 EMPTY_PATH | (recursive ? RECURSIVE : 0) | CLONE | (unsigned)O_CLOEXEC);
	if (mount < 0 || !attributes || cb_mount_set(mount, attributes, recursive) == 0)
		return mount;
	cb_close(mount);
	return -1;
}

int cb_mount_bind(int from, int to, const char *path, uint64_t attributes)
{
	int mount = cb_mount_clone(from, true, attributes);
	int result = mount < 0 ? -1
			       : (int)syscall(SYS_move_mount, mount, "", to, path,
					      FROM_EMPTY | (*path ? 0 : TO_EMPTY));
	cb_close(mount);
	return result;
}
