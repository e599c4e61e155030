/* The agent's side: libmicrohttpd reads bodies and writes answers. It gets only connections whose
 * head has passed the gate, and each is closed behind its answer, so that no second head comes that
 * nobody has looked at. */
#include "keeper/keeper.h"

#include <stdlib.h>
#include <string.h>
#include <sys/un.h>

enum { MEMORY = 64 * 1024, IDLE_SECONDS = 15 * 60, PIECE = 16 * 1024 };

static size_t held(const struct cb_hold *hold)
{
	return hold->end - hold->begin;
}

/* It is resumed by cb_inside_balance, when what it waits for is there. */
static void suspend(struct cb_exchange *exchange, enum cb_wait wait)
{
	exchange->wait = wait;
	MHD_suspend_connection(exchange->connection);
}

/* Nobody takes the body any more: the upstream has refused it before its end. */
static bool discards(const struct cb_exchange *exchange)
{
	return !exchange->easy || (exchange->response && exchange->status >= 400);
}

static void take_body(struct cb_exchange *exchange, const char *bytes, size_t *size)
{
	struct cb_hold *hold = exchange->up;
	if (discards(exchange)) {
		*size = 0;
		return;
	}
	if (hold->begin == hold->end)
		hold->begin = hold->end = 0;
	size_t room = sizeof hold->bytes - hold->end, taken = *size < room ? *size : room;
	memcpy(hold->bytes + hold->end, bytes, taken);
	hold->end += taken;
	*size -= taken;
	if (*size > 0)
		suspend(exchange, CB_WAIT_ROOM);
}

/* Called with the head, then with each piece of the body, and without one when it has ended. */
static enum MHD_Result handle(void *data, struct MHD_Connection *connection, const char *url,
			      const char *method, const char *version, const char *body,
			      size_t *body_size, void **request)
{
	const union MHD_ConnectionInfo *info =
	    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	struct cb_exchange *exchange = info ? info->socket_context : NULL;
	(void)data;
	(void)url;
	(void)version;
	if (!exchange || exchange->gone || strcmp(method, exchange->row->method) != 0)
		return MHD_NO;
	if (!*request) {
		bool is_second = exchange->begun;
		*request = exchange;
		exchange->begun = true;
		return is_second ? MHD_NO : MHD_YES;
	}
	if (*body_size > 0) {
		take_body(exchange, body, body_size);
		return MHD_YES;
	}
	exchange->body_ended = true;
	if (exchange->response)
		return MHD_queue_response(connection, exchange->status, exchange->response);
	suspend(exchange, CB_WAIT_ANSWER);
	return MHD_YES;
}

static ssize_t give_answer(void *data, uint64_t position, char *into, size_t room)
{
	struct cb_exchange *exchange = data;
	struct cb_hold *hold = exchange->down;
	size_t size = held(hold) < room ? held(hold) : room;
	(void)position;
	if (exchange->gone)
		return MHD_CONTENT_READER_END_WITH_ERROR;
	if (size > 0) {
		memcpy(into, hold->bytes + hold->begin, size);
		hold->begin += size;
		return (ssize_t)size;
	}
	if (!exchange->easy)
		return exchange->broken ? MHD_CONTENT_READER_END_WITH_ERROR
					: MHD_CONTENT_READER_END_OF_STREAM;
	suspend(exchange, CB_WAIT_BYTES);
	return 0;
}

bool cb_inside_begin_answer(struct cb_exchange *exchange, unsigned status, curl_off_t size)
{
	exchange->status = status;
	exchange->response = MHD_create_response_from_callback(
	    size < 0 ? MHD_SIZE_UNKNOWN : (uint64_t)size, PIECE, give_answer, exchange, NULL);
	return exchange->response &&
	       MHD_add_response_header(exchange->response, "Connection", "close") == MHD_YES;
}

/* An answer of ours, in place of the upstream's that did not begin. Without memory for it the
 * connection is closed. */
