/* Landlock, twice: around bwrap and all it starts, then around the agent inside. */
#ifndef CB_FENCE_H
#define CB_FENCE_H

#include <stdbool.h>

/* From here on no abstract socket of the host can be connected to (L6), and no process outside be
 * signalled (L14). 0 also where the kernel knows no scopes (before Linux 6.12), which --check
 * tells; -1 with errno where it does and they could not be set. */
int cb_fence_sandbox(void);

/* From here on no process outside, bwrap's own in the sandbox included, can be traced, and of files
 * only those below the root can be opened: not again, in another way, what came as a stream.
 * `nesting`: mounts are to be possible, which rules on files forbid. Before Linux 5.19 it does
 * nothing. */
int cb_fence_agent(bool nesting);

#endif
