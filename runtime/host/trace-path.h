/* Where a path leads, if it is to be believed: an agent can put a link anywhere in its project.
 * Part of facts. */
#ifndef CB_HOST_TRACE_PATH_H
#define CB_HOST_TRACE_PATH_H

#include <stdbool.h>

/* Where an absolute path leads, there or not; NULL where a step on the way lies in `dir`, with
 * `links` only where a link in it would be followed. NULL as `dir`: no such. Caller frees. */
char *cb_trace_path(const char *path, const char *dir, bool links);

#endif
