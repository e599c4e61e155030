/* A plan in bubblewrap's words. Pure: the descriptor numbers are decided here and made true by
 * act, so that --dry-run can show the very command. */
#ifndef CB_PLAN_BWRAP_H
#define CB_PLAN_BWRAP_H

#include "base/error.h"
#include "base/strv.h"
#include "plan/plan.h"

#include <stddef.h>

/* bwrap stops reading options at this many arguments in all. */
#define CB_BWRAP_MAX_ARGS 9000

/* The first descriptor handed to bwrap; the others follow without a gap. */
#define CB_FD_FIRST 3

/* Bytes that bwrap reads from descriptor CB_FD_FIRST + its index. */
struct cb_blob {
	const void *data;
	size_t size;
	const char *name; /* for the memfd, seen in /proc by whoever debugs */
};

struct cb_bwrap {
	struct cb_strv argv;    /* of the exec */
	struct cb_strv options; /* by descriptor: no value and no host path in argv (L2) */
	struct cb_blob *blobs;  /* the first holds the options, NUL-separated */
	size_t blob_count;
	int sync; /* the descriptor behind them that is kept open while the sandbox runs; -1: none
		   */
};

/* These go with their last callers. */
#define cleanup_bwrap
static inline void cb_bwrap_clear(struct cb_bwrap *bwrap)
{
	*bwrap = (struct cb_bwrap) { 0 };
}

int cb_bwrap_make(const struct cb_plan *plan, struct cb_bwrap *ret, struct cb_error *err);

#endif
