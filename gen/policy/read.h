/* JSON → model, strictly: every key known, none missing, every type right, no control character
 * anywhere. What is wrong becomes findings with their JSON pointer; judging is left to the rules.
 */
#ifndef CB_GEN_READ_H
#define CB_GEN_READ_H

#include "base/error.h"
#include "findings.h"
#include "policy/model.h"
#include "policy/places.h"

/* Fills what it can: a model with findings is still good for finding more.
 * -1 only for lack of memory. */
int cb_read_policy(const char *text, size_t len, struct cb_model *model, struct cb_places *places,
		   struct cb_findings *found, struct cb_error *err);

/* The closure list, one store path a line. Takes `text`. */
int cb_read_closure(char *text, struct cb_model *model, struct cb_error *err);

#endif
