/* The probes of --prove: run inside the sandbox, by the launcher itself, each looks for one thing
 * that must not be reachable. They find it in a sandbox that lacks the handling of its class. */
#ifndef CB_COMMANDS_PROVE_PROBES_H
#define CB_COMMANDS_PROVE_PROBES_H

#include "vocab/policy.h"

#include <stdbool.h>

/* What --prove plants on the host and the probes look for, in the order it is handed to them. */
enum cb_canary {
	CB_CANARY_MARKER,   /* text in the environment, in every planted file, in the key */
	CB_CANARY_PASSED,   /* value of a variable that is let in: allowed inside, but in no argv */
	CB_CANARY_SSH,      /* file: a private key */
	CB_CANARY_CLOUD,    /* file: cloud credentials */
	CB_CANARY_CLAUDE,   /* file: the host's own Claude state */
	CB_CANARY_STATE,    /* file: the state of another project */
	CB_CANARY_OUTSIDE,  /* file: beside the project */
	CB_CANARY_SOCKET,   /* path of a listening unix socket */
	CB_CANARY_ABSTRACT, /* name of a listening abstract socket, with a @ in front */
	CB_CANARY_PORT,     /* port of a listener on the host's loopback */
	CB_CANARY_KEY,      /* description of a key in the session keyring; "": no keyrings here */
	CB_CANARY_PROCESS,  /* name of a process of the host */
	CB_CANARY_PID,      /* and its id there */
	CB_CANARY_NAMESPACES, /* names of the host's namespaces, a blank between them */
	CB_CANARY_COUNT
};

struct cb_probe_row;

/* What a probe may use. */
struct cb_probe {
	const struct cb_probe_row *row;
	const struct cb_policy *policy;
	char *const *env;
	char *canaries[CB_CANARY_COUNT]; /* never NULL */
	const char *which;               /* set by one that tries several things: what it reached */
};

/* True: what must not be reachable was reached. */
typedef bool cb_probe_function(struct cb_probe *probe);

/* A row of probes.def. */
struct cb_probe_row {
	const char *title, *reached;
	cb_probe_function *run;
	unsigned long number;
	const char *text;
	const char *const *names;
	/* When it has nothing to prove, 0: never; each has its sentence in probes.c. */
	enum {
		CB_SKIP_NESTING = 1,
		CB_SKIP_NETWORK,
		CB_SKIP_STORE,
		CB_SKIP_DAEMON,
		CB_SKIP_KEYS
	} skip;
	bool alone;
};

#define X(ID, name, title, function, ...) cb_probe_function cb_probe_##function;
#include "commands/prove/probes.def"
#undef X

/* The last line of their output. */
#define CB_PROBE_END "# end"

/* Reads the canaries from standard input, a line each, runs every probe and prints TAP. Returns the
 * exit code. */
int cb_probe_run(const struct cb_policy *policy, char *const *env);

/* What planting and looking share. */

/* A stream socket that listens, or else is connected, at a path, or at the abstract name behind a
 * @; -1: it cannot be. */
int cb_probe_socket(const char *name, bool listening);

/* The session keyring has a key of this description. */
bool cb_probe_key_is_here(const char *description);

/* The name of this process' namespace number `i`, "" where the kernel has no such; NULL behind the
 * last. */
char *cb_probe_namespace(size_t i);

/* `text` occurs in the file, NULs and all. */
bool cb_probe_file_holds(const char *path, const char *text);

#endif
