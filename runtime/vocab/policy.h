/* The types of a compiled policy. The generator emits exactly one symbol of them,
 * `const struct cb_policy cb_policy`, as data in read-only memory; nothing here is parsed,
 * allocated or changed at run time. */
#ifndef CB_POLICY_H
#define CB_POLICY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cb_anchor {
#define X(NAME, prefix) CB_ANCHOR_##NAME,
#include "vocab/anchors.def"
#undef X
	CB_ANCHOR_COUNT
};

enum cb_tier {
#define X(NAME, word, says) CB_TIER_##NAME,
#include "vocab/tiers.def"
#undef X
	CB_TIER_COUNT
};

enum cb_state {
#define X(NAME, word) CB_STATE_##NAME,
#include "vocab/states.def"
#undef X
	CB_STATE_COUNT
};

/* What the `from` of a mount row means; see mount-kinds.def. */
enum cb_from { CB_FROM_NONE, CB_FROM_PATH, CB_FROM_TEXT, CB_FROM_MADE };

enum cb_kind {
#define X(NAME, word, option, from) CB_KIND_##NAME,
#include "vocab/mount-kinds.def"
#undef X
	CB_KIND_COUNT
};

enum cb_made {
#define X(NAME, word) CB_MADE_##NAME,
#include "vocab/inside-files.def"
#undef X
	CB_MADE_COUNT
};

/* A path whose beginning is known only at launch: tagged, never interpolated.
 * CB_ANCHOR_ROOT: `rest` is the absolute path itself. Others: relative, "" for the anchor alone. */
struct cb_path {
	enum cb_anchor anchor;
	const char *rest;
};

struct cb_mount_row {
	enum cb_kind kind;
	bool optional;       /* left out when the source is missing, instead of refused */
	struct cb_path from; /* CB_FROM_PATH; for CB_FROM_TEXT the text is in `rest` */
	enum cb_made made;   /* CB_FROM_MADE */
	struct cb_path to;
	const char *why; /* printed by the audit and by --dry-run */
};

/* A variable the sandbox makes: a literal text, or a path to be expanded at launch. */
struct cb_env_row {
	const char *name;
	const char *text; /* NULL: use `path` */
	struct cb_path path;
};

/* A block of addresses: the first `bits` of `bytes`. */
struct cb_prefix {
	const char *text; /* as it is shown */
	bool v6;
	uint8_t bits;
	uint8_t bytes[16]; /* IPv4: the first four */
};

/* Where the proxy of a tier listens inside: the namespace is new, so every port is free. */
#define CB_PROXY_PORT 3128
#define CB_PROXY_URL "http://127.0.0.1:3128"
#define CB_PROXY_NOT "localhost,127.0.0.1,::1"

/* What a tier needs of code. The tables name the one there is for theirs, so that a launcher links
 * no other. */
struct cb_plan;
struct cb_error;
struct cb_net {
	/* Does what is to be done around this process before it becomes bwrap: makes a network,
	 * that goes away when descriptor `sync` is closed by the last process of the sandbox. */
	int (*start)(const struct cb_plan *plan, int sync, struct cb_error *err);
	/* A sentence on what the last session of this state was refused, which the caller frees;
	 * NULL: nothing. The member may be NULL too. */
	char *(*recall)(const char *home, const char *state);
	bool apart; /* it is another network than the host's, and has a `sync` */
};
static inline bool cb_net_is_apart(const struct cb_net *net)
{
	return net && net->apart;
}
extern const struct cb_net cb_net_full;     /* the host's, and its name servers followed */
extern const struct cb_net cb_net_domains;  /* a proxy to named hosts, and forwarded ports */
extern const struct cb_net cb_net_internet; /* what a filter lets through, and forwarded ports */
extern const struct cb_net cb_net_forward;  /* nothing but forwarded ports */

/* The commands beside an ordinary launch: --check, --prove, --gc and their like. The launcher on
 * PATH leaves them out and hands over to a second link of the same objects and tables, that has
 * them: what runs every day stays small. */
struct cb_opts;
typedef int cb_aside_run(const struct cb_opts *opts, char *const *env, struct cb_error *err);
cb_aside_run cb_aside;

/* Shows what enters, and asks: 0 it was agreed to. */
typedef int cb_agree_run(const struct cb_plan *plan, struct cb_error *err);
cb_agree_run cb_agree;

