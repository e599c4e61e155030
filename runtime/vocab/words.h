/* The words of the vocabulary lists, said once. Pure. */
#ifndef CB_VOCAB_WORDS_H
#define CB_VOCAB_WORDS_H

#include "vocab/policy.h"

/* As the policy writes it. */
const char *cb_word_kind(enum cb_kind kind);
const char *cb_word_tier(enum cb_tier tier);
const char *cb_word_inside(enum cb_inside_file file);

/* The option of bwrap for a kind of mount. */
const char *cb_word_option(enum cb_kind kind);

/* What a network tier lets through, in a sentence. */
const char *cb_tier_says(enum cb_tier tier);

/* What became of asking the Nix daemon; behind a semicolon, what to do. */
const char *cb_nix_says(enum cb_nix_answer answer);

/* A sign against user namespaces, and what to do about it; empty for none. */
const char *cb_userns_says(enum cb_userns sign);
const char *cb_userns_hint(enum cb_userns sign);

#endif
