/* Makes on the host what a plan wants below ~/.claudebox. */
#ifndef CB_ACT_STATE_H
#define CB_ACT_STATE_H

#include "base/error.h"
#include "plan/instance.h"

#include <sys/types.h>

/* Makes ~/.claudebox below `home`, then carries out `ops` in it, in order. Keeps what is there
 * already. Refuses by name what does not belong to `uid`, and a symbolic link in the place of
 * something else. */
int cb_state_make(const char *home, uid_t uid, const struct cb_state_ops *ops,
		  struct cb_error *err);

#endif
