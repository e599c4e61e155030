/* Memory. A launcher allocates, and then ends or becomes another program: nothing is freed piece by
 * piece. Whoever runs out of memory says so and ends with CB_EXIT_REFUSED, so no caller has to say
 * what it does without. Large temporary blocks can be given back with free(). A process that lives
 * as long as the sandbox allocates nothing once it is ready. */
#ifndef CB_BASE_MEMORY_H
#define CB_BASE_MEMORY_H

#include <stdarg.h>
#include <stddef.h>

/* `count` items of `size` bytes, all zero. */
void *cb_alloc(size_t count, size_t size);

char *cb_strdup(const char *text);
char *cb_strndup(const char *text, size_t size);

/* The text that printf would print. */
__attribute__((format(printf, 1, 2))) char *cb_format(const char *format, ...);
__attribute__((format(printf, 1, 0))) char *cb_vformat(const char *format, va_list ap);

/* Makes room for one more item of `size` bytes in a list of `len`; returns the list, which may have
 * moved. */
void *cb_grow(void *list, size_t len, size_t *cap, size_t size);

#endif
