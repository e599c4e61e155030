/* Processes beside the sandbox: they stay outside when the launcher enters a private network and
 * becomes bwrap, and end with it. */
#ifndef CB_BASE_SIDECAR_H
#define CB_BASE_SIDECAR_H

#include <stddef.h>

/* Descriptors of a sidecar; it has no others but /dev/null for its streams. */
enum { CB_SIDECAR_LAUNCHER = 3, CB_SIDECAR_LIFE = 4, CB_SIDECAR_FREE = 5 };

/* Runs `run(data)` in a process with a session of its own, which is not a child of this one;
 * returns the launcher's end of a socket pair, -1: failed. `life` tells it that the sandbox has
 * ended: a pipe that hangs up, or cb_sidecar_open_self(). */
int cb_sidecar_start(void (*run)(void *data), void *data, int life);

/* A descriptor of this process, which becomes bwrap and ends when all else has; -1: failed. */
int cb_sidecar_open_self(void);

/* Descriptors over that socket; the receiver must know how many. */
int cb_sidecar_send(int to, const int *fds, size_t count);
int cb_sidecar_receive(int from, int *fds, size_t count);

/* Sends a byte that means ready, and waits for it; -1: the other side has ended. */
int cb_sidecar_say_ready(int to);
int cb_sidecar_wait_ready(int from);

#endif
