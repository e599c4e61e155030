/* Removes what is in a directory of ours. Follows no link. */
#ifndef CB_ACT_REMOVE_H
#define CB_ACT_REMOVE_H

/* Removes everything below the open directory, but not itself. 0, or the first error; it removes
 * what it can in any case. */
int cb_remove_below(int dir);

#endif
