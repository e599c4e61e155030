/* The probes of --prove: run inside the sandbox, by the launcher itself, each looks for one thing
 * that must not be reachable. They find it in a sandbox that lacks the handling of its class. */
#ifndef CB_COMMANDS_PROVE_PROBES_H
#define CB_COMMANDS_PROVE_PROBES_H

#include "vocab/policy.h"

#include <stdbool.h>
#include <stdio.h>

enum cb_canary {
#define X(NAME, word) CB_CANARY_##NAME,
#include "commands/prove/canaries.def"
#undef X
	CB_CANARY_COUNT
};

extern const char *const cb_canary_words[CB_CANARY_COUNT];

/* What a probe may use, and where it leaves its answer. */
struct cb_probe {
	const struct cb_policy *policy;
	char *canaries[CB_CANARY_COUNT]; /* never NULL; "" where nothing could be planted */
	char *const *env;
	const char *skip; /* set by a probe that does not apply here: why */
};

/* Returns what was reached, in words, or NULL. */
typedef const char *cb_probe_function(struct cb_probe *probe);

#define X(ID, function, title) cb_probe_function cb_probe_##function;
#include "commands/prove/probes.def"
#undef X

/* The last line of their output. */
#define CB_PROBE_END "# end"

/* Reads the canaries from standard input, `word value` a line, runs every probe and prints TAP.
 * Returns the exit code. */
int cb_probe_run(const struct cb_policy *policy, char *const *env);

/* Shared by the probe files: `text` occurs in the file (NULs and all). */
bool cb_file_holds(const char *path, const char *text);

/* The name of this process' namespace number `i` ("" where the kernel has no such), false behind
 * the last. */
#define CB_NAMESPACE_SIZE 32
bool cb_read_namespace(size_t i, char ret[CB_NAMESPACE_SIZE]);

#endif
