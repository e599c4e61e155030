/* Standard input, output and error, before they are handed over. */
#ifndef CB_ACT_STREAMS_H
#define CB_ACT_STREAMS_H

#include "base/error.h"

/* Files that came for reading can be changed in no way from here on. Needs the namespaces of the
 * stage. */
int cb_streams_reopen(struct cb_error *err);

#endif
