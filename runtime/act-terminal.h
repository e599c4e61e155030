/* What becomes of the terminal when the sandbox is killed. */
#ifndef CB_ACT_TERMINAL_H
#define CB_ACT_TERMINAL_H

/* Where standard output is a terminal: starts a process that waits for the end of this one, which
 * becomes bwrap. Nothing rests on it; where it cannot be started, there is none. */
void cb_act_keep_terminal(void);

#endif
