/* A request to the proxy is read, judged, looked up and dialled; a forwarded connection is dialled
 * at once. Then bytes are moved until both sides have closed. */
#include "net/connection.h"

#include "net/address.h"
#include "net/proxy-policy.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

/* What takes longer is ended by SIGALRM. */
enum {
	HEAD_S = 10,
	LINGER_S = 2,
	TOTAL_S = 24 * 60 * 60,
	CONNECT_S = 10, /* an address */
	IDLE_MS = 15 * 60 * 1000,
	ADDRESSES_MAX = 8, /* of a name that are tried */
	FLOW_SIZE = 16384, /* no less than CB_HEAD_MAX and CB_HELLO_MAX */
};

/* One direction: bytes read from one socket and not yet written to the other. */
struct flow {
	size_t begin, end; /* of what is held in `bytes` */
	bool ended;        /* the source has closed its side */
	bool passed;       /* and the destination's side has been shut down */
	char bytes[FLOW_SIZE];
};

struct connection {
	const struct cb_policy *policy;
	struct cb_wish wish;
	int server;
	bool judged; /* what comes from inside may go out; a forwarded one is granted as it is */
	struct flow up, down; /* from inside, from outside */
};

/* --- moving bytes --------------------------------------------------------------------------- */

static bool has_room(const struct flow *flow)
{
	return !flow->ended && flow->end - flow->begin < FLOW_SIZE;
}

static bool has_bytes(const struct flow *flow)
{
	return flow->end > flow->begin;
}

/* Reads what there is room for; waits for it unless `flags` has MSG_DONTWAIT. false: the connection
 * is broken. */
static bool fill(struct flow *flow, int from, int flags)
{
	if (!has_room(flow))
		return true;
	memmove(flow->bytes, flow->bytes + flow->begin, flow->end - flow->begin);
	flow->end -= flow->begin;
	flow->begin = 0;
	ssize_t len = recv(from, flow->bytes + flow->end, FLOW_SIZE - flow->end, flags);
	if (len < 0)
		return errno == EAGAIN;
	flow->ended = len == 0;
	flow->end += (size_t)len;
	return true;
}

/* Writes what can be written without waiting, and shuts `to` down behind the last byte. false: the
 * connection is broken. */
static bool drain(struct flow *flow, int to)
{
	if (has_bytes(flow)) {
		ssize_t len = send(to, flow->bytes + flow->begin, flow->end - flow->begin,
				   MSG_NOSIGNAL | MSG_DONTWAIT);
		if (len < 0)
			return errno == EAGAIN;
		flow->begin += (size_t)len;
	}
	if (flow->ended && !flow->passed && !has_bytes(flow)) {
		flow->passed = true;
		shutdown(to, SHUT_WR);
	}
	return true;
}

/* Appends an answer of the proxy's own, cut where there is no room for it. */
static void add(struct flow *flow, const char *bytes, size_t len)
{
	if (len > FLOW_SIZE - flow->end)
		len = FLOW_SIZE - flow->end;
	memcpy(flow->bytes + flow->end, bytes, len);
	flow->end += len;
}

/* --- refusals ------------------------------------------------------------------------------- */

/* A whole HTTP answer. The host was checked to be a name, so it cannot end a line. */
static void add_answer(struct flow *flow, const struct cb_wish *wish, const char *status,
		       const char *why)
{
	char body[CB_NAME_MAX + 200], answer[sizeof body + 200];
	int len = *wish->host ? snprintf(body, sizeof body, "claudebox: %s:%u: %s\n", wish->host,
					 wish->port, why)
			      : snprintf(body, sizeof body, "claudebox: %s\n", why);
	len = snprintf(answer, sizeof answer,
		       "HTTP/1.1 %s\r\nContent-Type: text/plain\r\nConnection: close\r\n"
		       "Content-Length: %d\r\n\r\n%s",
		       status, len, body);
	add(flow, answer, (size_t)len);
}

/* Sends what is left for the client, then waits for it to close: closing a socket with unread
 * bytes resets the connection, and the client might not see the answer. */
static void finish_answer(const struct flow *down)
{
	char bytes[1024];
	alarm(HEAD_S);
	send(CB_CONNECTION_CLIENT, down->bytes + down->begin, down->end - down->begin,
	     MSG_NOSIGNAL);
	shutdown(CB_CONNECTION_CLIENT, SHUT_WR);
	alarm(LINGER_S);
	while (recv(CB_CONNECTION_CLIENT, bytes, sizeof bytes, 0) > 0)
		;
}

/* Answers the client and ends the connection. Without a status the client speaks TLS already and
 * gets the alert `unrecognized_name`. What the policy refused is reported to the relay, for the
 * user to read. Always false. */
static bool refuse(struct connection *c, const char *status, const char *why)
{
	static const char alert[] = { 21, 3, 3, 0, 2, 2, 112 };
	if (!status || *status == '4') {
		struct cb_refusal refusal = { .port = c->wish.port };
		stpncpy(refusal.host, c->wish.host, CB_NAME_MAX);
		stpncpy(refusal.why, why, CB_PROXY_LOG_WHY);
		if (write(CB_CONNECTION_REFUSALS, &refusal, sizeof refusal) < 0)
			return false;
	}
	close(c->server);
	if (status)
		add_answer(&c->down, &c->wish, status, why);
	else
		add(&c->down, alert, sizeof alert);
	finish_answer(&c->down);
	return false;
}

/* --- reaching the server --------------------------------------------------------------------- */

