/* The loop. A turn waits for something to happen, lets each side do what it can, and carries
 * between them what one has and the other takes. */
#include "keeper/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <time.h>

enum { EVENTS = 64, LONGEST_MS = 60 * 1000 };

static uint64_t clock_ms(void)
{
	struct timespec t = { 0 };
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

bool cb_events_set(const struct cb_keeper *keeper, int operation, int fd, uint32_t events,
		   enum cb_event what, uint32_t which)
{
	struct epoll_event event = { .events = events, .data.u64 = (uint64_t)what << 32 | which };
	return epoll_ctl(keeper->events, operation, fd, &event) == 0;
}

static uint64_t soonest(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Until when nothing has to be done unless something happens. */
static int patience(const struct cb_keeper *keeper)
{
	MHD_UNSIGNED_LONG_LONG inside = 0;
	uint64_t due = soonest(keeper->upstream_due, keeper->record_due);
	if (keeper->again)
		return 0;
	if (MHD_get_timeout(keeper->inside, &inside) == MHD_YES)
		due = soonest(due, keeper->now + inside);
	for (uint32_t i = 0; i < keeper->policy->connections; i++) {
		const struct cb_exchange *exchange = &keeper->exchanges[i];
		if (exchange->stage == CB_STAGE_HEAD || exchange->stage == CB_STAGE_LINGER)
			due = soonest(due, exchange->deadline);
	}
	if (due == UINT64_MAX)
		return -1;
	return due > keeper->now ? (int)soonest(due - keeper->now, LONGEST_MS) : 0;
}

static void handle_exchange(struct cb_exchange *exchange, uint32_t events)
{
	if (exchange->stage == CB_STAGE_OPEN && (events & (EPOLLHUP | EPOLLERR)))
		cb_inside_hang_up(exchange);
	else if (exchange->stage == CB_STAGE_HEAD || exchange->stage == CB_STAGE_LINGER)
		cb_gate_step(exchange);
}

static void balance_all(struct cb_keeper *keeper)
{
	for (uint32_t i = 0; i < keeper->policy->connections; i++) {
		struct cb_exchange *exchange = &keeper->exchanges[i];
		if (exchange->stage != CB_STAGE_OPEN)
			continue;
		cb_upstream_balance(exchange);
		cb_inside_balance(exchange);
	}
}

static bool is_idle(const struct cb_keeper *keeper)
{
	for (uint32_t i = 0; i < keeper->policy->connections; i++)
		if (keeper->exchanges[i].stage != CB_STAGE_FREE)
			return false;
	return true;
}

static void handle_timers(struct cb_keeper *keeper)
{
	if (keeper->upstream_due <= keeper->now)
		cb_pool_step(keeper, CURL_SOCKET_TIMEOUT, 0);
	for (uint32_t i = 0; i < keeper->policy->connections; i++)
		cb_gate_expire(&keeper->exchanges[i]);
	if (keeper->record_due > keeper->now)
		return;
	cb_account_save(keeper);
	if (is_idle(keeper))
		malloc_trim(0); /* what a hundred requests at once have needed */
}

/* false: the sandbox has ended. New connections come last: none gets the place of one that an event
 * of this turn is still about. */
static bool turn(struct cb_keeper *keeper)
{
	struct epoll_event events[EVENTS];
	bool comes = false;
	int count = epoll_wait(keeper->events, events, EVENTS, patience(keeper));
	if (count < 0)
		return errno == EINTR;
	keeper->now = clock_ms();
	keeper->again = false;
	for (int i = 0; i < count; i++) {
		uint32_t which = (uint32_t)events[i].data.u64;
		switch ((enum cb_event)(events[i].data.u64 >> 32)) {
		case CB_EVENT_LIFE:
			return false;
		case CB_EVENT_LISTENER:
			comes = true;
			break;
		case CB_EVENT_INSIDE:
			break; /* it is run in each turn */
		case CB_EVENT_EXCHANGE:
			handle_exchange(&keeper->exchanges[which], events[i].events);
			break;
		case CB_EVENT_UPSTREAM:
			cb_pool_step(keeper, (curl_socket_t)which, events[i].events);
			break;
		}
	}
	handle_timers(keeper);
	if (comes)
		cb_gate_accept(keeper);
	balance_all(keeper);
	MHD_run(keeper->inside);
	balance_all(keeper);
	cb_gate_reopen(keeper);
	return true;
}

bool cb_serve_start(struct cb_keeper *keeper)
{
	const union MHD_DaemonInfo *inside =
	    MHD_get_daemon_info(keeper->inside, MHD_DAEMON_INFO_EPOLL_FD);
	for (uint32_t i = 0; i < keeper->policy->connections; i++)
		keeper->exchanges[i].keeper = keeper;
	keeper->upstream_due = keeper->record_due = UINT64_MAX;
	keeper->events = epoll_create1(EPOLL_CLOEXEC);
	return inside && fcntl(keeper->listener, F_SETFL, O_NONBLOCK) == 0 &&
	       cb_events_set(keeper, EPOLL_CTL_ADD, keeper->life, EPOLLIN, CB_EVENT_LIFE, 0) &&
	       cb_events_set(keeper, EPOLL_CTL_ADD, inside->epoll_fd, EPOLLIN, CB_EVENT_INSIDE,
			     0) &&
	       cb_events_set(keeper, EPOLL_CTL_ADD, keeper->listener, EPOLLIN, CB_EVENT_LISTENER,
			     0);
}

void cb_serve(struct cb_keeper *keeper)
{
	keeper->now = clock_ms();
	while (turn(keeper))
		;
	cb_account_save(keeper);
}
