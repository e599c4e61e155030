/* The texts of the files the launcher makes inside the sandbox. Pure. */
#ifndef CB_MADE_H
#define CB_MADE_H

#include "facts.h"
#include "policy.h"

const char *cb_made_word(enum cb_made file);

/* Caller frees; NULL: no memory. */
char *cb_made_text(enum cb_made file, const struct cb_policy *policy, const struct cb_facts *facts);

#endif
