/* The document as a whole, before it is read key by key: its size, depth and syntax, and that no
 * string of it, key or value, holds what a terminal or a reader could be fooled by. */
#ifndef CB_GEN_DOCUMENT_H
#define CB_GEN_DOCUMENT_H

#include "findings.h"

#include <jansson.h>

enum {
	CB_DOCUMENT_MAX = 1 << 20, /* bytes */
	CB_DOCUMENT_DEPTH = 16,
};

/* NULL: there is a finding that says why. */
json_t *cb_load_document(const char *text, size_t len, struct cb_findings *found);

void cb_check_strings(json_t *document, struct cb_findings *found);

#endif
