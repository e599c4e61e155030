/* Makes on the host what a plan wants below ~/.claudebox. */
#ifndef CB_ACT_STATE_H
#define CB_ACT_STATE_H

#include "base/error.h"
#include "plan/instance.h"

#include <sys/types.h>

/* What is there already is kept; what is not the user's own, or a symbolic link in the place of
 * something else, is refused by name. */
int cb_state_make(const char *home, uid_t uid, const struct cb_state_ops *makes,
		  struct cb_error *err);

#endif
