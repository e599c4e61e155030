/* The seccomp program of a policy: what the namespaces do not cover (terminal injection, kernel
 * keyrings, io_uring, userfaultfd, odd socket families). Made by libseccomp for the policy's
 * system, whatever machine the generator runs on. */
#ifndef CB_GEN_FILTER_H
#define CB_GEN_FILTER_H

#include "base/error.h"
#include "vocab/policy.h"

enum cb_system {
#define X(NAME, word) CB_SYSTEM_##NAME,
#include "policy/systems.def"
#undef X
	CB_SYSTEM_COUNT
};

struct cb_filter {
	struct cb_bpf *program;
	size_t count;
};

int cb_build_filter(enum cb_system system, struct cb_filter *ret_filter, struct cb_error *err);

#endif
