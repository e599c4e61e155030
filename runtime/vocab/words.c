#include "vocab/words.h"

const char *cb_word_kind(enum cb_kind kind)
{
	static const char *const words[] = {
#define X(NAME, word, option, from) word,
#include "vocab/mount-kinds.def"
#undef X
	};
	return words[kind];
}

const char *cb_word_tier(enum cb_tier tier)
{
	static const char *const words[] = {
#define X(NAME, word, says) word,
#include "vocab/tiers.def"
#undef X
	};
	return words[tier];
}

const char *cb_tier_says(enum cb_tier tier)
{
	static const char *const sentences[] = {
#define X(NAME, word, says) says,
#include "vocab/tiers.def"
#undef X
	};
	return sentences[tier];
}

const char *cb_nix_says(enum cb_nix_answer answer)
{
	static const char *const sentences[] = {
#define X(NAME, says) says,
#include "vocab/nix-answers.def"
#undef X
	};
	return sentences[answer];
}
