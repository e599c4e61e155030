/* Whether the git directory outside the work tree is the one of its first launch. Part of facts. */
#ifndef CB_HOST_COMMON_DIR_H
#define CB_HOST_COMMON_DIR_H

#include "base/error.h"
#include "host/facts.h"

int cb_common_check(const struct cb_facts *facts, struct cb_error *err);

#endif
