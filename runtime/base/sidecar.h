/* Processes beside the sandbox: they stay outside when the launcher moves into a private network
 * and becomes bwrap, and end with it. How they are started, and spoken with. */
#ifndef CB_BASE_SIDECAR_H
#define CB_BASE_SIDECAR_H

#include <stddef.h>

/* Descriptors of a helper; it has no others but /dev/null for its streams. */
enum { CB_SIDECAR_LAUNCHER = 3, CB_SIDECAR_LIFE = 4, CB_SIDECAR_FREE = 5 };

/* Runs `run(data)` in a process of its own session that is nobody's child; returns the launcher's
 * end of a socket pair, -1: failed. `life` is what tells it that the sandbox has ended: a pipe that
 * hangs up, or cb_sidecar_open_self(). */
int cb_sidecar_start(void (*run)(void *data), void *data, int life);

/* A descriptor of this process, which becomes bwrap and ends when all else has; -1: failed. */
int cb_sidecar_open_self(void);

/* Descriptors over that socket; the receiver must know how many. */
int cb_sidecar_send(int to, const int *fds, size_t count);
int cb_sidecar_receive(int from, int *fds, size_t count);

/* A byte: ready. Waits for it; -1: it is not coming. */
int cb_sidecar_say_ready(int to);
int cb_sidecar_wait_ready(int from);

#endif
