/* The agent's Landlock layer, inside the sandbox. */
#ifndef CB_ACT_LANDLOCK_H
#define CB_ACT_LANDLOCK_H

#include <stdbool.h>

/* Confines this process and all it starts. It can then trace no process outside the layer, bwrap's
 * first one inside included; connect to no abstract socket of the host (L6); open no file but those
 * below the root, so that a file passed as a stream is only opened as it was; and make unix sockets
 * only below the directories `sockets` (L34), which are separated by colons; NULL: none. The
 * function changes that text.
 *
 * `nesting`: mounts stay possible, so there are no rules on files, which forbid mounting. Before
 * Linux 5.19 it does nothing, and before 6.12 nothing about abstract sockets; --check says so.
 * 0; -1 with errno where the kernel knows Landlock and refused. */
int cb_landlock_enter(bool nesting, char *sockets);

#endif
