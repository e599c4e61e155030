/* The launcher enters the network namespace itself, so bwrap makes none. */
#include "net/netns.h"

#include "base/idmap.h"

#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

int cb_netns_refuse(struct cb_error *err, const char *what)
{
	cb_fail(err, CB_EXIT_REFUSED, "cannot make a private network (%s: %s)", what,
		strerror(errno));
	return cb_hint(err,
		       "user namespaces are needed: sysctl user.max_user_namespaces, "
		       "user.max_net_namespaces, kernel.apparmor_restrict_unprivileged_userns");
}

static int enter(int flags, uid_t uid, gid_t gid, struct cb_error *err)
{
	struct cb_ids outside = { geteuid(), getegid() };
	if (unshare(CLONE_NEWUSER | flags) < 0)
		return cb_netns_refuse(err, "unshare");
	if (cb_idmap_write((struct cb_ids) { uid, gid }, outside) < 0)
		return cb_netns_refuse(err, "mapping the user");
	return 0;
}

static int raise_loopback(void)
{
	struct ifreq request = { .ifr_name = "lo", .ifr_flags = IFF_UP };
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -1;
	int result = ioctl(fd, SIOCSIFFLAGS, &request);
	close(fd);
	return result;
}

int cb_netns_enter(uid_t uid, gid_t gid, struct cb_error *err)
{
	if (enter(CLONE_NEWNET, uid, gid, err) < 0)
		return -1;
	return raise_loopback() < 0 ? cb_netns_refuse(err, "loopback") : 0;
}

int cb_netns_lock(uid_t uid, gid_t gid, struct cb_error *err)
{
	return enter(0, uid, gid, err);
}

int cb_netns_open_life(int ret_ends[2], struct cb_error *err)
{
	return pipe2(ret_ends, O_CLOEXEC) < 0 ? cb_netns_refuse(err, "descriptors") : 0;
}

int cb_netns_hand_life(int end, int sync, struct cb_error *err)
{
	return dup2(end, sync) < 0 || fcntl(sync, F_SETFD, 0) < 0
		   ? cb_netns_refuse(err, "descriptors")
		   : 0;
}
