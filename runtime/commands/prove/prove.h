/* --prove: plants canaries on the host, launches the real sandbox with the probes in the agent's
 * place, and removes everything again. */
#ifndef CB_COMMANDS_PROVE_PROVE_H
#define CB_COMMANDS_PROVE_PROVE_H

#include "base/error.h"

/* `launch` is the ordinary launch with the probes as its command; it returns only on failure, and
 * is called in a process of its own. Returns 0 when nothing was reached; 1 when something was;
 * -1 when nothing could be proved. */
int cb_prove(char *const *env, const char *program, int (*launch)(char *const *env),
	     struct cb_error *err);

#endif
