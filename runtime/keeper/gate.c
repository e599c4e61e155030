/* A connection before its request is anybody's. The head is looked at where the kernel keeps it,
 * and left there for the library to read; what is refused never reaches the library. */
#include "keeper/keeper.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HEAD_MS = 10 * 1000, LINGER_MS = 2 * 1000 };

static void close_client(struct cb_exchange *exchange)
{
	close(exchange->client);
	*exchange = (struct cb_exchange) { .keeper = exchange->keeper };
}

static bool watch(const struct cb_exchange *exchange, int operation, uint32_t events)
{
	const struct cb_keeper *keeper = exchange->keeper;
	return cb_events_set(keeper, operation, exchange->client, events, CB_EVENT_EXCHANGE,
			     (uint32_t)(exchange - keeper->exchanges));
}

static uint32_t count_taken(const struct cb_keeper *keeper)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < keeper->policy->connections; i++)
		count += keeper->exchanges[i].stage != CB_STAGE_FREE;
	return count;
}

static struct cb_exchange *find_free(const struct cb_keeper *keeper)
{
	for (uint32_t i = 0; i < keeper->policy->connections; i++)
		if (keeper->exchanges[i].stage == CB_STAGE_FREE)
			return &keeper->exchanges[i];
	return NULL;
}

/* The answer is short and the socket new, so it fits. To close a socket with unread bytes would
 * look like a broken connection to a client that still writes: so it may end what it says. */
static void send_refusal(struct cb_exchange *exchange, const struct cb_verdict *verdict,
			 const struct cb_http_head *head)
{
	struct cb_keeper *keeper = exchange->keeper;
	char text[CB_REFUSAL_MAX], answer[CB_REFUSAL_MAX + 256];
	cb_refusal_say(keeper->policy, verdict, head, &keeper->record, text);
	int size = snprintf(answer, sizeof answer,
			    "HTTP/1.1 %s\r\nContent-Type: application/json\r\nConnection: close\r\n"
			    "x-should-retry: false\r\nContent-Length: %zu\r\n\r\n%s",
			    cb_refusal_status_line(verdict->refusal), strlen(text),
			    cb_http_span_is(head->method, "HEAD") ? "" : text);
	if (send(exchange->client, answer, (size_t)size, MSG_NOSIGNAL | MSG_DONTWAIT) != size ||
	    shutdown(exchange->client, SHUT_WR) < 0) {
		close_client(exchange);
		return;
	}
	exchange->stage = CB_STAGE_LINGER;
	exchange->deadline = keeper->now + LINGER_MS;
	watch(exchange, EPOLL_CTL_MOD, EPOLLIN);
}

static void open_exchange(struct cb_exchange *exchange, const struct cb_http_head *head,
			  const struct cb_keeper_row *row)
{
	struct cb_keeper *keeper = exchange->keeper;
	exchange->row = row;
	keeper->record.requests++;
	if (cb_upstream_open(exchange, head)) {
		exchange->stage = CB_STAGE_OPEN;
		watch(exchange, EPOLL_CTL_MOD, EPOLLET); /* what is always told: it hung up */
		if (!cb_inside_open(exchange))
			cb_exchange_release(exchange);
		return;
	}
	const struct cb_verdict verdict = { CB_REFUSAL_UPSTREAM, row, "no request can be made" };
	const int client = exchange->client;
	cb_exchange_release(exchange);
	exchange->client = client;
	keeper->record.failed++;
	send_refusal(exchange, &verdict, head);
}

static void read_head(struct cb_exchange *exchange)
{
	struct cb_keeper *keeper = exchange->keeper;
	struct cb_http_head head;
	ssize_t size =
	    recv(exchange->client, keeper->head, sizeof keeper->head, MSG_PEEK | MSG_DONTWAIT);
	if (size < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (size <= 0) {
		close_client(exchange);
		return;
	}
	enum cb_http_state state = cb_http_head_parse(keeper->head, (size_t)size, &head);
	if (state == CB_HTTP_PARTIAL)
		return;
	struct cb_verdict verdict = cb_keeper_judge(keeper->policy, state, &head, &keeper->record);
	cb_account_changed(keeper);
	if (verdict.refusal == CB_REFUSAL_NONE) {
		open_exchange(exchange, &head, verdict.row);
		return;
	}
	cb_keeper_record_refuse(&keeper->record, head.method, head.target, verdict.why);
	send_refusal(exchange, &verdict, &head);
}

static void drain(struct cb_exchange *exchange)
{
	char bytes[16 * 1024];
	ssize_t len = recv(exchange->client, bytes, sizeof bytes, MSG_DONTWAIT);
	if (len == 0 || (len < 0 && errno != EAGAIN && errno != EINTR))
		close_client(exchange);
}

void cb_gate_step(struct cb_exchange *exchange)
{
	if (exchange->stage == CB_STAGE_HEAD)
		read_head(exchange);
	else
		drain(exchange);
}

void cb_gate_expire(struct cb_exchange *exchange)
{
	if ((exchange->stage == CB_STAGE_HEAD || exchange->stage == CB_STAGE_LINGER) &&
	    exchange->deadline <= exchange->keeper->now)
		close_client(exchange);
}

/* By edge: a head that has come in part stays where it is, and would be told of for ever. Without a
 * place or a descriptor, nobody is listened to until one of those who are in has gone. */
void cb_gate_accept(struct cb_keeper *keeper)
{
	struct cb_exchange *exchange;
	while ((exchange = find_free(keeper))) {
		int client = accept4(keeper->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
		if (client < 0 && (errno == EAGAIN || errno == EINTR || errno == ECONNABORTED))
			return;
		if (client < 0)
			break;
		exchange->client = client;
		exchange->stage = CB_STAGE_HEAD;
		exchange->deadline = keeper->now + HEAD_MS;
		if (watch(exchange, EPOLL_CTL_ADD, EPOLLIN | EPOLLRDHUP | EPOLLET))
			read_head(exchange); /* most often it is there */
		else
			close_client(exchange);
	}
	keeper->full = count_taken(keeper);
	cb_events_set(keeper, EPOLL_CTL_MOD, keeper->listener, 0, CB_EVENT_LISTENER, 0);
}

void cb_gate_reopen(struct cb_keeper *keeper)
{
	if (keeper->full == 0 || count_taken(keeper) >= keeper->full)
		return;
	keeper->full = 0;
	cb_events_set(keeper, EPOLL_CTL_MOD, keeper->listener, EPOLLIN, CB_EVENT_LISTENER, 0);
}
