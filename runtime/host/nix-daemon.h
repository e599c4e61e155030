/* Asks the Nix daemon whether it trusts the user. */
#ifndef CB_HOST_NIX_DAEMON_H
#define CB_HOST_NIX_DAEMON_H

#include "vocab/policy.h"

#include <sys/types.h>

/* Returns the descriptor its answer comes by; -1: *ret_answer is the answer. The daemon takes
 * milliseconds to answer, in which there is other work to do. */
int cb_nix_ask(uid_t uid, enum cb_nix_answer *ret_answer);

/* Waits for the answer, at most half a second. Closes the descriptor. */
enum cb_nix_answer cb_nix_hear(int fd);

#endif
