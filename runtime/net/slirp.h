/* slirp4netns: a TCP/IP stack in a process without privileges, which carries the packets of a
 * private network to sockets of the host. */
#ifndef CB_NET_SLIRP_H
#define CB_NET_SLIRP_H

#include "base/error.h"
#include "vocab/policy.h"

#include <errno.h>
#include <sys/types.h>

/* What to do where the device cannot be opened, said by a launch and by --check. */
#define CB_TUN "/dev/net/tun"
static inline const char *cb_tun_hint(int error)
{
	return error == EACCES ? "as root: chmod 0666 " CB_TUN ", as on ordinary systems"
			       : "as root: modprobe tun; in a container, give it the device";
}

/* Refuses a host on which it cannot run. */
int cb_slirp_check(const struct cb_policy *policy, struct cb_error *err);

struct cb_slirp {
	int ready; /* one byte comes when the link is there, end of file when it failed */
	int leash; /* slirp4netns ends when this is closed */
};

/* Makes CB_LINK in the network of process `pid`. */
int cb_slirp_start(const struct cb_policy *policy, pid_t pid, struct cb_slirp *ret);

#endif
