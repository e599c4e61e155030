/* Processes that stay outside when the launcher moves into a private network, and how it speaks
 * with them. */
#ifndef CB_NET_HELPER_H
#define CB_NET_HELPER_H

#include <stddef.h>

/* Descriptors of a helper; it has no others but /dev/null for its streams. */
enum { CB_HELPER_LAUNCHER = 3, CB_HELPER_LIFE = 4, CB_HELPER_FREE = 5 };

/* Runs `run(data)` in a process of its own session that is nobody's child; returns the launcher's
 * end of a socket pair, -1: failed. `life` is a pipe that hangs up when the sandbox has ended. */
int cb_helper_start(void (*run)(void *data), void *data, int life);

/* Descriptors over that socket; the receiver must know how many. */
int cb_helper_send(int to, const int *fds, size_t count);
int cb_helper_receive(int from, int *fds, size_t count);

/* A byte: ready. Waits for it; -1: it is not coming. */
int cb_helper_say_ready(int to);
int cb_helper_wait_ready(int from);

#endif
