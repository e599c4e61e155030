/* The head of a proxy request, as it comes from inside: hostile bytes. Pure. */
#ifndef CB_FORMATS_CONNECT_REQUEST_H
#define CB_FORMATS_CONNECT_REQUEST_H

#include "formats/host-name.h"

#include <stddef.h>
#include <stdint.h>

/* A head that has not ended by then is none. */
#define CB_HEAD_MAX 8192

enum cb_request_state {
	CB_REQUEST_PARTIAL, /* nothing wrong so far */
	CB_REQUEST_BAD,     /* not HTTP, or not in the one way we read it */
	CB_REQUEST_OTHER,   /* HTTP, but another method than CONNECT */
	CB_REQUEST_WHOLE,
};

struct cb_request {
	char host[CB_NAME_MAX + 1]; /* in small letters */
	uint16_t port;
	size_t length; /* of the head; what follows is the tunnel's */
};

/* *ret is set for CB_REQUEST_WHOLE only. */
enum cb_request_state cb_request_parse(const char *bytes, size_t len, struct cb_request *ret);

#endif
