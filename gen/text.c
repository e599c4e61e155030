/* A text that grows by doubling, so that building it stays linear. */
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool make_room(struct cb_text *text, size_t more)
{
	if (text->failed)
		return false;
	if (more < text->room - text->len)
		return true;
	size_t room = text->room ? text->room : 64;
	while (room - text->len <= more)
		room *= 2;
	char *data = realloc(text->data, room);
	if (!data) {
		text->failed = true;
		return false;
	}
	text->data = data;
	text->room = room;
	return true;
}

void cb_text_add_n(struct cb_text *text, const char *piece, size_t len)
{
	if (!make_room(text, len))
		return;
	memcpy(text->data + text->len, piece, len);
	text->len += len;
	text->data[text->len] = '\0';
}

void cb_text_add(struct cb_text *text, const char *piece)
{
	cb_text_add_n(text, piece, strlen(piece));
}

void cb_text_vprintf(struct cb_text *text, const char *format, va_list ap)
{
	va_list again;
	va_copy(again, ap);
	int len = vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (len < 0) {
		text->failed = true;
		return;
	}
	if (!make_room(text, (size_t)len))
		return;
	vsnprintf(text->data + text->len, (size_t)len + 1, format, ap);
	text->len += (size_t)len;
}

void cb_text_printf(struct cb_text *text, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	cb_text_vprintf(text, format, ap);
	va_end(ap);
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

void cb_text_clear(struct cb_text *text)
{
	free(text->data);
	*text = (struct cb_text) { 0 };
}
