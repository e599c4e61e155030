/* A policy as it was read: what the rules judge and the pages say. Its strings are those of the
 * JSON document and of the closure list. Pure. */
#ifndef CB_POLICY_MODEL_H
#define CB_POLICY_MODEL_H

#include "filter.h"

#include "vocab/policy.h"
#include "vocab/words.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json_t;

/* A word of a policy and the constant that stands for it in C. Lists end without a word and are in
 * the order of their enum. */
struct cb_word {
	const char *word, *name;
};
extern const struct cb_word cb_systems[], cb_tiers[], cb_states[], cb_kinds[], cb_anchors[],
    cb_inside_files[];

/* `text` as written, NULL when not given; `path` holds when `normal`, which no path is that the
 * kernel would not take for its length. */
struct cb_model_path {
	const char *text;
	bool normal;
	struct cb_path path;
};

/* Items that could not be read are NULL. */
struct cb_model_list {
	const char **items; /* NULL: it is no list */
	size_t count;
};

/* Numbers that could not be read are CB_UNREAD. */
#define CB_UNREAD INT64_MIN
struct cb_model_numbers {
	int64_t *items;
	size_t count;
};

struct cb_model_set {
	const char *name;
	const char *text;          /* NULL: `path` */
	struct cb_model_path path; /* `text` NULL in both: could not be read */
};
struct cb_model_sets {
	struct cb_model_set *items;
	size_t count;
};

struct cb_model_mounts {
	struct cb_model_mount *items;
	size_t count;
};

#define TYPE(NAME, type, ...) typedef type cb_type_##NAME;
#include "policy/types.def"

struct cb_model_mount {
	bool whole; /* all of the row could be read; rules pass over others */
#define MOUNT_FIELD(pointer, TYPE, member, ...) cb_type_##TYPE member;
#include "policy/fields.def"
};

struct cb_model {
	bool whole; /* nothing was missing or of the wrong type */
	bool closure_given;
#define FIELD(pointer, TYPE, member, ...) cb_type_##TYPE member;
#include "policy/fields.def"

	/* What the launcher carries beside it. */
	struct cb_filter filter;
	const char *sandbox_md;

	struct json_t *document; /* NULL: it is no JSON */
	struct json_t *places;   /* see document.h */
};

/* @state, @login, @config, @claude: a row may come from there, nothing can be there inside. */
bool cb_anchor_is_on_host(enum cb_anchor anchor);

/* The file of this name that the launcher generates; false: there is none. */
bool cb_inside_file_of(const char *word, enum cb_inside_file *ret_file);

enum cb_from cb_kind_from(enum cb_kind kind);

bool cb_path_is(const struct cb_model_path *path, enum cb_anchor anchor, const char *rest);

/* The first row that mounts exactly this, e.g. (CB_KIND_TMPFS, CB_ANCHOR_HOME, ""); NULL: none. */
const struct cb_model_mount *cb_find_mount(const struct cb_model *model, enum cb_kind kind,
					   enum cb_anchor anchor, const char *rest);

/* The index of the first row of that kind at `start` or behind; the number of rows: there is none.
 * Both pass over rows that could not be read. */
size_t cb_find_kind(const struct cb_model *model, enum cb_kind kind, size_t start);

/* The network mode keeps private addresses out. */
bool cb_has_block_list(const struct cb_model *model);

#endif
