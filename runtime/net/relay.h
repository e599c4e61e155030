/* The process outside that carries a private network's connections: accepts them inside, dials
 * from the host, moves the bytes. One process, no threads, bounded in every way. */
#ifndef CB_NET_RELAY_H
#define CB_NET_RELAY_H

#include "formats/host-name.h"
#include "net/address.h"
#include "plan/plan.h"

#include <stdint.h>
#include <sys/types.h>

/* Addresses of a name that are tried. */
#define CB_FOUND_MAX 8

/* With its author: some clients show nothing else of an answer. */
#define CB_FORBIDDEN "403 Forbidden by claudebox"

/* Listening sockets: the proxy and forwarded ports. */
#define CB_LISTENERS_MAX 64

struct cb_proxy_log;

struct cb_wish {
	char host[CB_NAME_MAX + 1];
	uint16_t port;
	size_t length;      /* bytes of the request itself; host and port are "" and 0 for none */
	const char *status; /* of a refusal, and why; NULL: it is TLS that is to be refused */
	const char *why;
};

/* What a look-up ends with, through a pipe. */
struct cb_answer {
	bool refused; /* there are addresses, and none may be reached */
	uint8_t count;
	struct cb_address found[CB_FOUND_MAX];
};

/* What a proxy does that a forwarded port does not; apart, because most profiles link no proxy. */
struct cb_gate {
	/* > 0: *ret is wanted and granted; 0: more bytes are needed; < 0: refused. */
	int (*judge)(const struct cb_policy *policy, const char *bytes, size_t len,
		     struct cb_wish *ret);
	/* The same of the first bytes in the tunnel. A refusal may change the host: it is about the
	 * one they name. */
	int (*judge_tunnel)(const char *bytes, size_t len, struct cb_wish *wish);
	/* Starts a look-up; a descriptor that a cb_answer comes from, or -1. */
	int (*look_up)(const struct cb_policy *policy, const char *host, pid_t *ret_child);
	/* What was refused, for the user: before the sandbox starts, each time, and at the end.
	 * NULL, where there is no memory or no file, will do for all of them. */
	struct cb_proxy_log *(*begin)(const struct cb_plan *plan);
	void (*note)(struct cb_proxy_log *refused, const struct cb_wish *wish, const char *why);
	void (*end)(struct cb_proxy_log *refused);
};

struct cb_relay {
	const struct cb_plan *plan;
	const struct cb_gate *gate;   /* NULL: no proxy */
	struct cb_proxy_log *refused; /* the gate's */
	int sync;                     /* hangs up when the sandbox has ended; never read (L27) */
	int listeners[CB_LISTENERS_MAX];
	uint16_t ports[CB_LISTENERS_MAX]; /* to be dialled on the host's loopback; 0: the proxy */
	size_t count;
};

/* Returns when the sandbox has ended, or without memory. */
void cb_relay_run(const struct cb_relay *relay);

#endif