/* What --prove runs inside, in the agent's place: see probe.h. */
struct cb_policy;
typedef int cb_probes_run(const struct cb_policy *policy, char *const *env);
cb_probes_run cb_probe_run;

/* Where the Nix daemon listens: a directory with its socket and nothing else. */
#define CB_NIX_SOCKETS "/nix/var/nix/daemon-socket"

enum cb_nix_answer {
#define X(NAME, says) CB_NIX_##NAME,
#include "vocab/nix-answers.def"
#undef X
	CB_NIX_COUNT
};

/* How the Nix daemon is asked, and how each answer is told. Like the network, only the tables of a
 * profile that has the daemon name it, so that no other links it. */
struct cb_nix {
	/* Asks it and returns the descriptor its answer comes by; -1: *ret_answer is the answer. It
	 * takes the daemon milliseconds, in which there is other work to do. */
	int (*ask)(unsigned uid, enum cb_nix_answer *ret_answer);
	enum cb_nix_answer (*hear)(int fd); /* waits for it, but not long; closes the descriptor */
	const char *const *says;            /* by answer */
};
extern const struct cb_nix cb_nix;

/* A project's own tools: how they are read and made. Left to the whole program, which then launches
 * too: few projects have any. In a profile that does not show the whole store they could not be
 * seen, so there reading is refusing. */
struct cb_policy;
struct cb_error;
struct cb_facts;
struct cb_plan;
struct cb_tools {
	int (*read)(const struct cb_policy *policy, struct cb_facts *facts, struct cb_error *err);
	int (*plan)(const struct cb_facts *facts, struct cb_plan *plan, struct cb_error *err);
	int (*build)(const struct cb_plan *plan, struct cb_facts *facts, struct cb_error *err);
};
extern const struct cb_tools cb_tools, cb_no_tools;

/* One instruction of the seccomp program; layout of the kernel's struct sock_filter. */
struct cb_bpf {
	uint16_t code;
	uint8_t jt, jf;
	uint32_t k;
};

struct cb_policy {
	const char *version; /* of claudebox */
	const char *name;
	const char *description;
	enum cb_tier network;
	const struct cb_net *net;      /* NULL: bwrap itself does all that is needed */
	const char *const *domains;    /* names the proxy lets through */
	const uint16_t *ports;         /* and ports; ends with 0, like the next */
	const uint16_t *forward;       /* ports of the host's loopback that are there inside too */
	const struct cb_prefix *block; /* addresses that are never reached */
	size_t block_count;
	bool ipv6;

	const struct cb_nix *nix; /* NULL: no Nix daemon */
	bool nix_trusted;         /* one that trusts the user is let in too */

	const char *agent_program;     /* NULL: `claude` on the host's PATH */
	const char *const *agent_args; /* before the user's; NULL-terminated like every list here */

	const char *bwrap; /* absolute store paths */
	const char *shell;
	const char *git;
	const char *slirp;            /* NULL: the tier needs none */
	const struct cb_tools *tools; /* NULL: the program `whole` knows */
	const char *nix_build;        /* what makes them, of the expression `packages` */
	const char *packages;
	const char *const *path; /* directories of PATH inside */

	/* Names taken from the host when set there. Secrets among them are meant to enter: without
	 * `allowSecret` the generator refuses them. */
	const char *const *env_pass;
	const struct cb_env_row *env_set;
	size_t env_set_count;

	const struct cb_mount_row *mounts;
	size_t mount_count;
	const char *const *closure; /* store paths a CB_KIND_CLOSURE row mounts */

	/* Paths of the project; those below .git stand for every git directory of it. */
	const char *const *protect; /* read-only inside */
	const char *const *watch;   /* named when they change */
	const char *const *hide;    /* covered, so that they look empty */

	enum cb_state state;
	bool nesting;         /* user namespaces inside are allowed */
	uint64_t limit_core;  /* RLIMIT_CORE */
	uint64_t limit_tmpfs; /* bytes each tmpfs may hold */

	const struct cb_bpf *filter;
	size_t filter_count;
	const char *sandbox_md;

	cb_aside_run *aside; /* NULL: the program `whole` has them, the audit and the probes */
	cb_agree_run *agree;
	cb_probes_run *probes; /* NULL: this program is no probe */
	const char *whole;
	const char *launcher; /* in that program: what it stands for; NULL: itself */
};

extern const struct cb_policy cb_policy;

#endif
