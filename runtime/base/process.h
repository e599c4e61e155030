/* Child processes: a function in one, and a program of the policy with its output read. */
#ifndef CB_BASE_PROCESS_H
#define CB_BASE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Waits for a child's end. Its exit code; -1 with errno, which is EIO where a signal ended it. */
int cb_child_wait(pid_t child);

/* Runs `what(data)` in a child, for what cannot be undone, and waits. Its result, 0 to 255, is the
 * child's exit code; -1 with errno: it could not be started, or (EIO) a signal ended it. */
int cb_child_run(int (*what)(const void *data), const void *data);

/* The same where `what` returns 0, or -1 with errno. 0, or the error. */
int cb_child_try(int (*what)(const void *data), const void *data);

/* Runs a program without input and terminal; with `errors`, what it writes to standard error is
 * read too. 0: it ran and exited with 0; -1: it ran and failed; else the error of starting it,
 * ETIMEDOUT when it was not done in ten seconds. What it wrote is in `buffer`, cut at `limit`. It
 * ends with this process, however that ends. */
int cb_run(const char *program, char *const *argv, char *const *env, bool errors, char *buffer,
	   size_t limit, size_t *ret_size);

#endif
