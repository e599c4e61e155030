/* Mounts by descriptor, which nobody can redirect by a link (L7, L30): open_tree(), move_mount()
 * and mount_setattr() of Linux 5.12. All return -1 with errno. */
#ifndef CB_ROOT_MOUNT_H
#define CB_ROOT_MOUNT_H

#include <stdbool.h>
#include <stdint.h>

/* MOUNT_ATTR_*; linux/mount.h and the C library's sys/mount.h cannot be included together. */
#define CB_MOUNT_READ_ONLY 1U
#define CB_MOUNT_NO_SUID 2U
#define CB_MOUNT_NO_DEV 4U

/* What bwrap wants of every mount, and sets one by one where it is missing. */
#define CB_MOUNT_LIKE_BWRAP (CB_MOUNT_NO_SUID | CB_MOUNT_NO_DEV)

/* Sets attributes of the mount that `fd` is in; `recursive`: and of all mounts in it. */
int cb_mount_set(int fd, uint64_t attributes, bool recursive);

/* A new mount of what `from` refers to, attached nowhere; `recursive`: with the mounts in it. */
int cb_mount_clone(int from, bool recursive, uint64_t attributes);

/* Mounts what `from` refers to, with the mounts in it, at `path` in the directory `to`; "" for `to`
 * itself. */
int cb_mount_bind(int from, int to, const char *path, uint64_t attributes);

#endif
