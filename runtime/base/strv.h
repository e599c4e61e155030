/* A growing, NULL-terminated list of strings, and the one look into an environment. */
#ifndef CB_BASE_STRV_H
#define CB_BASE_STRV_H

#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>

struct cb_strv {
	char **items; /* NULL while empty */
	size_t len, cap;
};

void cb_strv_push(struct cb_strv *v, const char *s); /* copies */
void cb_strv_take(struct cb_strv *v, char *s);       /* keeps `s` itself */

/* The items with `between` in between, as one text. */
char *cb_strv_join(const struct cb_strv *v, const char *between);

/* The lines of a text, without their ends. A NUL in one becomes \1, which no reader takes for text
 * either. */
struct cb_strv cb_strv_lines(const char *text, size_t size);

/* The value of a variable in a NULL-terminated environment; NULL when it is not set. */
const char *cb_env_get(char *const *env, const char *name);

#endif
