/* Writing to a stream what may come from anywhere: names and paths of the host can hold any byte,
 * and none of them may draw on the user's terminal. */
#ifndef CB_BASE_PRINT_H
#define CB_BASE_PRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Texts of our own, one after the other; ends with a NULL argument. */
__attribute__((sentinel)) void cb_put(FILE *file, const char *first, ...);

/* `before`, then the byte in hexadecimal: an escape of some language. */
void cb_print_escape(FILE *file, const char *before, unsigned char byte, unsigned width);

/* The length of the valid UTF-8 sequence at `text`, 0 if there is none. */
size_t cb_utf8_length(const char *text);

/* The character of the valid sequence of `len` bytes. */
uint32_t cb_utf8_decode(const char *text, size_t len);

/* It is not shown as it is: see controls.def. */
bool cb_is_control(uint32_t point);

/* Text from outside; returns the columns it took. Escaped are what is no UTF-8, the characters of
 * controls.def and, where the locale is not UTF-8, everything that is not ASCII. Without a file it
 * is only measured. */
size_t cb_print(FILE *file, const char *text);
void cb_print_padded(FILE *file, const char *text, size_t width);

/* A word of a command line, so that a shell would read it back. */
void cb_print_quoted(FILE *file, const char *word);

/* Items one after the other, in lines of at most `width` columns, 0: of any length; each line
 * begins in column `indent`. */
struct cb_flow {
	FILE *file;
	size_t width, indent, column;
};

/* `gap`, which is at most a comma and a blank, then the item, on a line of its own where it does
 * not fit any more. */
void cb_flow_item(struct cb_flow *flow, const char *gap, const char *item);

/* The next item begins a line. */
void cb_flow_break(struct cb_flow *flow);

/* The words of a sentence. */
void cb_flow_words(struct cb_flow *flow, const char *text);

#endif
