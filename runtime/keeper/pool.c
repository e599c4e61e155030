/* libcurl as this process wants it: driven by our loop, with few idle connections, small threads,
 * and memory that is zeroed when it is given back. */
#include "keeper/keeper.h"

#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

enum { IDLE_KEPT = 8, STACK = 512 * 1024 };

/* --- memory: requests with the key were in it --- */

static void forget(void *memory)
{
	if (memory)
		explicit_bzero(memory, malloc_usable_size(memory));
	free(memory);
}

static void *move(void *memory, size_t size)
{
	void *moved = size ? malloc(size) : NULL;
	if (moved && memory) {
		size_t old = malloc_usable_size(memory);
		memcpy(moved, memory, old < size ? old : size);
	}
	if (moved || size == 0)
		forget(memory);
	return moved;
}

/* --- the loop --- */

static int watch_socket(CURL *easy, curl_socket_t socket, int what, void *data, void *known)
{
	struct cb_keeper *keeper = data;
	uint32_t events =
	    (what & CURL_POLL_IN ? EPOLLIN : 0U) | (what & CURL_POLL_OUT ? EPOLLOUT : 0U);
	(void)easy;
	if (what == CURL_POLL_REMOVE) {
		cb_events_set(keeper, EPOLL_CTL_DEL, socket, 0, CB_EVENT_UPSTREAM, 0);
		return 0;
	}
	if (!known)
		curl_multi_assign(keeper->upstream, socket, keeper);
	return cb_events_set(keeper, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, events,
			     CB_EVENT_UPSTREAM, (uint32_t)socket)
		   ? 0
		   : -1;
}

static int set_timer(CURLM *multi, long patience, void *data)
{
	struct cb_keeper *keeper = data;
	(void)multi;
	keeper->upstream_due = patience < 0 ? UINT64_MAX : keeper->now + (uint64_t)patience;
	return 0;
}

void cb_pool_step(struct cb_keeper *keeper, curl_socket_t socket, uint32_t events)
{
	int mask = (events & EPOLLIN ? CURL_CSELECT_IN : 0) |
		   (events & EPOLLOUT ? CURL_CSELECT_OUT : 0) |
		   (events & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);
	int running, left;
	if (socket == CURL_SOCKET_TIMEOUT)
		keeper->upstream_due =
		    UINT64_MAX; /* it is set anew where there is more to wait for */
	curl_multi_socket_action(keeper->upstream, socket, mask, &running);
	for (CURLMsg *message; (message = curl_multi_info_read(keeper->upstream, &left));) {
		struct cb_exchange *exchange = NULL;
		curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &exchange);
		if (message->msg == CURLMSG_DONE && exchange)
			cb_upstream_finish(exchange, message->data.result);
	}
}

/* For the threads that look names up, one for each request that needs it: a hundred at once, with
 * what is usual for a stack, would be more memory than this process may have. */
static bool shrink_stacks(void)
{
	pthread_attr_t attributes;
	bool shrunk = pthread_attr_init(&attributes) == 0 &&
		      pthread_attr_setstacksize(&attributes, STACK) == 0 &&
		      pthread_setattr_default_np(&attributes) == 0;
	pthread_attr_destroy(&attributes);
	return shrunk;
}

bool cb_pool_start(struct cb_keeper *keeper)
{
	if (!shrink_stacks())
		return false;
	if (curl_global_init_mem(CURL_GLOBAL_DEFAULT, malloc, forget, move, strdup, calloc) !=
	    CURLE_OK)
		return false;
	CURLM *multi = keeper->upstream = curl_multi_init();
	return multi &&
	       curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, watch_socket) == CURLM_OK &&
	       curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, keeper) == CURLM_OK &&
	       curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, set_timer) == CURLM_OK &&
	       curl_multi_setopt(multi, CURLMOPT_TIMERDATA, keeper) == CURLM_OK &&
	       curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)IDLE_KEPT) == CURLM_OK;
}
