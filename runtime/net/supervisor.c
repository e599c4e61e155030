/* It watches the host's networks before the launcher reads them, so that no change is missed. When
 * a network cannot be blocked any more, it closes the leash, which cuts the sandbox's network. */
#include "net/supervisor.h"

#include "base/sidecar.h"
#include "net/filter.h"
#include "net/host-prefixes.h"
#include "net/slirp.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { READY_MS = 10 * 1000 };

/* Waits for the link, not too long, and only while the launcher is there. */
static int wait_for_link(int ready)
{
	struct pollfd polls[] = { { .fd = ready, .events = POLLIN }, { .fd = CB_SIDECAR_LIFE } };
	char byte;
	if (poll(polls, 2, READY_MS) <= 0 || polls[1].revents)
		return -1;
	return read(ready, &byte, 1) == 1 ? 0 : -1;
}

/* Blocks what is new. Nothing is unblocked, since a network that was left may be joined again, and
 * when there is no more room to remember, blocks are added twice, which does no harm. */
static int catch_up(int filter, struct cb_host_prefixes *known)
{
	struct cb_host_prefixes now;
	if (cb_host_prefixes_read(&now) < 0)
		return -1;
	for (size_t i = 0; i < now.count; i++) {
		if (cb_host_prefixes_has(known, &now.list[i]))
			continue;
		if (known->count == CB_HOST_PREFIXES)
			known->count = 0;
		if (cb_filter_block(filter, &now.list[i]) < 0)
			return -1;
		known->list[known->count++] = now.list[i];
	}
	return 0;
}

/* Drops the messages: they only say that something has changed, as an overrun of the socket
 * (ENOBUFS) does; the networks are then read again. */
static void drain(int watch)
{
	char bytes[8192];
	while (recv(watch, bytes, sizeof bytes, MSG_DONTWAIT) > 0 || errno == ENOBUFS)
		errno = 0;
}

static void watch_host(int watch, int filter, int leash)
{
	struct cb_host_prefixes known = { .count = 0 };
	struct pollfd polls[] = { { .fd = CB_SIDECAR_LIFE }, { .fd = watch, .events = POLLIN } };
	while ((poll(polls, 2, -1) >= 0 || errno == EINTR) && !polls[0].revents) {
		if (!polls[1].revents)
			continue;
		drain(watch);
		if (catch_up(filter, &known) < 0) {
			close(leash); /* no network is better than one that is not filtered */
			polls[1].fd = -1;
		}
	}
}

void cb_supervisor_run(void *data)
{
	const struct cb_supervisor *s = data;
	struct cb_slirp slirp;
	int filter, watch = cb_host_prefixes_watch();
	if (watch < 0 || cb_sidecar_say_ready(CB_SIDECAR_LAUNCHER) < 0 ||
	    cb_sidecar_receive(CB_SIDECAR_LAUNCHER, &filter, 1) < 0 ||
	    cb_slirp_start(s->policy, s->launcher, &slirp) < 0 || wait_for_link(slirp.ready) < 0 ||
	    cb_sidecar_say_ready(CB_SIDECAR_LAUNCHER) < 0)
		return;
	close(CB_SIDECAR_LAUNCHER);
	close(slirp.ready);
	watch_host(watch, filter, slirp.leash);
}
