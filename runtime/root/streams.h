/* Files that are passed as standard streams. */
#ifndef CB_ROOT_STREAMS_H
#define CB_ROOT_STREAMS_H

#include "base/error.h"

/* Replaces each standard stream that is a file opened for reading by the same file in a read-only
 * mount, at the same offset. Needs the namespaces of cb_root_build(). */
int cb_streams_make_read_only(struct cb_error *err);

#endif
