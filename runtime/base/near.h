/* Words that were probably meant: for "did you mean". Pure. */
#ifndef CB_BASE_NEAR_H
#define CB_BASE_NEAR_H

#include <stdbool.h>

/* `word` is one slip away from `meant`, or two where both are long: a letter too many, too few,
 * wrong, or two that are exchanged. Equal words are not near. */
bool cb_is_near(const char *word, const char *meant);

#endif
