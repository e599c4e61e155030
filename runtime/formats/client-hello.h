/* The first message of a TLS client, as it comes through the proxy from inside: hostile bytes. Of
 * it only the name of the server is wanted (RFC 8446 4.1.2, RFC 6066 3). Pure. */
#ifndef CB_FORMATS_CLIENT_HELLO_H
#define CB_FORMATS_CLIENT_HELLO_H

#include "formats/host-name.h"

/* A message that has not ended by then is none; real ones have 200 to 3,000 bytes. */
#define CB_HELLO_MAX 16384

enum cb_hello_state {
	CB_HELLO_PARTIAL,  /* nothing wrong so far */
	CB_HELLO_OTHER,    /* not TLS */
	CB_HELLO_BAD,      /* begins like TLS, but not as we read it */
	CB_HELLO_NAMELESS, /* a whole message that names no server */
	CB_HELLO_NAMED,
};

/* Sets `ret_name`, in small letters, for CB_HELLO_NAMED only. What follows the message is not
 * looked at. */
enum cb_hello_state cb_hello_parse(const char *bytes, size_t len, char ret_name[CB_NAME_MAX + 1]);

#endif