void cb_inside_refuse(struct cb_exchange *exchange, const char *why)
{
	const struct cb_verdict verdict = { CB_REFUSAL_UPSTREAM, exchange->row, why };
	char text[CB_REFUSAL_MAX];
	cb_refusal_say(exchange->keeper->policy, &verdict, NULL, NULL, text);
	size_t size = strlen(text);
	if (exchange->response)
		MHD_destroy_response(exchange->response);
	exchange->down->begin = 0;
	exchange->down->end = size;
	memcpy(exchange->down->bytes, text, size);
	exchange->gone = !cb_inside_begin_answer(exchange, cb_refusal_status(verdict.refusal),
						 (curl_off_t)size) ||
			 MHD_add_response_header(exchange->response, "Content-Type",
						 "application/json") != MHD_YES;
}

static bool can_go_on(const struct cb_exchange *exchange)
{
	if (exchange->gone)
		return true;
	switch (exchange->wait) {
	case CB_WAIT_ROOM:
		return discards(exchange) || held(exchange->up) == 0;
	case CB_WAIT_ANSWER:
		return exchange->response || !exchange->easy;
	case CB_WAIT_BYTES:
		return held(exchange->down) > 0 || !exchange->easy;
	case CB_WAIT_NOTHING:
		break;
	}
	return false;
}

void cb_inside_balance(struct cb_exchange *exchange)
{
	if (exchange->wait == CB_WAIT_NOTHING || !can_go_on(exchange))
		return;
	exchange->wait = CB_WAIT_NOTHING;
	exchange->keeper->again = true;
	MHD_resume_connection(exchange->connection);
}

/* The client has closed its end, which the library does not see of a connection it has suspended:
 * the upstream is to stop too, since every token costs. */
void cb_inside_hang_up(struct cb_exchange *exchange)
{
	exchange->gone = true;
	if (exchange->easy) {
		cb_upstream_close(exchange);
		cb_account_end(exchange);
	}
	exchange->keeper->again = true;
}

/* Its place is free again; the client's socket is somebody else's to close. */
void cb_exchange_release(struct cb_exchange *exchange)
{
	if (exchange->easy)
		cb_upstream_close(exchange);
	if (exchange->response)
		MHD_destroy_response(exchange->response);
	free(exchange->up);
	free(exchange->down);
	*exchange = (struct cb_exchange) { .keeper = exchange->keeper };
}

/* By its socket: some versions of the library look at a new connection at once, others later. */
static struct cb_exchange *find_exchange(const struct cb_keeper *keeper,
					 struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info =
	    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
	for (uint32_t i = 0; info && i < keeper->policy->connections; i++) {
		struct cb_exchange *exchange = &keeper->exchanges[i];
		if (exchange->stage == CB_STAGE_OPEN && exchange->client == info->connect_fd)
			return exchange;
	}
	return NULL;
}

/* Both ends of a connection's life with the library; it closes the socket behind the second. */
static void connect_or_close(void *data, struct MHD_Connection *connection, void **context,
			     enum MHD_ConnectionNotificationCode code)
{
	struct cb_exchange *exchange = *context;
	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		exchange = *context = find_exchange(data, connection);
		if (exchange)
			exchange->connection = connection;
	} else if (exchange) {
		cb_inside_hang_up(exchange);
		cb_exchange_release(exchange);
		*context = NULL;
	}
}

/* It closes the client where it fails. */
bool cb_inside_open(struct cb_exchange *exchange)
{
	const struct sockaddr_un nobody = { .sun_family = AF_UNIX };
	exchange->keeper->again = true;
	return MHD_add_connection(exchange->keeper->inside, exchange->client,
				  (const struct sockaddr *)&nobody,
				  sizeof nobody.sun_family) == MHD_YES;
}

bool cb_inside_start(struct cb_keeper *keeper)
{
	keeper->inside = MHD_start_daemon(
	    MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET |
		MHD_USE_SUPPRESS_DATE_NO_CLOCK,
	    0, NULL, NULL, handle, keeper, MHD_OPTION_CONNECTION_LIMIT,
	    (unsigned)keeper->policy->connections, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
	    (size_t)MEMORY, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
	    MHD_OPTION_NOTIFY_CONNECTION, connect_or_close, keeper, MHD_OPTION_END);
	return keeper->inside != NULL;
}
