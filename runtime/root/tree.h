/* The tree that becomes the root of the sandbox: how one operation of a plan is done in it. The
 * current directory is the staging directory, plan->stage, a tmpfs of ours that holds the tree and,
 * outside it, the files that are mounted from there. */
#ifndef CB_ROOT_TREE_H
#define CB_ROOT_TREE_H

#include "plan/plan.h"

/* In the staging directory: what covers a hidden directory, and a hidden file. */
#define CB_TREE_EMPTY_DIRECTORY "void"
#define CB_TREE_EMPTY_FILE "empty"

/* Does an operation in the tree whose root is the descriptor `tree`: makes the place and the
 * directories above it where they are missing, and mounts there. Follows no link. -1 with errno. */
int cb_tree_add(const struct cb_plan *plan, const struct cb_op *op, int tree);

/* Mounts over something in the tree: itself, read-only or writable; a copy of it; or nothing. It
 * must be there. -1 with errno. */
int cb_tree_cover(const struct cb_plan *plan, const struct cb_op *op, int tree);

#endif
