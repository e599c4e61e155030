/* The event loop of the relay. A connection goes HEAD → LOOKUP → CONNECT → OPEN, a forwarded one
 * begins at CONNECT; a refused one goes to ANSWER and LINGER. Whatever takes too long is closed. */
#include "net/relay.h"

#include "net/pipe.h"

#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	CONNECTIONS = 256,
	LOOKUPS = 16, /* at a time: each is a process */
	HEAD_MS = 10 * 1000,
	CONNECT_MS = 10 * 1000, /* an address */
	LINGER_MS = 2 * 1000,
	IDLE_MS = 15 * 60 * 1000,
	TOTAL_MS = 24 * 60 * 60 * 1000,
};

enum stage { FREE, HEAD, LOOKUP, CONNECT, OPEN, ANSWER, LINGER };

struct connection {
	enum stage stage;
	int client, server; /* in LOOKUP the server is where the answer comes from */
	pid_t child;        /* that looks up */
	bool judged;        /* what comes from inside may go out */
	struct cb_wish wish;
	uint64_t born, deadline; /* ms */
	struct cb_answer answer;
	size_t tried;
	struct cb_pipe up, down; /* from inside, from outside */
};

struct loop {
	const struct cb_relay *relay;
	uint64_t now;
	size_t lookups;
	struct pollfd polls[1 + CB_LISTENERS_MAX + 2 * CONNECTIONS];
	struct connection connections[CONNECTIONS];
};

