/* The program that carries packets of a private network to the host's sockets. One interface, so
 * that another can take its place; net-slirp.c is the one there is. */
#ifndef CB_NET_BACKEND_H
#define CB_NET_BACKEND_H

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

/* What is wrong with this host for it, with a hint; NULL: nothing. */
const char *cb_backend_lacks(const struct cb_policy *policy, const char **ret_hint);

struct cb_backend {
	int ready; /* a byte comes when the link is there, an end when it failed */
	int leash; /* closed, it ends */
};

/* Makes CB_LINK in the network of process `pid`. */
int cb_backend_start(const struct cb_policy *policy, pid_t pid, struct cb_backend *ret);

#endif
