/* A text that grows. Running out of memory is remembered in `failed` and asked about once, at
 * the end, instead of after every piece. */
#ifndef CB_GEN_TEXT_H
#define CB_GEN_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct cb_text {
	char *data; /* NUL-terminated; NULL while empty */
	size_t len, room;
	bool failed;
};

#define cleanup_text __attribute__((cleanup(cb_text_clear)))

void cb_text_add(struct cb_text *text, const char *piece);
void cb_text_add_n(struct cb_text *text, const char *piece, size_t len);
__attribute__((format(printf, 2, 3))) void cb_text_printf(struct cb_text *text, const char *format,
							  ...);
__attribute__((format(printf, 2, 0))) void cb_text_vprintf(struct cb_text *text, const char *format,
							   va_list ap);
void cb_text_cut(struct cb_text *text, size_t len);

/* Never NULL. */
const char *cb_text_str(const struct cb_text *text);

void cb_text_clear(struct cb_text *text);

#endif
