/* A text that grows, for what is put together piece by piece. */
#ifndef CB_GEN_TEXT_H
#define CB_GEN_TEXT_H

#include <stddef.h>

struct cb_text {
	char *data; /* NUL-terminated; NULL while empty */
	size_t len, cap;
};

void cb_text_add(struct cb_text *text, const char *piece);
void cb_text_add_n(struct cb_text *text, const char *piece, size_t len);
__attribute__((format(printf, 2, 3))) void cb_text_printf(struct cb_text *text, const char *format,
							  ...);

/* Takes away what is behind the first `len` bytes. */
void cb_text_cut(struct cb_text *text, size_t len);

/* Never NULL. */
const char *cb_text_str(const struct cb_text *text);

#endif
