/* The only escaper. What leaves here can be put between m4 quotes, be expanded and scanned again
 * any number of times, and still means the same string in the target language. */
#ifndef CB_GEN_LITERAL_H
#define CB_GEN_LITERAL_H

#include "text.h"

/* A C string literal with its quotes, over several lines when it is long; NULL becomes NULL. */
void cb_literal_c(struct cb_text *out, const char *string);

/* The same in Markdown, as plain text on one line: in a paragraph, a list or a table's cell. */
void cb_literal_markdown(struct cb_text *out, const char *string);
void cb_literal_markdown_n(struct cb_text *out, const char *string, size_t len);

/* The same in a manual page, as text behind something else on its line. */
void cb_literal_roff(struct cb_text *out, const char *string);

/* Text of ours, which holds nothing that m4 acts on, as a word for a shell: bash, zsh or fish. */
void cb_literal_quoted(struct cb_text *out, const char *string);

#endif