static uint64_t clock_ms(void)
{
	struct timespec t = { 0 };
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static void close_server(struct loop *l, struct connection *c)
{
	if (c->stage == LOOKUP && c->server >= 0) {
		l->lookups--;
		waitpid(c->child, NULL, 0); /* its alarm is shorter than our patience */
	}
	if (c->server >= 0)
		close(c->server);
	c->server = -1;
}

static void close_connection(struct loop *l, struct connection *c)
{
	close_server(l, c);
	close(c->client);
	c->stage = FREE;
}

static void enter(struct loop *l, struct connection *c, enum stage stage, uint64_t patience)
{
	c->stage = stage;
	c->deadline = l->now + patience;
}

/* Last words to the client; where it speaks TLS already (no status) an alert, `unrecognized_name`.
 * What the policy refused is noted for the user. */
static void refuse(struct loop *l, struct connection *c, const char *status, const char *why)
{
	static const char alert[] = { 21, 3, 3, 0, 2, 2, 112 };
	if (!status || *status == '4')
		l->relay->gate->note(l->relay->refused, &c->wish, why);
	close_server(l, c);
	c->up.begin = c->up.end = 0;
	if (status)
		cb_pipe_add_answer(&c->down, status, c->wish.host, c->wish.port, why);
	else
		cb_pipe_add_bytes(&c->down, alert, sizeof alert);
	enter(l, c, ANSWER, HEAD_MS);
}

/* Begins to dial the next address; false: there is none left. The address is the one that was
 * checked: nothing is looked up again (L17). */
static bool dial_next(struct loop *l, struct connection *c)
{
	close_server(l, c);
	while (c->tried < c->answer.count) {
		const struct cb_address *a = &c->answer.found[c->tried++];
		struct sockaddr_in v4 = { .sin_family = AF_INET, .sin_port = htons(c->wish.port) };
		struct sockaddr_in6 v6 = { .sin6_family = AF_INET6,
					   .sin6_port = htons(c->wish.port) };
		memcpy(&v4.sin_addr, a->bytes, sizeof v4.sin_addr);
		memcpy(&v6.sin6_addr, a->bytes, sizeof v6.sin6_addr);
		const struct sockaddr *to = a->v6 ? (const void *)&v6 : (const void *)&v4;
		socklen_t size = a->v6 ? sizeof v6 : sizeof v4;
		c->server = socket(to->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
		if (c->server >= 0 && (connect(c->server, to, size) == 0 || errno == EINPROGRESS)) {
			enter(l, c, CONNECT, CONNECT_MS);
			return true;
		}
		close_server(l, c);
	}
	return false;
}

static void cannot_connect(struct loop *l, struct connection *c)
{
	if (c->wish.length > 0)
		refuse(l, c, "502 Bad Gateway", "the host does not answer");
	else
		close_connection(l, c);
}

static void start_lookup(struct loop *l, struct connection *c)
{
	if (l->lookups >= LOOKUPS)
		return; /* asked again when another has ended */
	c->server = l->relay->gate->look_up(l->relay->plan->policy, c->wish.host, &c->child);
	if (c->server < 0)
		refuse(l, c, "502 Bad Gateway", "the name cannot be looked up");
	else
		l->lookups++;
}

static void read_head(struct loop *l, struct connection *c)
{
	if (!cb_pipe_fill(&c->up, c->client)) {
		close_connection(l, c);
		return;
	}
	int verdict = l->relay->gate->judge(l->relay->plan->policy, c->up.bytes + c->up.begin,
					    c->up.end - c->up.begin, &c->wish);
	if (verdict < 0) {
		refuse(l, c, c->wish.status, c->wish.why);
	} else if (verdict == 0 && c->up.ended) {
		close_connection(l, c);
	} else if (verdict > 0) {
		c->up.begin += c->wish.length;
		enter(l, c, LOOKUP, IDLE_MS);
		start_lookup(l, c);
	}
}

static void read_answer(struct loop *l, struct connection *c)
{
	ssize_t len = read(c->server, &c->answer, sizeof c->answer);
	if (len < 0 && errno == EAGAIN)
		return;
	if (len != (ssize_t)sizeof c->answer || c->answer.count > CB_FOUND_MAX)
		refuse(l, c, "502 Bad Gateway", "the name is not known");
	else if (c->answer.refused)
		refuse(l, c, CB_FORBIDDEN, "that name leads to a private or blocked address");
	else if (!dial_next(l, c))
		cannot_connect(l, c);
}

/* Holds back what comes from inside until it is known whom it is for. false: it goes no further. */
static bool judge_tunnel(struct loop *l, struct connection *c)
{
	int verdict = c->judged ? 1
				: l->relay->gate->judge_tunnel(c->up.bytes + c->up.begin,
							       c->up.end - c->up.begin, &c->wish);
	c->judged = verdict > 0;
	if (verdict < 0)
		refuse(l, c, c->wish.status, c->wish.why);
	else if (verdict == 0 && c->up.ended)
		close_connection(l, c);
	else
		return true;
	return false;
}

static void finish_connect(struct loop *l, struct connection *c)
{
	int error = 0;
	socklen_t size = sizeof error;
	if (getsockopt(c->server, SOL_SOCKET, SO_ERROR, &error, &size) < 0 || error != 0) {
		if (!dial_next(l, c))
			cannot_connect(l, c);
		return;
	}
	if (c->wish.length > 0)
		cb_pipe_add(&c->down, "HTTP/1.1 200 Connection established\r\n\r\n");
	enter(l, c, OPEN, IDLE_MS);
	judge_tunnel(l, c); /* it may have come with the request */
}

static void move_bytes(struct loop *l, struct connection *c, short client, short server)
{
	bool whole = true;
	if (client & ~POLLOUT)
		whole &= cb_pipe_fill(&c->up, c->client);
	if (server & ~POLLOUT)
		whole &= cb_pipe_fill(&c->down, c->server);
	if (!judge_tunnel(l, c))
		return;
	whole &=
	    (!c->judged || cb_pipe_drain(&c->up, c->server)) && cb_pipe_drain(&c->down, c->client);
	if (!whole || (c->up.passed && c->down.passed))
		close_connection(l, c);
	else if (client || server)
		c->deadline = l->now + IDLE_MS;
}

/* Closing a socket with unread bytes would take the answer back (RST): wait for the other's end. */
static void finish_answer(struct loop *l, struct connection *c)
{
	char bytes[1024];
	if (c->stage == ANSWER) {
		if (!cb_pipe_drain(&c->down, c->client)) {
			close_connection(l, c);
		} else if (!cb_pipe_has_bytes(&c->down)) {
			shutdown(c->client, SHUT_WR);
			enter(l, c, LINGER, LINGER_MS);
		}
		return;
	}
	ssize_t len = recv(c->client, bytes, sizeof bytes, 0);
	if (len == 0 || (len < 0 && errno != EAGAIN && errno != EINTR))
		close_connection(l, c);
}

static void step(struct loop *l, struct connection *c, short client, short server)
{
	switch (c->stage) {
	case HEAD:
		if (client)
			read_head(l, c);
		break;
	case LOOKUP:
		if (c->server < 0)
			start_lookup(l, c);
		else if (server)
			read_answer(l, c);
		break;
	case CONNECT:
		if (server)
			finish_connect(l, c);
		break;
	case OPEN:
		move_bytes(l, c, client, server);
		break;
	case ANSWER:
	case LINGER:
		if (client)
			finish_answer(l, c);
		break;
	case FREE:
		break;
	}
}

static void expire(struct loop *l, struct connection *c)
{
	if (c->stage == FREE || (l->now < c->deadline && l->now < c->born + TOTAL_MS))
		return;
	if (c->stage != CONNECT)
		close_connection(l, c);
	else if (!dial_next(l, c))
		cannot_connect(l, c);
}

/* What to wait for; -1 where nothing is, since poll reports a hang-up that nobody asked about. */
static void prepare(const struct connection *c, struct pollfd *client, struct pollfd *server)
{
	client->fd = server->fd = -1;
	client->events = server->events = 0;
	if (c->stage == HEAD || c->stage == LINGER)
		client->events = POLLIN;
	if (c->stage == ANSWER)
		client->events = POLLOUT;
	if (c->stage == LOOKUP)
		server->events = POLLIN;
	if (c->stage == CONNECT)
		server->events = POLLOUT;
	if (c->stage == OPEN) {
		client->events = (short)((cb_pipe_has_room(&c->up) ? POLLIN : 0) |
					 (cb_pipe_has_bytes(&c->down) ? POLLOUT : 0));
		server->events = (short)((cb_pipe_has_room(&c->down) ? POLLIN : 0) |
					 (c->judged && cb_pipe_has_bytes(&c->up) ? POLLOUT : 0));
	}
	if (client->events)
		client->fd = c->client;
	if (server->events)
		server->fd = c->server;
}

static struct connection *find_free(struct loop *l)
{
	for (size_t i = 0; i < CONNECTIONS; i++)
		if (l->connections[i].stage == FREE)
			return &l->connections[i];
	return NULL;
}

static void accept_one(struct loop *l, size_t listener)
{
	struct connection *c = find_free(l);
	int client =
	    c ? accept4(l->relay->listeners[listener], NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)
	      : -1;
	if (client < 0)
		return;
	c->client = client;
	c->server = -1;
	c->tried = 0;
	c->born = l->now;
	c->up.begin = c->up.end = c->down.begin = c->down.end = 0;
	c->up.ended = c->up.passed = c->down.ended = c->down.passed = false;
	c->wish.port = l->relay->ports[listener];
	c->wish.length = 0;
	c->judged = c->wish.port != 0; /* a forwarded one is granted as it is */
	if (c->wish.port == 0) {
		enter(l, c, HEAD, HEAD_MS);
		return;
	}
	c->answer = (struct cb_answer) { .count = 1, .found = { { false, { 127, 0, 0, 1 } } } };
	if (!dial_next(l, c))
		close_connection(l, c);
}

/* One turn; false: the sandbox has ended. */
static bool turn(struct loop *l)
{
	const struct cb_relay *relay = l->relay;
	struct pollfd *polls = l->polls, *pairs = polls + 1 + relay->count;
	uint64_t soonest = l->now + TOTAL_MS;
	bool full = !find_free(l);

	polls[0] = (struct pollfd) { .fd = relay->sync };
	for (size_t i = 0; i < relay->count; i++)
		polls[1 + i] =
		    (struct pollfd) { .fd = full ? -1 : relay->listeners[i], .events = POLLIN };
	for (size_t i = 0; i < CONNECTIONS; i++) {
		const struct connection *c = &l->connections[i];
		prepare(c, &pairs[2 * i], &pairs[2 * i + 1]);
		if (c->stage != FREE && c->deadline < soonest)
			soonest = c->deadline;
	}
	int patience = soonest > l->now ? (int)(soonest - l->now) : 0;
	if (poll(polls, (nfds_t)(1 + relay->count + 2 * (size_t)CONNECTIONS), patience) < 0)
		return errno == EINTR;
	l->now = clock_ms();
	if (polls[0].revents)
		return false;
	for (size_t i = 0; i < CONNECTIONS; i++) {
		step(l, &l->connections[i], pairs[2 * i].revents, pairs[2 * i + 1].revents);
		expire(l, &l->connections[i]);
	}
	for (size_t i = 0; i < relay->count; i++)
		if (polls[1 + i].revents)
			accept_one(l, i);
	return true;
}

void cb_relay_run(const struct cb_relay *relay)
{
	struct loop *l = calloc(1, sizeof *l); /* most of it is never touched */
	if (!l)
		return;
	l->relay = relay;
	l->now = clock_ms();
	while (turn(l))
		;
	if (relay->gate)
		relay->gate->end(relay->refused);
	free(l);
}
