/* Where every value of the policy stands in its text: for findings in document order, and for
 * duplicate keys, of which jansson can name only the first and without its pointer. */
#ifndef CB_GEN_PLACES_H
#define CB_GEN_PLACES_H

#include "base/error.h"
#include "findings.h"

#include <jansson.h>

struct cb_places {
	json_t *offsets; /* JSON pointer → offset in the text */
};

#define cleanup_places __attribute__((cleanup(cb_places_clear)))

/* `text` is known to be JSON and not deeply nested. Adds a finding for each duplicate key. */
int cb_places_scan(struct cb_places *places, const char *text, size_t len,
		   struct cb_findings *found, struct cb_error *err);

/* Document order; findings of one place keep theirs. */
void cb_places_sort(const struct cb_places *places, struct cb_findings *found);

void cb_places_clear(struct cb_places *places);

#endif
