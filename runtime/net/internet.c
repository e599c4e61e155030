/* Tier internet (L15): a private network whose packets pass a filter before they reach
 * slirp4netns. The order matters: watch the host's networks, read them, filter, and only then make
 * a link. */
#include "net/net.h"

#include "base/io.h"
#include "base/sidecar.h"
#include "formats/resolv-conf.h"
#include "host/read.h"
#include "net/filter.h"
#include "net/link.h"
#include "net/netlink.h"
#include "net/netns.h"
#include "net/relay.h"
#include "net/slirp.h"
#include "net/supervisor.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/netlink.h>

/* Without IPv6 slirp4netns needs a resolver with an IPv4 address; else all look-ups inside would
 * fail without saying why. A host without any resolver is merely offline. */
static int check_resolver(const struct cb_policy *policy, struct cb_error *err)
{
	size_t size;
	char *conf =
	    policy->ipv6 ? NULL : cb_file_read(CB_RESOLV_PATH, CB_RESOLV_LIMIT, true, &size);
	if (!conf || !cb_resolver_is_ipv6_only(conf))
		return 0;
	cb_fail(err, CB_EXIT_REFUSED,
		"no name could be resolved inside (/etc/resolv.conf names IPv6 resolvers only)");
	return cb_hint(err,
		       "name one with an IPv4 address too, or set `ipv6 = true` in the policy");
}

/* Sends a datagram that must not leave, by the device and past all routes; true: it was stopped. */
static bool is_stopped(const char *address)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(9) };
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return false;
	inet_pton(AF_INET, address, &to.sin_addr);
	bool bound = setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, CB_LINK, sizeof CB_LINK) == 0;
	bool stopped = bound && sendto(fd, "", 1, 0, (const struct sockaddr *)&to, sizeof to) < 0 &&
		       errno == EPERM;
	close(fd);
	return stopped;
}

static int test_filter(struct cb_error *err)
{
	static const char *const addresses[] = { "10.255.255.253", "192.168.255.253",
						 "100.127.255.253", "169.254.169.254" };
	for (size_t i = 0; i < sizeof addresses / sizeof addresses[0]; i++) {
		if (is_stopped(addresses[i]))
			continue;
		cb_fail(err, CB_EXIT_REFUSED,
			"the network filter does not work (%s is not blocked)", addresses[i]);
		return cb_hint(err,
			       "use another profile, and report this with your kernel's version");
	}
	return 0;
}

/* In the new network, as its root. Hands the filter's socket to the supervisor. */
static int make_filter(const struct cb_policy *policy, const struct cb_host_prefixes *host,
		       int talk, struct cb_error *err)
{
	int fd = cb_netlink_open(NETLINK_NETFILTER, 0);
	if (fd < 0 || cb_filter_make(fd, policy, host->list, host->count) < 0) {
		cb_fail(err, CB_EXIT_REFUSED, "cannot filter the private network (nf_tables: %s)",
			strerror(errno));
		return cb_hint(err, "the kernel needs nf_tables; as root: modprobe nf_tables");
	}
	if (cb_sidecar_send(talk, &fd, 1) < 0)
		return cb_netns_refuse(err, "the supervisor is gone");
	if (cb_sidecar_wait_ready(talk) < 0) {
		cb_fail(err, CB_EXIT_REFUSED, "no link for the private network (%s)",
			policy->slirp);
		return cb_hint(err, "does slirp4netns run? `slirp4netns --version`");
	}
	return 0;
}

static int make_network(const struct cb_policy *policy, const struct cb_host_prefixes *host,
			int talk, struct cb_error *err)
{
	/* slirp4netns must be root there to set up its own sandbox. */
	if (cb_netns_enter(0, 0, err) < 0)
		return -1;
	/* The filter drops IPv6 anyway; without addresses there is nothing to wait for either. */
	if (policy->ipv6)
		cb_write_file("/proc/sys/net/ipv6/conf/default/accept_ra", "0");
	else
		cb_write_file("/proc/sys/net/ipv6/conf/default/disable_ipv6", "1");
	if (make_filter(policy, host, talk, err) < 0)
		return -1;
	if (cb_link_make(policy, host) < 0)
		return cb_netns_refuse(err, "its routes");
	return test_filter(err);
}

int cb_net_start_internet(const struct cb_plan *plan, int sync, struct cb_error *err)
{
	const struct cb_policy *policy = plan->policy;
	struct cb_supervisor supervisor = { policy, getpid() };
	struct cb_host_prefixes host;
	struct cb_relay relay;
	uid_t uid = geteuid();
	gid_t gid = getegid();
	int life[2];
	if (cb_slirp_check(policy, err) < 0 || check_resolver(policy, err) < 0 ||
	    cb_netns_open_life(life, err) < 0 || cb_relay_start(plan, life[0], &relay, err) < 0)
		return -1;
	int talk = cb_sidecar_start(cb_supervisor_run, &supervisor, life[0]);
	if (talk < 0 || cb_sidecar_wait_ready(talk) < 0)
		return cb_netns_refuse(err, "the supervisor cannot be started");
	if (cb_host_prefixes_read(&host) < 0)
		return cb_netns_refuse(err, "reading the host's addresses");
	if (make_network(policy, &host, talk, err) < 0 || cb_relay_listen(&relay, err) < 0 ||
	    cb_netns_lock(uid, gid, err) < 0)
		return -1;
	return cb_netns_hand_life(life[1], sync, err);
}
