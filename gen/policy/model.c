/* The words of a policy and their meaning, from the lists shared with the runtime. */
#include "policy/model.h"

#include "base/path.h"

#include <limits.h>
#include <string.h>

static const char *const anchors[] = {
#define X(NAME, prefix) prefix,
#include "vocab/anchors.def"
#undef X
};

static const struct {
	const char *word;
	enum cb_from from;
} kinds[] = {
#define X(NAME, word, option, from) { word, from },
#include "vocab/mount-kinds.def"
#undef X
};

static const char *const made_files[] = {
#define X(NAME, word) word,
#include "vocab/inside-files.def"
#undef X
};

const char *cb_anchor_prefix(enum cb_anchor anchor)
{
	return anchors[anchor];
}

const char *cb_kind_word(enum cb_kind kind)
{
	return kinds[kind].word;
}

enum cb_from cb_kind_from(enum cb_kind kind)
{
	return kinds[kind].from;
}

bool cb_anchor_is_on_host(enum cb_anchor anchor)
{
	return anchor == CB_ANCHOR_STATE || anchor == CB_ANCHOR_LOGIN ||
	       anchor == CB_ANCHOR_CONFIG || anchor == CB_ANCHOR_CLAUDE;
}

bool cb_inside_file_of(const char *word, enum cb_inside_file *ret_made)
{
	for (unsigned i = 0; i < CB_INSIDE_COUNT; i++) {
		if (strcmp(word, made_files[i]) == 0) {
			*ret_made = (enum cb_inside_file)i;
			return true;
		}
	}
	return false;
}

struct cb_model_path cb_model_path_of(const char *text)
{
	struct cb_model_path path = { .text = text };
	if (strlen(text) >= PATH_MAX)
		return path;
	for (unsigned i = 0; i < CB_ANCHOR_COUNT; i++) {
		size_t len = strlen(anchors[i]);
		const char *rest = text + len;
		if (strncmp(text, anchors[i], len) != 0 || (rest[0] != '\0' && rest[0] != '/'))
			continue;
		/* The anchor alone has an empty rest; "/" after an anchor is not normal. */
		path.normal = len == 0
				  ? cb_path_is_normal(rest)
				  : rest[0] == '\0' || (rest[1] != '\0' && cb_path_is_normal(rest));
		path.path.anchor = (enum cb_anchor)i;
		path.path.rest = len > 0 && rest[0] == '/' ? rest + 1 : rest;
		return path;
	}
	return path;
}

bool cb_path_is(const struct cb_model_path *path, enum cb_anchor anchor, const char *rest)
{
	return path->text && path->normal && path->path.anchor == anchor &&
	       strcmp(path->path.rest, rest) == 0;
}

bool cb_mount_is(const struct cb_model_mount *row, enum cb_kind kind, enum cb_anchor anchor,
		 const char *rest)
{
	return row->whole && row->kind == kind && cb_path_is(&row->to, anchor, rest);
}