static bool dial(struct connection *c, const struct sockaddr *to, socklen_t size)
{
	const struct timeval patience = { .tv_sec = CONNECT_S }; /* connect's too: socket(7) */
	c->server = socket(to->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (setsockopt(c->server, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) == 0 &&
	    connect(c->server, to, size) == 0)
		return true;
	close(c->server);
	c->server = -1;
	return false;
}

static bool dial_loopback(struct connection *c, uint16_t port)
{
	const struct sockaddr_in to = { .sin_family = AF_INET,
					.sin_port = htons(port),
					.sin_addr = { htonl(INADDR_LOOPBACK) } };
	return dial(c, (const struct sockaddr *)&to, sizeof to);
}

static struct cb_address address_of(const struct sockaddr *from)
{
	struct cb_address address = { .v6 = from->sa_family == AF_INET6 };
	if (address.v6)
		memcpy(address.bytes, &((const struct sockaddr_in6 *)(const void *)from)->sin6_addr,
		       16);
	else
		memcpy(address.bytes, &((const struct sockaddr_in *)(const void *)from)->sin_addr,
		       4);
	return address;
}

/* Whether an address is one of this host's: then the kernel chooses it as the source too.
 * Connecting a datagram socket sends nothing. A service on such an address would be reached over
 * loopback, past the host's firewall. */
static bool is_of_host(const struct sockaddr *to, socklen_t size)
{
	struct sockaddr_storage source = { 0 };
	socklen_t source_size = sizeof source;
	int fd = socket(to->sa_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	bool known = connect(fd, to, size) == 0 &&
		     getsockname(fd, (struct sockaddr *)&source, &source_size) == 0;
	close(fd);
	struct cb_address there = address_of(to), here = address_of((struct sockaddr *)&source);
	return known && memcmp(there.bytes, here.bytes, sizeof there.bytes) == 0;
}

/* Dials the public addresses of the granted name. The address dialled is the one that was checked;
 * the name is not looked up again (L17). */
static bool dial_name(struct connection *c)
{
	const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
	struct addrinfo *list;
	size_t tried = 0;
	char port[8];
	snprintf(port, sizeof port, "%u", c->wish.port);
	if (getaddrinfo(c->wish.host, port, &hints, &list) != 0)
		return refuse(c, "502 Bad Gateway", "the name is not known");
	for (const struct addrinfo *i = list; i && tried < ADDRESSES_MAX; i = i->ai_next) {
		const struct cb_address address = address_of(i->ai_addr);
		if (!cb_address_is_open(c->policy, &address) ||
		    is_of_host(i->ai_addr, i->ai_addrlen))
			continue;
		tried++;
		if (dial(c, i->ai_addr, i->ai_addrlen))
			return true;
	}
	return tried ? refuse(c, "502 Bad Gateway", "the host does not answer")
		     : refuse(c, CB_FORBIDDEN, "that name leads to a private or blocked address");
}

/* --- the proxy -------------------------------------------------------------------------------- */

/* Reads the request and judges it; false: it was refused, or did not come. */
static bool read_request(struct connection *c)
{
	int verdict;
	alarm(HEAD_S);
	while ((verdict = cb_proxy_judge(c->policy, c->up.bytes, c->up.end, &c->wish)) == 0)
		if (c->up.ended || !fill(&c->up, CB_CONNECTION_CLIENT, 0))
			return false;
	if (verdict < 0)
		return refuse(c, c->wish.status, c->wish.why);
	c->up.begin = c->wish.length;
	return true;
}

/* Lets nothing out of the tunnel before its first bytes are judged; false: they were refused, or
 * are cut short. */
static bool judge_tunnel(struct connection *c)
{
	int verdict = c->judged ? 1
				: cb_proxy_judge_tunnel(c->up.bytes + c->up.begin,
							c->up.end - c->up.begin, &c->wish);
	c->judged = verdict > 0;
	if (verdict < 0)
		return refuse(c, c->wish.status, c->wish.why);
	return c->judged || !c->up.ended;
}

/* Moves bytes both ways, as fast as the slower side takes them. */
static void carry(struct connection *c)
{
	for (bool whole = true;;) {
		if (!judge_tunnel(c) || (c->judged && !drain(&c->up, c->server)) ||
		    !drain(&c->down, CB_CONNECTION_CLIENT) || !whole ||
		    (c->up.passed && c->down.passed))
			return;
		struct pollfd polls[] = { { .fd = CB_CONNECTION_CLIENT }, { .fd = c->server } };
		polls[0].events =
		    (short)((has_room(&c->up) ? POLLIN : 0) | (has_bytes(&c->down) ? POLLOUT : 0));
		polls[1].events = (short)((has_room(&c->down) ? POLLIN : 0) |
					  (c->judged && has_bytes(&c->up) ? POLLOUT : 0));
		/* poll reports a hang-up even where no event was asked for, and would not wait. */
		for (size_t i = 0; i < 2; i++)
			polls[i].fd = polls[i].events ? polls[i].fd : -1;
		if (poll(polls, 2, IDLE_MS) <= 0)
			return;
		if (polls[0].revents & ~POLLOUT)
			whole &= fill(&c->up, CB_CONNECTION_CLIENT, MSG_DONTWAIT);
		if (polls[1].revents & ~POLLOUT)
			whole &= fill(&c->down, c->server, MSG_DONTWAIT);
	}
}

void cb_connection_run(const struct cb_policy *policy, uint16_t port)
{
	static const char established[] = "HTTP/1.1 200 Connection established\r\n\r\n";
	struct connection c = { .policy = policy, .wish.why = "", .server = -1, .judged = port };
	sigset_t none;
	/* The caller may have blocked or ignored SIGALRM, which ends us in time. */
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGALRM, SIG_DFL);
	if (!port && !read_request(&c))
		return;
	alarm(TOTAL_S);
	if (port ? !dial_loopback(&c, port) : !dial_name(&c))
		return;
	if (!port)
		add(&c.down, established, sizeof established - 1);
	carry(&c);
}
