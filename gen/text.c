/* A text that grows by doubling, so that putting it together stays linear. */
#include "text.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void cb_text_add_n(struct cb_text *text, const char *piece, size_t len)
{
	while (text->len + len >= text->cap)
		text->data = cb_grow(text->data, text->cap, &text->cap, 1);
	memcpy(text->data + text->len, piece, len);
	text->len += len;
	text->data[text->len] = '\0';
}

void cb_text_add(struct cb_text *text, const char *piece)
{
	cb_text_add_n(text, piece, strlen(piece));
}

void cb_text_printf(struct cb_text *text, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	char *piece = cb_vformat(format, ap);
	va_end(ap);
	cb_text_add(text, piece);
	free(piece);
}

void cb_text_cut(struct cb_text *text, size_t len)
{
	if (len >= text->len)
		return;
	text->len = len;
	text->data[len] = '\0';
}

const char *cb_text_str(const struct cb_text *text)
{
	return text->data ? text->data : "";
}
