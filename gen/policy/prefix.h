/* A block of addresses as a policy writes it. Pure. */
#ifndef CB_GEN_PREFIX_H
#define CB_GEN_PREFIX_H

#include "vocab/policy.h"

#include <stdbool.h>

/* `ADDRESS/BITS` with no bit set behind the first BITS. */
bool cb_prefix_parse(const char *text, struct cb_prefix *ret);

#endif
