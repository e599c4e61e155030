/* JSON → model, strictly: every key known, none missing, every type right, no control character
 * anywhere. What is wrong becomes findings with their JSON pointer; judging is left to the rules.
 */
#ifndef CB_POLICY_READ_H
#define CB_POLICY_READ_H

#include "findings.h"
#include "policy/model.h"

enum {
	CB_DOCUMENT_MAX = 1 << 20, /* bytes */
	CB_DOCUMENT_DEPTH = 16,
};

/* Fills what it can: a model with findings is still good for finding more. */
void cb_read_policy(const char *text, size_t len, struct cb_model *model,
		    struct cb_findings *found);

/* The document as a whole, for cb_read_policy: size, syntax, depth, and the characters of all
 * strings. NULL: there is a finding that says why. `*ret_places` says of every value's JSON pointer
 * which value of the document it is, counted from 0. */
struct json_t *cb_load_document(const char *text, size_t len, struct json_t **ret_places,
				struct cb_findings *found);

/* The closure list, as nixpkgs' closureInfo writes it: one store path a line. Keeps `text` and cuts
 * it into lines. */
void cb_read_closure(char *text, struct cb_model *model);

/* Puts findings in the order of the document; those of one place keep theirs. */
void cb_sort_findings(const struct json_t *places, struct cb_findings *found);

#endif
