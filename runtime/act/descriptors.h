/* The descriptors of this process: what the caller passed in, and what bwrap gets. */
#ifndef CB_ACT_DESCRIPTORS_H
#define CB_ACT_DESCRIPTORS_H

#include "base/error.h"
#include "plan/bwrap.h"

/* The first act of main: opens /dev/null for each standard stream that is closed, since the next
 * file opened would take its place. */
int cb_descriptors_fill(struct cb_error *err);

/* Closes everything above the standard streams, then makes a sealed memory file for each of
 * `blobs`, from CB_FD_FIRST on without a gap: the numbers that bwrap's arguments name. */
int cb_descriptors_hand_over(const struct cb_bwrap *bwrap, struct cb_error *err);

#endif
