/* The time zone that the variable TZ names by a file. Part of facts. */
#ifndef CB_HOST_ZONE_H
#define CB_HOST_ZONE_H

#include <stddef.h>

/* What is too large to be a time zone. */
#define CB_ZONE_LIMIT ((size_t)65536)

/* The bytes of the file that `tz`, the value of TZ or NULL, names by an absolute path. NULL: it
 * names none, or the file is no time zone, as by a TZ that somebody else has set to a secret.
 * Caller frees. */
char *cb_zone_read(const char *tz, size_t *ret_size);

#endif
