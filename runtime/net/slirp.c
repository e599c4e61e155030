/* slirp4netns as the backend: a TCP/IP stack in a process without privileges. */
#include "net/backend.h"

#include "base/number.h"
#include "net/link.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/close_range.h>

const char *cb_backend_lacks(const struct cb_policy *policy, const char **ret_hint)
{
	int tun = open(CB_TUN, O_RDWR | O_CLOEXEC);
	if (tun < 0) {
		*ret_hint = cb_tun_hint(errno);
		return "cannot open " CB_TUN;
	}
	close(tun);
	if (access(policy->slirp, X_OK) < 0) {
		*ret_hint = "is the store path of this profile still there? nix-store --verify "
			    "--check-contents";
		return "cannot run slirp4netns";
	}
	return NULL;
}

/* Its own sandbox and filter on; the host's loopback off; the link is configured by us, behind the
 * filter. It ends with its parent, and when the leash is let go. */
static void become_slirp(const struct cb_policy *policy, pid_t pid, int ready, int leash)
{
	char pid_number[CB_NUMBER_SIZE], ready_number[CB_NUMBER_SIZE], leash_number[CB_NUMBER_SIZE];
	char name[] = "slirp4netns", mtu[] = "--mtu=65520", local[] = "--disable-host-loopback",
	     sandbox[] = "--enable-sandbox", filter[] = "--enable-seccomp",
	     on_ready[] = "--ready-fd", on_exit_[] = "--exit-fd", link[] = CB_LINK,
	     six[] = "--enable-ipv6";
	char *argv[] = { name,
			 mtu,
			 local,
			 sandbox,
			 filter,
			 on_ready,
			 cb_number(ready_number, (uint64_t)ready, 10, 1),
			 on_exit_,
			 cb_number(leash_number, (uint64_t)leash, 10, 1),
			 cb_number(pid_number, (uint64_t)pid, 10, 1),
			 link,
			 policy->ipv6 ? six : NULL,
			 NULL };
	char *no_environment[] = { NULL };
	prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL);
	if (syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC) == 0 &&
	    fcntl(ready, F_SETFD, 0) == 0 && fcntl(leash, F_SETFD, 0) == 0)
		execve(policy->slirp, argv, no_environment);
}

int cb_backend_start(const struct cb_policy *policy, pid_t pid, struct cb_backend *ret)
{
	int ready[2], leash[2];
	if (pipe2(ready, O_CLOEXEC) < 0)
		return -1;
	if (pipe2(leash, O_CLOEXEC) < 0) {
		close(ready[0]);
		close(ready[1]);
		return -1;
	}
	pid_t child = fork();
	if (child == 0) {
		become_slirp(policy, pid, ready[1], leash[0]);
		_exit(1);
	}
	close(ready[1]);
	close(leash[0]);
	ret->ready = ready[0];
	ret->leash = leash[1];
	return child < 0 ? -1 : 0;
}
