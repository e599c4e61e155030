/* Walks a path component by component, link by link: the kernel would say where it leads, but not
 * by what way. */
#ifndef CB_HOST_WALK_H
#define CB_HOST_WALK_H

#include <stdbool.h>

/* A step of a walk: whether it goes on from `path`. Where a link is there, *ret_target is its text.
 */
typedef bool cb_step(void *context, const char *path, char **ret_target);

/* Where an absolute path leads by these steps; *ret_whole: no step ended the walk, and there were
 * not too many links. */
char *cb_walk(const char *path, cb_step *step, void *context, bool *ret_whole);

/* Where an absolute path of the host leads, there or not; NULL where a step on the way lies in
 * `dir`, in which an agent can put a link anywhere; with `links` only where a link in it would be
 * followed. NULL as `dir`: no such. */
char *cb_trace_path(const char *path, const char *dir, bool links);

#endif
