/* Which of the sandbox's requests the proxy grants. Pure. */
#ifndef CB_NET_PROXY_POLICY_H
#define CB_NET_PROXY_POLICY_H

#include "formats/host-name.h"
#include "vocab/policy.h"

/* It says who refuses, since some clients show only the status line. */
#define CB_FORBIDDEN "403 Forbidden by claudebox"

struct cb_wish {
	char host[CB_NAME_MAX + 1];
	uint16_t port;
	size_t length;      /* bytes of the request itself; host and port are "" and 0 for none */
	const char *status; /* of a refusal; NULL: it is answered by a TLS alert */
	const char *why;
};

/* > 0: *ret is wanted and granted; 0: more bytes are needed; < 0: refused. */
int cb_proxy_judge(const struct cb_policy *policy, const char *bytes, size_t len,
		   struct cb_wish *ret);

/* The same for the first bytes in the tunnel. A refusal may set the host to the one they name. */
int cb_proxy_judge_tunnel(const char *bytes, size_t len, struct cb_wish *wish);

#endif
