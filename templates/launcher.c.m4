/* Made by claudebox-gen from a policy: the tables of one launcher, data only.
 * The types are in runtime/vocab/policy.h. Change the policy, not this file. */
#include "vocab/policy.h"

g4_tables

static const struct cb_bpf filter[] = {
g4_filter
};

static const char sandbox_md[] =
	g4_sandbox_md;

const struct cb_policy cb_policy = {
g4_fields
	.filter = filter,
	.filter_count = g4_filter_count,
	.sandbox_md = sandbox_md,
};
