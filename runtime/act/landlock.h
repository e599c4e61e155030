/* Landlock around the agent, and all it starts, inside. */
#ifndef CB_ACT_LANDLOCK_H
#define CB_ACT_LANDLOCK_H

#include <stdbool.h>

/* From here on no process outside, bwrap's own in the sandbox included, can be traced; no abstract
 * socket of the host be connected to (L6); of files only those below the root be opened: not again,
 * in another way, what came as a stream; and unix sockets only be made below the directories
 * `sockets` (L34): with colons between them, which are taken out; NULL: none. `nesting`: mounts are
 * to be possible, which rules on files forbid. Before Linux 5.19 it does nothing, before 6.12
 * nothing about abstract sockets, which --check tells. -1 with errno where the kernel knows it and
 * did not do it.
 */
int cb_landlock_enter(bool nesting, char *sockets);

#endif
