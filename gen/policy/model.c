/* The words of a policy, from the lists shared with the runtime, and questions to a model. Pure. */
#include "policy/model.h"

#include <string.h>

const struct cb_word cb_systems[] = {
#define X(NAME, word) { word, "CB_SYSTEM_" #NAME },
#include "policy/systems.def"
#undef X
	{ NULL, NULL },
};

const struct cb_word cb_tiers[] = {
#define X(NAME, word, ...) { word, "CB_TIER_" #NAME },
#include "vocab/tiers.def"
#undef X
	{ NULL, NULL },
};

const struct cb_word cb_states[] = {
#define X(NAME, word) { word, "CB_STATE_" #NAME },
#include "vocab/states.def"
#undef X
	{ NULL, NULL },
};

const struct cb_word cb_kinds[] = {
#define X(NAME, word, ...) { word, "CB_KIND_" #NAME },
#include "vocab/mount-kinds.def"
#undef X
	{ NULL, NULL },
};

const struct cb_word cb_anchors[] = {
#define X(NAME, prefix) { prefix, "CB_ANCHOR_" #NAME },
#include "vocab/anchors.def"
#undef X
	{ NULL, NULL },
};

const struct cb_word cb_inside_files[] = {
#define X(NAME, word) { word, "CB_INSIDE_" #NAME },
#include "vocab/inside-files.def"
#undef X
	{ NULL, NULL },
};

bool cb_anchor_is_on_host(enum cb_anchor anchor)
{
	return anchor == CB_ANCHOR_STATE || anchor == CB_ANCHOR_LOGIN ||
	       anchor == CB_ANCHOR_CONFIG || anchor == CB_ANCHOR_CLAUDE;
}

bool cb_inside_file_of(const char *word, enum cb_inside_file *ret_file)
{
	for (unsigned i = 0; i < CB_INSIDE_COUNT; i++) {
		if (strcmp(word, cb_inside_files[i].word) == 0) {
			*ret_file = (enum cb_inside_file)i;
			return true;
		}
	}
	return false;
}

enum cb_from cb_kind_from(enum cb_kind kind)
{
	static const enum cb_from froms[] = {
#define X(NAME, word, option, from) from,
#include "vocab/mount-kinds.def"
#undef X
	};
	return froms[kind];
}

bool cb_path_is(const struct cb_model_path *path, enum cb_anchor anchor, const char *rest)
{
	return path->text && path->normal && path->path.anchor == anchor &&
	       strcmp(path->path.rest, rest) == 0;
}

const struct cb_model_mount *cb_find_mount(const struct cb_model *model, enum cb_kind kind,
					   enum cb_anchor anchor, const char *rest)
{
	for (size_t i = 0; i < model->mounts.count; i++) {
		const struct cb_model_mount *row = &model->mounts.items[i];
		if (row->whole && row->kind == kind && cb_path_is(&row->to, anchor, rest))
			return row;
	}
	return NULL;
}

size_t cb_find_kind(const struct cb_model *model, enum cb_kind kind, size_t start)
{
	for (size_t i = start; i < model->mounts.count; i++)
		if (model->mounts.items[i].whole && model->mounts.items[i].kind == kind)
			return i;
	return model->mounts.count;
}

bool cb_has_block_list(const struct cb_model *model)
{
	return model->network == CB_TIER_INTERNET || model->network == CB_TIER_DOMAINS;
}
