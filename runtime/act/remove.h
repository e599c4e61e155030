/* Removes what is in a directory of ours, following no symbolic link. */
#ifndef CB_ACT_REMOVE_H
#define CB_ACT_REMOVE_H

/* Everything below the open directory. 0, or the first error that stood in the way; what could be
 * removed is gone in any case. */
int cb_remove_below(int dir);

#endif
