/* The launcher's side of the relay. */
#include "net/listen.h"

#include "base/number.h"
#include "base/sidecar.h"
#include "net/netns.h"

#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 128 };

static int listen_on(uint16_t port)
{
	const struct sockaddr_in address = { .sin_family = AF_INET,
					     .sin_port = htons(port),
					     .sin_addr = { htonl(INADDR_LOOPBACK) } };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (fd >= 0 && bind(fd, (const struct sockaddr *)&address, sizeof address) == 0 &&
	    listen(fd, BACKLOG) == 0)
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

static void run_relay(void *data)
{
	struct cb_relay *relay = data;
	struct rlimit files;
	if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
		files.rlim_cur = files.rlim_max;
		setrlimit(RLIMIT_NOFILE, &files);
	}
	relay->sync = CB_SIDECAR_LIFE;
	relay->refused = relay->gate ? relay->gate->begin(relay->plan) : NULL;
	if (cb_sidecar_receive(CB_SIDECAR_LAUNCHER, relay->listeners, relay->count) < 0 ||
	    cb_sidecar_say_ready(CB_SIDECAR_LAUNCHER) < 0)
		return;
	close(CB_SIDECAR_LAUNCHER);
	cb_relay_run(relay);
}

int cb_listen_prepare(const struct cb_plan *plan, const struct cb_gate *gate, int life,
		      struct cb_relay *relay, int *ret_talk, struct cb_error *err)
{
	const uint16_t *forward = plan->policy->forward;
	*relay = (struct cb_relay) { .plan = plan, .gate = gate, .count = gate ? 1 : 0 };
	for (; *forward && relay->count < CB_LISTENERS_MAX; forward++)
		relay->ports[relay->count++] = *forward;
	*ret_talk = -1;
	if (relay->count == 0)
		return 0;
	*ret_talk = cb_sidecar_start(run_relay, relay, life);
	return *ret_talk < 0 ? cb_netns_refuse(err, "the relay cannot be started") : 0;
}

static int open_listeners(struct cb_relay *relay, struct cb_error *err)
{
	for (size_t i = 0; i < relay->count; i++) {
		uint16_t port = relay->ports[i] ? relay->ports[i] : CB_PROXY_PORT;
		relay->listeners[i] = listen_on(port);
		if (relay->listeners[i] < 0) {
			char number[CB_NUMBER_SIZE];
			cb_fail(err, CB_EXIT_REFUSED, "cannot listen on port %s inside (%s)",
				cb_number(number, port, 10, 1), strerror(errno));
			return cb_hint(err, "forward another port in the policy");
		}
	}
	return 0;
}

int cb_listen_finish(struct cb_relay *relay, int talk, struct cb_error *err)
{
	int result = 0;
	if (talk < 0)
		return 0;
	if (open_listeners(relay, err) < 0)
		return -1;
	if (cb_sidecar_send(talk, relay->listeners, relay->count) < 0 ||
	    cb_sidecar_wait_ready(talk) < 0)
		result = cb_netns_refuse(err, "the relay did not start");
	for (size_t i = 0; i < relay->count; i++)
		close(relay->listeners[i]); /* the relay is the only one who has them */
	close(talk);
	return result;
}

/* One user namespace will do here: its capabilities are gone with the exec of bwrap, which makes
 * its own below it. */
int cb_listen_only(const struct cb_plan *plan, const struct cb_gate *gate, int sync,
		   struct cb_error *err)
{
	struct cb_relay relay;
	int life, end, talk;
	if (cb_netns_open_life(&life, &end, err) < 0 ||
	    cb_listen_prepare(plan, gate, life, &relay, &talk, err) < 0)
		return -1;
	close(life);
	if (cb_netns_enter(geteuid(), getegid(), err) < 0 ||
	    cb_listen_finish(&relay, talk, err) < 0)
		return -1;
	return cb_netns_hand_life(end, sync, err);
}
