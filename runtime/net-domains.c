/* Tier `domains`: a network of loopback only, with a proxy that lets named hosts through. */
#include "net-lookup.h"
#include "net-request.h"
#include "net-space.h"

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

static int judge(const struct cb_policy *policy, const char *bytes, size_t len, struct cb_wish *ret)
{
	struct cb_request request;
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
	if (!cb_name_is_listed(policy->domains, request.host))
		return refuse(ret, "403 Forbidden", "this profile does not let that host through");
	if (!has_port(policy->ports, request.port))
		return refuse(ret, "403 Forbidden", "this profile does not let that port through");
	memcpy(ret->host, request.host, sizeof ret->host);
	ret->port = request.port;
	ret->length = request.length;
	return 1;
}

int cb_net_domains(const struct cb_policy *policy, int sync, struct cb_error *err)
{
	static const struct cb_gate gate = { judge, cb_lookup_start };
	return cb_space_relay(policy, &gate, sync, err);
}
