/* The terminal, in what state it goes into the sandbox and in what it comes back. */
#ifndef CB_ACT_TERMINAL_H
#define CB_ACT_TERMINAL_H

#include "base/error.h"

/* What is typed at a terminal that the sandbox is not to read is not let in (L5): a terminal is
 * only written to where the input is none, and nothing starts in the background of one. */
int cb_terminal_guard(struct cb_error *err);

/* Where standard output is a terminal: starts a process that waits for the end of this one, which
 * becomes bwrap. Nothing rests on it; where it cannot be started, there is none. */
void cb_terminal_restore_at_end(void);

#endif
