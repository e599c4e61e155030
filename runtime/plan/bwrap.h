/* A plan as bubblewrap's arguments. Pure: descriptor numbers are decided here and act/ makes them
 * true, so that --dry-run shows the very command. */
#ifndef CB_PLAN_BWRAP_H
#define CB_PLAN_BWRAP_H

#include "base/error.h"
#include "base/strv.h"
#include "plan/plan.h"

#include <stddef.h>

/* bwrap accepts no more arguments than this. */
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
	int sync; /* the next descriptor, open as long as the sandbox runs; -1: none */
};

int cb_bwrap_make(const struct cb_plan *plan, struct cb_bwrap *ret, struct cb_error *err);

#endif
