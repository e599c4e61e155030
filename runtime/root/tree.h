/* The tree that becomes the sandbox's root: how one thing in it is made. For act-stage.c. */
#ifndef CB_ROOT_TREE_H
#define CB_ROOT_TREE_H

#include "plan/plan.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/mount.h>

/* As bwrap would have mounts: what it finds so already it need not change, one by one. */
#define CB_TREE_QUIET (MS_NOSUID | MS_NODEV)

/* Attributes of mount_setattr(); linux/mount.h and sys/mount.h cannot be included together. */
#define CB_TREE_READ_ONLY 1U /* MOUNT_ATTR_RDONLY */
#define CB_TREE_NO_SUID 2U   /* MOUNT_ATTR_NOSUID */
#define CB_TREE_QUIET_TOO 6U /* that and MOUNT_ATTR_NODEV */

/* Sets attributes of a mount, and of all that is mounted in it. */
int cb_tree_set(int mount, uint64_t attributes, bool recursive);

/* A mount of what the descriptor `from` is, that is nowhere yet; with all that is mounted in it, if
 * `recursive`. */
int cb_tree_clone(int from, bool recursive, uint64_t attributes);

/* Mounts what the descriptor `from` is at `path` in `to`, "" for `to` itself. */
int cb_tree_mount(int from, int to, const char *path, uint64_t attributes);

/* Makes a file with an operation's text beside the tree, in the current directory, and opens it. */
int cb_tree_write_beside(const struct cb_plan *plan, const struct cb_op *op);

/* Does an operation in `tree`, which is CB_TREE_NAME in the current directory. */
int cb_tree_stage(const struct cb_plan *plan, const struct cb_op *op, int tree);

#endif
