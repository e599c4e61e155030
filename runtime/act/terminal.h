/* The user's terminal: a question on it, in what state it enters the sandbox, and how the user gets
 * it back. */
#ifndef CB_ACT_TERMINAL_H
#define CB_ACT_TERMINAL_H

#include "base/error.h"

#include <stdbool.h>

enum cb_answer { CB_ANSWER_YES, CB_ANSWER_MORE, CB_ANSWER_ALWAYS };

/* Asks on the controlling terminal, since standard input is the agent's, until the answer is one of
 * yes, no, and what `letters` adds to them: `?` for more, `a` for always. An empty line counts as
 * `by_default` says, the end of the input as no. Returns an enum cb_answer; -1 with an error: no.
 */
int cb_terminal_ask(const char *question, const char *letters, bool by_default,
		    struct cb_error *err);

/* Where standard input is not a terminal, opens those of the other streams that are one again for
 * writing alone: the agent has no use for what the user types there (L5). */
void cb_terminal_make_write_only(void);

/* Starts a sidecar that takes back, when bwrap was killed, what the agent had asked of the
 * terminal. Only where standard output is one. Nothing depends on it: that it cannot be started is
 * no error. */
void cb_terminal_restore_at_end(void);

#endif
