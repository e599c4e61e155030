/* A child process, without the C library's fork(): musl's brings the locks of threads along,
 * and there are no threads here. The child may exec, or use plain functions. */
#ifndef CB_PROCESS_H
#define CB_PROCESS_H

#include <signal.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/* Flags and four addresses, none of them used: the order in which machines take them is no
 * matter. */
static inline pid_t cb_fork(void)
{
	return (pid_t)syscall(SYS_clone, (long)SIGCHLD, 0L, 0L, 0L, 0L);
}

#endif
