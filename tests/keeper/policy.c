/* A keeper's policy, as the generator would write it: for an upstream of the tests'. */
#include "vocab/keeper.h"

#ifndef UPSTREAM
#define UPSTREAM "https://localhost:8443"
#endif
#ifndef PORT
#define PORT 8443
#endif
#ifndef BUNDLE
#define BUNDLE "/nowhere/ca.crt"
#endif
#ifndef BUDGET
#define BUDGET 0
#endif
#ifndef CONNECTIONS
#define CONNECTIONS 128
#endif

static const struct cb_keeper_row rows[] = {
	{ "POST", "/v1/messages", true },
	{ "POST", "/v1/messages/count_tokens", false },
	{ "GET", "/v1/models", false },
	{ "HEAD", "/", false },
};

const struct cb_keeper_policy cb_keeper_policy = {
	.profile = "test",
	.upstream = UPSTREAM,
	.port = PORT,
	.bundle = BUNDLE,
	.rows = rows,
	.row_count = sizeof rows / sizeof rows[0],
	.budget = BUDGET,
	.connections = CONNECTIONS,
};
