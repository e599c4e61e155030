/* The words of the vocabulary lists, for everything that is shown. Pure. */
#ifndef CB_VOCAB_WORDS_H
#define CB_VOCAB_WORDS_H

#include "vocab/policy.h"

const char *cb_word_kind(enum cb_kind kind);
const char *cb_word_tier(enum cb_tier tier);

/* What a network tier lets through, in a sentence. */
const char *cb_tier_says(enum cb_tier tier);

/* What became of asking the Nix daemon; behind a semicolon, what to do. */
const char *cb_nix_says(enum cb_nix_answer answer);

#endif
