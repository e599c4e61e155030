/* Removes a directory tree that is ours, following no symbolic link. */
#ifndef CB_ACT_REMOVE_H
#define CB_ACT_REMOVE_H

/* `name` in the directory `dir` and everything below it. 0, or -1 with errno; what could be
 * removed is gone in any case. */
int cb_remove_tree(int dir, const char *name);

#endif
