/* Standard input, output and error, before they are handed over. */
#ifndef CB_ACT_STREAMS_H
#define CB_ACT_STREAMS_H

#include "base/error.h"

/* Files that came for reading can be changed in no way from here on. Needs the namespaces of the
 * stage. */
int cb_act_reopen_streams(struct cb_error *err);

#endif
