/* Walks a path component by component, link by link: the kernel would say where it leads, but not
 * by what way. */
#ifndef CB_HOST_WALK_H
#define CB_HOST_WALK_H

#include <stdbool.h>

/* What a step of a walk finds at `path`: something, a link whose text it has put into `target`,
 * which has room for PATH_MAX bytes, or a reason to go no further. */
enum cb_step { CB_STEP_ON, CB_STEP_LINK, CB_STEP_END };
typedef enum cb_step cb_step(void *context, const char *path, char *target);

/* Where an absolute path leads by these steps; *ret_whole: no step ended the walk, and there were
 * not too many links. */
char *cb_walk(const char *path, cb_step *step, void *context, bool *ret_whole);

/* Where an absolute path of the host leads, there or not; NULL where a step on the way lies in
 * `dir`, in which an agent can put a link anywhere; with `links` only where a link in it would be
 * followed. NULL as `dir`: no such. */
char *cb_trace_path(const char *path, const char *dir, bool links);

#endif
