/* A policy and a host for unit tests of the pure half: small, complete, and nowhere on disk. */
#ifndef HOST_H
#define HOST_H

#include "facts.h"
#include "policy.h"

extern const struct cb_policy unit_policy; /* full network, six rows, one of them optional */

/* A user `ada` in /home/ada/src/app. The caller may change what it tests; clear as usual. */
struct cb_facts unit_facts(void);

/* Replaces an owned string of the facts. */
void unit_set(char **field, const char *value);

#endif
