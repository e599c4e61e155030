/* Walks a path component by component and link by link: the kernel only says where it leads, not by
 * which way. */
#ifndef CB_HOST_WALK_H
#define CB_HOST_WALK_H

#include <stdbool.h>

/* A step of a walk: false ends it at `path`. For a link, *ret_target is set to its target. */
typedef bool cb_step(void *context, const char *path, char **ret_target);

/* Where an absolute path leads, by the answers of `step`. *ret_whole is false where a step ended
 * the walk or there were too many links. */
char *cb_walk(const char *path, cb_step *step, void *context, bool *ret_whole);

/* Where an absolute path leads on the host, whether it exists or not. NULL where the way leads
 * through `dir`, in which an agent can put links; with `links`, only where it follows a link in
 * `dir`. `dir` may be NULL. */
char *cb_trace_path(const char *path, const char *dir, bool links);

#endif
