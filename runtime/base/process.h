/* Runs a program of the policy for facts: no input, no terminal. */
#ifndef CB_BASE_PROCESS_H
#define CB_BASE_PROCESS_H

#include <stddef.h>

/* 0: it ran and exited with 0; -1: it ran and failed; else the error of starting it, ETIMEDOUT when
 * it was not done in ten seconds. What it wrote is in `buffer`, longer output is cut there. It ends
 * with this process, however that ends. */
int cb_run(const char *program, char *const *argv, char *const *env, char *buffer, size_t limit,
	   size_t *ret_size);

/* The same with its errors among what it wrote. */
int cb_run_loud(const char *program, char *const *argv, char *const *env, char *buffer,
		size_t limit, size_t *ret_size);

#endif
