/* Writing to a stream what may come from anywhere: names and paths of the host can hold any byte,
 * and none of them may draw on the user's terminal. */
#ifndef CB_PUT_H
#define CB_PUT_H

#include <stddef.h>
#include <stdio.h>

/* Texts of our own, one after the other; ends with a NULL argument. */
__attribute__((sentinel)) void cb_put(FILE *file, const char *first, ...);

/* `before`, then the byte in hexadecimal: an escape of some language. */
void cb_put_escape(FILE *file, const char *before, unsigned char byte, unsigned width);

/* Text from outside; returns the columns it took. UTF-8 passes, control bytes are escaped. */
size_t cb_put_text(FILE *file, const char *text);
void cb_put_padded(FILE *file, const char *text, size_t width);

/* A word of a command line, so that a shell would read it back. */
void cb_put_quoted(FILE *file, const char *word);

#endif
