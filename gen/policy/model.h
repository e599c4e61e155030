/* A policy as it was read: what the rules judge and the muscles print. Strings belong to the JSON
 * document (or to the closure list's text) that the model keeps alive. Pure. */
#ifndef CB_GEN_MODEL_H
#define CB_GEN_MODEL_H

#include "vocab/policy.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json_t;

enum cb_system {
#define X(NAME, word) CB_SYSTEM_##NAME,
#include "policy/systems.def"
#undef X
	CB_SYSTEM_COUNT
};

/* `text` as written, NULL when not given; `path` holds when `normal`, which no path is that the
 * kernel would not take for its length. */
struct cb_model_path {
	const char *text;
	bool normal;
	struct cb_path path;
};

struct cb_model_mount {
	bool whole; /* all of the row could be read; rules pass over others */
	enum cb_kind kind;
	bool optional;
	struct cb_model_path from, to;
	const char *why;
};

struct cb_model_set {
	const char *name;
	const char *text;          /* NULL: `path` */
	struct cb_model_path path; /* `text` NULL in both: could not be read */
};

/* Items that could not be read are NULL. */
struct cb_model_list {
	const char **items;
	size_t count;
};

/* Items that could not be read are CB_UNREAD. */
#define CB_UNREAD INT64_MIN
struct cb_model_numbers {
	int64_t *items;
	size_t count;
};

struct cb_model {
	bool whole; /* nothing was missing or of the wrong type */

	const char *version, *name, *description;
	enum cb_system system;
	enum cb_tier network;
	struct cb_model_list domains;
	struct cb_model_numbers ports, forward;
	struct cb_model_list block;
	bool ipv6;

	bool nix_daemon, nix_network, nix_trusted;

	const char *agent_program; /* NULL: found on the host */
	struct cb_model_list agent_args;
	const char *bwrap, *shell, *git;
	const char *slirp;                /* NULL: the tier needs none */
	const char *nix_build, *packages; /* NULL: a project can have no tools of its own */
	struct cb_model_list path;

	struct cb_model_list env_pass, env_secrets;
	struct cb_model_set *env_set;
	size_t env_set_count;

	struct cb_model_mount *mounts;
	size_t mount_count;

	bool closure_given;
	struct cb_model_list closure;

	struct cb_model_list protect, watch, hide; /* relative to the project */

	enum cb_state state;
	bool nesting;
	int64_t limit_core, limit_processes, limit_tmpfs;

	struct json_t *document;
	char *closure_text;
};

#define cleanup_model __attribute__((cleanup(cb_model_clear)))
void cb_model_clear(struct cb_model *model); /* in read.c: knows jansson */

/* `text` becomes a tagged path; `normal` tells whether it is absolute or anchored, and normal. */
struct cb_model_path cb_model_path_of(const char *text);

/* How a tagged path is written in a policy: prefix, then "/" unless one of the two is empty. */
const char *cb_anchor_prefix(enum cb_anchor anchor);

/* @state, @login, @config, @claude: a row may come from there, nothing can be there inside. */
bool cb_anchor_is_on_host(enum cb_anchor anchor);

/* The made file of this name; false: there is none. */
bool cb_inside_file_of(const char *word, enum cb_inside_file *ret_made);

const char *cb_kind_word(enum cb_kind kind);
enum cb_from cb_kind_from(enum cb_kind kind);

/* The row mounts exactly this, e.g. (row, CB_KIND_TMPFS, CB_ANCHOR_HOME, ""). */
bool cb_mount_is(const struct cb_model_mount *row, enum cb_kind kind, enum cb_anchor anchor,
		 const char *rest);
bool cb_path_is(const struct cb_model_path *path, enum cb_anchor anchor, const char *rest);

#endif
