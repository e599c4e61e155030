/* The launcher's side starts the relay and gives it the listening sockets; the relay accepts, and
 * starts a process for each connection. It allocates nothing once it runs. */
#include "net/relay.h"

#include "base/sidecar.h"
#include "net/connection.h"
#include "net/netns.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BACKLOG = 128, CONNECTIONS_MAX = 256 };

struct loop {
	const struct cb_relay *relay;
	size_t connections;
	int ended; /* readable when a connection has ended */
	int refusals[2];
	int file; /* the list of refusals, for the user to read; -1: none */
	struct cb_proxy_log log;
};

/* Overwrites the list with one write. Where that fails, connections are still carried. */
static void save(struct loop *l)
{
	size_t size = cb_proxy_log_say(&l->log);
	if (l->file < 0 || pwrite(l->file, l->log.text, size, 0) != (ssize_t)size ||
	    ftruncate(l->file, (off_t)size) < 0)
		return;
}

static void take_refusals(struct loop *l)
{
	struct cb_refusal refusal;
	while (read(l->refusals[0], &refusal, sizeof refusal) == (ssize_t)sizeof refusal)
		if (cb_proxy_log_add(&l->log, refusal.host, refusal.port, refusal.why))
			save(l);
}

static void reap(struct loop *l)
{
	struct signalfd_siginfo info;
	if (read(l->ended, &info, sizeof info) < 0)
		return;
	while (waitpid(-1, NULL, WNOHANG) > 0)
		l->connections--;
}

static void accept_one(struct loop *l, size_t i)
{
	int client = accept4(l->relay->listeners[i], NULL, NULL, SOCK_CLOEXEC);
	if (client < 0)
		return;
	pid_t self = getpid(), child = fork();
	if (child == 0) {
		/* The connection ends with the relay, which ends with the sandbox. */
		if (prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL) == 0 && getppid() == self &&
		    dup2(l->refusals[1], CB_CONNECTION_REFUSALS) >= 0 &&
		    dup2(client, CB_CONNECTION_CLIENT) >= 0 &&
		    syscall(SYS_close_range, CB_CONNECTION_CLIENT + 1U, ~0U, 0U) == 0)
			cb_connection_run(l->relay->plan->policy, l->relay->ports[i]);
		_exit(0);
	}
	l->connections += child > 0;
	close(client);
}

/* One turn; false: the sandbox has ended. */
static bool turn(struct loop *l)
{
	enum { LIFE, ENDED, REFUSALS, LISTENERS };
	struct pollfd polls[LISTENERS + CB_LISTENERS_MAX] = {
		[LIFE] = { .fd = CB_SIDECAR_LIFE },
		[ENDED] = { .fd = l->ended, .events = POLLIN },
		[REFUSALS] = { .fd = l->refusals[0], .events = POLLIN },
	};
	struct pollfd *listeners = polls + LISTENERS;
	bool full = l->connections == CONNECTIONS_MAX;
	for (size_t i = 0; i < l->relay->count; i++)
		listeners[i] =
		    (struct pollfd) { .fd = full ? -1 : l->relay->listeners[i], .events = POLLIN };
	if (poll(polls, (nfds_t)(LISTENERS + l->relay->count), -1) < 0)
		return errno == EINTR;
	take_refusals(l);
	reap(l);
	for (size_t i = 0; i < l->relay->count && l->connections < CONNECTIONS_MAX; i++)
		if (listeners[i].revents)
			accept_one(l, i);
	return !polls[LIFE].revents;
}

/* The file is in the state directory. Where sessions run at the same time, it has the list of the
 * one that wrote last. */
static int open_log(const struct cb_plan *plan)
{
	return open(cb_proxy_log_path(plan->home, plan->state),
		    O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0600);
}

static void run(void *data)
{
	struct cb_relay *relay = data;
	bool proxy = relay->plan->policy->network == CB_TIER_DOMAINS;
	struct loop l = { .relay = relay, .file = proxy ? open_log(relay->plan) : -1 };
	sigset_t child;
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	save(&l);
	if (sigprocmask(SIG_BLOCK, &child, NULL) < 0 ||
	    (l.ended = signalfd(-1, &child, SFD_NONBLOCK | SFD_CLOEXEC)) < 0 ||
	    pipe2(l.refusals, O_CLOEXEC) < 0 || fcntl(l.refusals[0], F_SETFL, O_NONBLOCK) < 0 ||
	    cb_sidecar_receive(CB_SIDECAR_LAUNCHER, relay->listeners, relay->count) < 0 ||
	    cb_sidecar_say_ready(CB_SIDECAR_LAUNCHER) < 0)
		return;
	close(CB_SIDECAR_LAUNCHER);
	while (turn(&l))
		;
	save(&l);
}

int cb_relay_start(const struct cb_plan *plan, int life, struct cb_relay *ret, struct cb_error *err)
{
	const uint16_t *forward = plan->policy->forward;
	*ret = (struct cb_relay) { .plan = plan, .talk = -1 };
	if (plan->policy->network == CB_TIER_DOMAINS)
		ret->ports[ret->count++] = 0;
	for (; *forward && ret->count < CB_LISTENERS_MAX; forward++)
		ret->ports[ret->count++] = *forward;
	if (ret->count > 0 && (ret->talk = cb_sidecar_start(run, ret, life)) < 0)
		return cb_netns_refuse(err, "the relay cannot be started");
	return 0;
}

static int listen_on(uint16_t port)
{
	const struct sockaddr_in address = { .sin_family = AF_INET,
					     .sin_port = htons(port),
					     .sin_addr = { htonl(INADDR_LOOPBACK) } };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	return fd < 0 || bind(fd, (const struct sockaddr *)&address, sizeof address) < 0 ||
		       listen(fd, BACKLOG) < 0
		   ? -1
		   : fd;
}

int cb_relay_listen(struct cb_relay *relay, struct cb_error *err)
{
	for (size_t i = 0; i < relay->count; i++) {
		uint16_t port = relay->ports[i] ? relay->ports[i] : CB_PROXY_PORT;
		relay->listeners[i] = listen_on(port);
		if (relay->listeners[i] >= 0)
			continue;
		cb_fail(err, CB_EXIT_REFUSED, "cannot listen on port %u inside (%s)", port,
			strerror(errno));
		return cb_hint(err, "forward another port in the policy");
	}
	if (relay->count > 0 && (cb_sidecar_send(relay->talk, relay->listeners, relay->count) < 0 ||
				 cb_sidecar_wait_ready(relay->talk) < 0))
		return cb_netns_refuse(err, "the relay did not start");
	return 0;
}
