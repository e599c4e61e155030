/* git's index, read without git: only to tell whether a path is tracked. Pure. */
#ifndef CB_FORMATS_GIT_INDEX_H
#define CB_FORMATS_GIT_INDEX_H

#include <stddef.h>

enum cb_tracked { CB_TRACKED_NO, CB_TRACKED_YES, CB_TRACKED_UNKNOWN };

/* `path` is relative to the work tree; a directory is tracked when something in it is. Unknown: an
 * index of a form that is not understood, or that is not the whole one. */
enum cb_tracked cb_git_index_has(const char *data, size_t size, const char *path);

#endif
