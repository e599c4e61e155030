/* A growing, NULL-terminated list of strings that owns them. Running out of memory is sticky:
 * build the whole list, then look once at `failed`. */
#ifndef CB_STRV_H
#define CB_STRV_H

#include <stdbool.h>
#include <stddef.h>

struct cb_strv {
	char **items; /* NULL while empty */
	size_t len, cap;
	bool failed;
};

#define cleanup_strv __attribute__((cleanup(cb_strv_clear)))

void cb_strv_push(struct cb_strv *v, const char *s); /* copies */
void cb_strv_take(struct cb_strv *v, char *s);       /* takes; NULL counts as out of memory */
void cb_strv_clear(struct cb_strv *v);

/* Makes room for one more item of `size` bytes in a list of `len`; `items` points to the pointer to
 * the first. False: no memory, and the list is as it was. */
bool cb_grow(void *items, size_t len, size_t *cap, size_t size);

/* The text of all parts one after the other; ends with a NULL argument. Caller frees. */
__attribute__((sentinel)) char *cb_concat(const char *first, ...);

/* The value of a variable in a NULL-terminated environment; NULL when it is not set. */
const char *cb_env_get(char *const *env, const char *name);

#endif
