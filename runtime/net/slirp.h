/* slirp4netns, which carries the packets of a private network to the host's sockets: a TCP/IP stack
 * in a process without privileges. */
#ifndef CB_NET_SLIRP_H
#define CB_NET_SLIRP_H

#include "base/error.h"
#include "vocab/policy.h"

#include <errno.h>
#include <sys/types.h>

/* What to do where the device cannot be opened: of a launch and of --check. */
#define CB_TUN "/dev/net/tun"
static inline const char *cb_tun_hint(int error)
{
	return error == EACCES ? "as root: chmod 0666 " CB_TUN ", as on ordinary systems"
			       : "as root: modprobe tun; in a container, give it the device";
}

/* Refuses a host on which it cannot run. */
int cb_slirp_check(const struct cb_policy *policy, struct cb_error *err);

struct cb_slirp {
	int ready; /* a byte comes when the link is there, an end when it failed */
	int leash; /* closed, it ends */
};

/* Makes CB_LINK in the network of process `pid`. */
int cb_slirp_start(const struct cb_policy *policy, pid_t pid, struct cb_slirp *ret);

#endif
