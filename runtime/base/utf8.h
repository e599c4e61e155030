/* UTF-8, and which characters are not shown as they are. Pure. */
#ifndef CB_BASE_UTF8_H
#define CB_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The length of the valid sequence at `text`, 1 for a NUL; 0: it is not UTF-8. */
size_t cb_utf8_length(const char *text);

/* The character of the valid sequence of `len` bytes. */
uint32_t cb_utf8_decode(const char *text, size_t len);

/* It commands a terminal, or turns the direction of text around, by which a text can be shown as
 * something it is not (Unicode TR 36, "bidirectional text"). */
bool cb_is_control(uint32_t point);

/* The same, or it draws nothing. */
bool cb_is_invisible(uint32_t point);

#endif
