/* Whether this machine lets bwrap make a sandbox at all. */
#ifndef CB_HOST_USERNS_H
#define CB_HOST_USERNS_H

#include <stdbool.h>

enum cb_userns {
#define X(NAME, why, hint) CB_USERNS_##NAME,
#include "host/userns-signs.def"
#undef X
};

/* What speaks against it; alone it is no proof. */
enum cb_userns cb_userns_sign(void);

/* Costs two small reads where nothing speaks against it; otherwise bwrap is tried. */
enum cb_userns cb_userns_read(const char *bwrap, const char *self);

#endif
