/* What counts as a secret: paths, names of variables, shapes of values, files. Pure; shared by the
 * generator's rules and the launcher's guard and audit. */
#ifndef CB_VOCAB_SECRETS_H
#define CB_VOCAB_SECRETS_H

#include "vocab/policy.h"

#include <stdbool.h>
#include <stddef.h>

struct cb_secret_path {
	struct cb_path path;
	const char *what;
};

extern const struct cb_secret_path cb_secret_paths[];
extern const size_t cb_secret_path_count;

/* A variable of this name usually holds a secret. */
bool cb_secret_name(const char *name);

/* The first word of `text` with the shape of a secret, or the first login in a URL: what it looks
 * like, or NULL. */
const char *cb_secret_find(const char *text, const char **ret_at);

/* Replaces every secret in a text by stars, before it is shown. */
void cb_secret_strike(char *text);

/* What a value, or a word in it, looks like ("an Anthropic key"), or NULL. */
const char *cb_secret_shape(const char *value);

/* A file of this name in a project holds a secret, if it says `text`; NULL: it may hold one. */
bool cb_secret_file(const char *name, const char *text);

#endif
