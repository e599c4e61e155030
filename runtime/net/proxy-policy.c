/* Compares requests with the names and ports of the policy. */
#include "net/proxy-policy.h"

#include "formats/client-hello.h"
#include "formats/connect-request.h"

#include <string.h>

static bool has_port(const uint16_t *ports, uint16_t port)
{
	while (*ports && *ports != port)
		ports++;
	return *ports != 0;
}

static int refuse(struct cb_wish *ret, const char *status, const char *why)
{
	ret->status = status;
	ret->why = why;
	return -1;
}

int cb_proxy_judge(const struct cb_policy *policy, const char *bytes, size_t len,
		   struct cb_wish *ret)
{
	struct cb_request request;
	ret->host[0] = '\0';
	ret->port = 0;
	switch (cb_request_parse(bytes, len, &request)) {
	case CB_REQUEST_PARTIAL:
		return 0;
	case CB_REQUEST_BAD:
		return refuse(ret, "400 Bad Request", "this is no request for a named host");
	case CB_REQUEST_OTHER:
		return refuse(ret, "405 Method Not Allowed",
			      "only CONNECT is understood here, that is https");
	case CB_REQUEST_WHOLE:
		break;
	}
	memcpy(ret->host, request.host, sizeof ret->host);
	ret->port = request.port;
	if (!cb_name_is_listed(policy->domains, request.host))
		return refuse(ret, CB_FORBIDDEN,
			      "the user can allow that host by `domains` in the policy");
	if (!has_port(policy->ports, request.port))
		return refuse(ret, CB_FORBIDDEN,
			      "the user can allow that port by `ports` in the policy");
	ret->length = request.length;
	return 1;
}

/* Only TLS is let through here. On other ports a protocol without a server name may be spoken. */
#define TLS_PORT 443

/* Many sites share an address, and the name in the ClientHello chooses among them: a tunnel to a
 * granted site must not reach its neighbour. The request named a host, so TLS must name the same.
 */
int cb_proxy_judge_tunnel(const char *bytes, size_t len, struct cb_wish *wish)
{
	char name[CB_NAME_MAX + 1];
	switch (cb_hello_parse(bytes, len, name)) {
	case CB_HELLO_PARTIAL:
		return 0;
	case CB_HELLO_OTHER:
		return wish->port != TLS_PORT
			   ? 1
			   : refuse(wish, CB_FORBIDDEN, "only TLS may be spoken on that port");
	case CB_HELLO_BAD:
		return refuse(wish, NULL, "what was said in the tunnel is no TLS as we read it");
	case CB_HELLO_NAMELESS:
		return refuse(wish, NULL, "TLS in the tunnel names no host (SNI)");
	case CB_HELLO_NAMED:
		break;
	}
	if (strcmp(name, wish->host) == 0)
		return 1;
	memcpy(wish->host, name, sizeof name);
	return refuse(wish, NULL, "TLS in a tunnel to another host names this one (SNI)");
}
