/* Runs m4 on a skeleton. m4 exits with 0 on a macro it does not know and on most warnings: any
 * word of it on stderr, and any macro name left in the output, is an error here. */
#ifndef CB_GEN_SKELETON_H
#define CB_GEN_SKELETON_H

#include "base/error.h"
#include "text.h"

/* prelude.m4, then the definitions, then `skeleton`, the first and last from the directory
 * `templates`. */
int cb_render(const char *templates, const char *skeleton, const struct cb_text *definitions,
	      struct cb_text *ret_output, struct cb_error *err);

/* The first word in `text` that begins with m4_ or g4_; NULL: there is none. */
const char *cb_find_leftover(const char *text);

#endif
