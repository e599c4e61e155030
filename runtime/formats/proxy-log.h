/* What the proxy refused in a session, for the user to read. Pure: bounded however much is asked
 * for, and of a request only a host that is one, its port, and words of ours. */
#ifndef CB_FORMATS_PROXY_LOG_H
#define CB_FORMATS_PROXY_LOG_H

#include "formats/host-name.h"

#include <stdint.h>

/* In the state directory, out of the agent's reach. */
#define CB_PROXY_LOG_NAME "refused"

/* Its path. */
char *cb_proxy_log_path(const char *home, const char *state);

#define CB_PROXY_LOG_ROWS 32
#define CB_PROXY_LOG_TEXT 16384

/* Of `why` this much is kept. */
#define CB_PROXY_LOG_WHY 100

struct cb_proxy_log {
	struct cb_proxy_log_row {
		char host[CB_NAME_MAX + 1], why[CB_PROXY_LOG_WHY + 1];
		uint32_t count;
		uint16_t port;
	} rows[CB_PROXY_LOG_ROWS];
	uint32_t others; /* for which there is no row */
	char text[CB_PROXY_LOG_TEXT];
};

/* Counts one. `host` may be "" where no host was named. True: it is worth writing down now, which
 * is seldom, so that a flood of them costs no more than a few writes. */
bool cb_proxy_log_add(struct cb_proxy_log *r, const char *host, uint16_t port, const char *why);

/* Makes `text`, `COUNT HOST:PORT: WHY` a line; its length. */
size_t cb_proxy_log_say(struct cb_proxy_log *r);

/* The next launch's note on such a text, which is in the state directory `state`; NULL: nothing
 * was refused. */
char *cb_proxy_log_recall(const char *text, const char *state);

#endif
