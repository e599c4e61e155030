/* Watching is begun before the launcher reads what there is to block, so nothing falls between.
 * What cannot be blocked any more cuts the network: the leash is let go. */
#include "net/supervisor.h"

#include "base/sidecar.h"
#include "net/backend.h"
#include "net/filter.h"
#include "net/host-prefixes.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { READY_MS = 10 * 1000 };

/* The link within its time, and while the launcher is there. */
static int wait_for_link(int ready)
{
	struct pollfd polls[] = { { .fd = ready, .events = POLLIN }, { .fd = CB_SIDECAR_LIFE } };
	char byte;
	if (poll(polls, 2, READY_MS) <= 0 || polls[1].revents)
		return -1;
	return read(ready, &byte, 1) == 1 ? 0 : -1;
}

static bool is_known(const struct cb_host_prefixes *known, const struct cb_prefix *p)
{
	for (size_t i = 0; i < known->count; i++)
		if (known->list[i].v6 == p->v6 && known->list[i].bits == p->bits &&
		    memcmp(known->list[i].bytes, p->bytes, sizeof p->bytes) == 0)
			return true;
	return false;
}

/* Blocks what is new. Nothing is unblocked: a network that was left may be joined again, and some
 * blocks twice do no harm. */
static int catch_up(int filter, struct cb_host_prefixes *known, struct cb_host_prefixes *now)
{
	if (cb_host_prefixes_read(now) < 0)
		return -1;
	for (size_t i = 0; i < now->count; i++) {
		if (is_known(known, &now->list[i]))
			continue;
		if (known->count == CB_HOST_PREFIXES)
			known->count = 0;
		if (cb_filter_block(filter, &now->list[i]) < 0)
			return -1;
		known->list[known->count++] = now->list[i];
	}
	return 0;
}

/* Messages only tell that something has changed; what has, is read anew. An overrun of the socket
 * is such a message too. */
static void drain(int watch)
{
	char bytes[8192];
	while (recv(watch, bytes, sizeof bytes, MSG_DONTWAIT) > 0 || errno == ENOBUFS)
		errno = 0;
}

static void watch_host(int watch, int filter, int leash)
{
	struct cb_host_prefixes *blocks = calloc(2, sizeof *blocks);
	struct pollfd polls[] = { { .fd = CB_SIDECAR_LIFE }, { .fd = watch, .events = POLLIN } };
	while (blocks) {
		if (poll(polls, 2, -1) < 0 && errno != EINTR)
			break;
		if (polls[0].revents)
			break;
		if (!polls[1].revents)
			continue;
		drain(watch);
		if (catch_up(filter, &blocks[0], &blocks[1]) < 0) {
			close(leash); /* no network is better than one that is not filtered */
			polls[1].fd = -1;
		}
	}
	free(blocks);
}

void cb_supervisor_run(void *data)
{
	const struct cb_supervisor *s = data;
	struct cb_backend backend;
	int filter, watch = cb_host_prefixes_watch();
	if (watch < 0 || cb_sidecar_say_ready(CB_SIDECAR_LAUNCHER) < 0 ||
	    cb_sidecar_receive(CB_SIDECAR_LAUNCHER, &filter, 1) < 0 ||
	    cb_backend_start(s->policy, s->launcher, &backend) < 0 ||
	    wait_for_link(backend.ready) < 0 || cb_sidecar_say_ready(CB_SIDECAR_LAUNCHER) < 0)
		return;
	close(CB_SIDECAR_LAUNCHER);
	close(backend.ready);
	watch_host(watch, filter, backend.leash);
}
