/* The types of a compiled policy. The generator emits exactly one symbol of them,
 * `const struct cb_policy cb_policy`, as data in read-only memory; nothing here is parsed,
 * allocated or changed at run time. */
#ifndef CB_VOCAB_POLICY_H
#define CB_VOCAB_POLICY_H

#include "vocab/paths.h"

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
enum cb_from { CB_FROM_NONE, CB_FROM_PATH, CB_FROM_TEXT, CB_FROM_GENERATED };

enum cb_kind {
#define X(NAME, word, option, from) CB_KIND_##NAME,
#include "vocab/mount-kinds.def"
#undef X
	CB_KIND_COUNT
};

enum cb_inside_file {
#define X(NAME, word) CB_INSIDE_##NAME,
#include "vocab/inside-files.def"
#undef X
	CB_INSIDE_COUNT
};

/* A path whose beginning is known only at launch: tagged, never interpolated.
 * CB_ANCHOR_ROOT: `rest` is the absolute path itself. Others: relative, "" for the anchor alone. */
struct cb_path {
	enum cb_anchor anchor;
	const char *rest;
};

/* Where such a path is on the host; NULL: only a plan knows where its anchor is. */
char *cb_path_on_host(struct cb_path path, const char *home, const char *project);

struct cb_mount_row {
	enum cb_kind kind;
	bool optional;            /* left out when the source is missing, instead of refused */
	struct cb_path from;      /* CB_FROM_PATH; for CB_FROM_TEXT the text is in `rest` */
	enum cb_inside_file made; /* CB_FROM_GENERATED */
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

/* The addresses that names are asked of inside with tier internet; the second with IPv6. */
#define CB_RESOLVER "10.0.2.3"
#define CB_RESOLVER6 "fd00::3"

enum cb_nix_answer {
#define X(NAME, says) CB_NIX_##NAME,
#include "vocab/nix-answers.def"
#undef X
	CB_NIX_COUNT
};

/* mount_setattr(), by which the root is built. */
#define CB_KERNEL_WANTED "claudebox needs Linux 5.12 or newer"

/* What may keep a machine from making user namespaces. */
enum cb_userns {
#define X(NAME, setting, digits, why, hint) CB_USERNS_##NAME,
#include "vocab/userns-signs.def"
#undef X
	CB_USERNS_COUNT
};

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
	const char *const *domains;    /* names the proxy lets through */
	const uint16_t *ports;         /* and ports; ends with 0, like the next */
	const uint16_t *forward;       /* ports of the host's loopback that are there inside too */
	const struct cb_prefix *block; /* addresses that are never reached */
	size_t block_count;
	bool ipv6;

	bool nix_daemon;  /* let in, where it does not trust the user */
	bool nix_trusted; /* one that trusts the user is let in too */

	const char *agent_program;     /* NULL: `claude` on the host's PATH */
	const char *const *agent_args; /* before the user's; NULL-terminated like every list here */

	const char *bwrap; /* absolute store paths */
	const char *shell;
	const char *git;
	const char *slirp;     /* NULL: the tier needs none */
	const char *nix_build; /* what makes a project's own tools, of the expression `packages` */
	const char
	    *packages; /* NULL: the profile does not show the whole store, so it can have none */
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
	bool nesting;             /* user namespaces inside are allowed */
	uint64_t limit_core;      /* RLIMIT_CORE */
	uint64_t limit_processes; /* RLIMIT_NPROC, of the sandbox alone; 0: as on the host */
	uint64_t limit_tmpfs;     /* bytes each tmpfs may hold */

	const struct cb_bpf *filter;
	size_t filter_count;
	const char *sandbox_md;
};

extern const struct cb_policy cb_policy;

/* The launcher makes the sandbox's network itself: not the host's, and not the empty one that bwrap
 * makes. */
static inline bool cb_network_is_made(const struct cb_policy *policy)
{
	return policy->network == CB_TIER_INTERNET || policy->network == CB_TIER_DOMAINS ||
	       (policy->network == CB_TIER_NONE && policy->forward[0] != 0);
}

#endif
