/* What the proxy refused in a session, for the user to read. Pure: bounded however much is asked
 * for, and of a request only a host that is one, its port, and words of ours. */
#ifndef CB_NET_REFUSED_H
#define CB_NET_REFUSED_H

#include "formats/host-name.h"

#include <stdint.h>

/* In the state directory, out of the agent's reach. */
#define CB_REFUSED_NAME "refused"

/* Its path. Caller frees; NULL: no memory. */
char *cb_refused_path(const char *home, const char *state);

#define CB_REFUSED_ROWS 32
#define CB_REFUSED_TEXT 16384

/* Of `why` the pointer is kept, and this much shown. */
#define CB_REFUSED_WHY 100

struct cb_refused {
	struct {
		char host[CB_NAME_MAX + 1];
		const char *why;
		uint32_t count;
		uint16_t port;
	} rows[CB_REFUSED_ROWS];
	uint32_t others; /* for which there is no row */
	int file;
	char text[CB_REFUSED_TEXT];
};

/* Counts one. `host` may be "" where no host was named. True: it is worth writing down now, which
 * is seldom, so that a flood of them costs no more than a few writes. */
bool cb_refused_add(struct cb_refused *r, const char *host, uint16_t port, const char *why);

/* Makes `text`, `COUNT HOST:PORT: WHY` a line; its length. */
size_t cb_refused_say(struct cb_refused *r);

/* The next launch's note on such a text, which is in the state directory `state`; NULL: nothing
 * was refused, or no memory. */
char *cb_refused_recall(const char *text, const char *state);

#endif
