/* One table for each list. */
#include "vocab/words.h"

static const struct {
	const char *word, *option;
} kinds[] = {
#define X(NAME, word, option, from) { word, option },
#include "vocab/mount-kinds.def"
#undef X
};

static const struct {
	const char *word, *says;
} tiers[] = {
#define X(NAME, word, says) { word, says },
#include "vocab/tiers.def"
#undef X
};

static const char *const inside_files[] = {
#define X(NAME, word) word,
#include "vocab/inside-files.def"
#undef X
};

static const char *const nix_answers[] = {
#define X(NAME, says) says,
#include "vocab/nix-answers.def"
#undef X
};

static const struct {
	const char *says, *hint;
} userns_signs[] = {
#define X(NAME, setting, digits, says, hint) { says, hint },
#include "vocab/userns-signs.def"
#undef X
};

const char *cb_word_kind(enum cb_kind kind)
{
	return kinds[kind].word;
}

const char *cb_word_option(enum cb_kind kind)
{
	return kinds[kind].option;
}

const char *cb_word_tier(enum cb_tier tier)
{
	return tiers[tier].word;
}

const char *cb_word_inside(enum cb_inside_file file)
{
	return inside_files[file];
}

const char *cb_tier_says(enum cb_tier tier)
{
	return tiers[tier].says;
}

const char *cb_nix_says(enum cb_nix_answer answer)
{
	return nix_answers[answer];
}

const char *cb_userns_says(enum cb_userns sign)
{
	return userns_signs[sign].says;
}

const char *cb_userns_hint(enum cb_userns sign)
{
	return userns_signs[sign].hint;
}
