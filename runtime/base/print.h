/* Printing what may come from anywhere: names and paths of the host hold any byte, and none of them
 * may command the user's terminal. */
#ifndef CB_BASE_PRINT_H
#define CB_BASE_PRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A stream and what its reader can show. */
struct cb_screen {
	FILE *file;
	bool colour;
	unsigned width; /* columns of a line; 0: any number */
	bool utf8;      /* else ASCII */
};

/* Of a stream: its terminal, if it is one, and the environment. */
struct cb_screen cb_screen_of(FILE *file);

/* Sets a style ("1" bold, "31" red, "0" none), on a screen with colours. */
void cb_print_style(struct cb_screen screen, const char *style);

/* Prints a text and returns the columns it took. Escaped are bytes that are not UTF-8, characters
 * of cb_is_invisible() and, on a screen without UTF-8, all that is not ASCII. */
size_t cb_print(struct cb_screen screen, const char *text);

/* The columns that a text would take. */
size_t cb_columns(struct cb_screen screen, const char *text);

/* The same as cb_print(), with blanks up to `width` columns. */
void cb_print_padded(struct cb_screen screen, const char *text, size_t width);

/* A word of a command line, so that a shell would read it back. */
void cb_print_quoted(struct cb_screen screen, const char *word);

/* A paragraph: its lines are as wide as the screen, and all but the first begin in column
 * `indent`. */
struct cb_flow {
	struct cb_screen screen;
	size_t indent, column;
};

/* `gap`, which is at most a comma and a blank, then the item; on a line of its own where it does
 * not fit. */
void cb_flow_item(struct cb_flow *flow, const char *gap, const char *item);

/* Each word of a sentence as an item. */
void cb_flow_words(struct cb_flow *flow, const char *text);

/* Begins a line. */
void cb_flow_break(struct cb_flow *flow);

#endif
