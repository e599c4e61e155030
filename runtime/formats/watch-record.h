/* What a launch has seen in the watched places, remembered for the next one: a line for each file,
 * holding hashes of its path and of its contents. Pure: text in, text and names out. */
#ifndef CB_FORMATS_WATCH_RECORD_H
#define CB_FORMATS_WATCH_RECORD_H

#include "base/strv.h"

#include <stddef.h>
#include <stdint.h>

#define CB_DIGEST_SIZE 16

/* One file of a watched place. */
struct cb_watched {
	char *path; /* absolute */
	uint8_t digest[CB_DIGEST_SIZE];
};

/* Larger records are not read: a launch writes none. */
#define CB_RECORD_LIMIT ((size_t)128 * 1024)

/* The record after this launch; the paths that differ from `old` are pushed to ret_changed, those
 * it does not know to ret_new. A record that does not know `project` is the first one of it:
 * nothing is told. */
char *cb_record_next(const char *old, const char *project, const struct cb_watched *watched,
		     size_t count, struct cb_strv *ret_changed, struct cb_strv *ret_new);

#endif
