#include "net/slirp.h"

#include "base/memory.h"
#include "net/link.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/close_range.h>

int cb_slirp_check(const struct cb_policy *policy, struct cb_error *err)
{
	int tun = open(CB_TUN, O_RDWR | O_CLOEXEC);
	if (tun < 0) {
		int error = errno;
		cb_fail(err, CB_EXIT_REFUSED, "cannot open " CB_TUN " (%s)", strerror(error));
		return cb_hint(err, "%s", cb_tun_hint(error));
	}
	close(tun);
	if (access(policy->slirp, X_OK) == 0)
		return 0;
	cb_fail(err, CB_EXIT_REFUSED, "cannot run slirp4netns (%s)", strerror(errno));
	return cb_hint(err, "is the store path of this profile still there? nix-store --verify "
			    "--check-contents");
}

/* Its own sandbox and seccomp filter are on, the host's loopback is off. It does not configure the
 * link: link.c does, after the filter. It ends with its parent, and when the leash is closed. */
static void become_slirp(const struct cb_policy *policy, pid_t pid, int ready, int leash)
{
	char *argv[] = { (char *)"slirp4netns",
			 (char *)"--mtu=65520",
			 (char *)"--disable-host-loopback",
			 (char *)"--enable-sandbox",
			 (char *)"--enable-seccomp",
			 cb_format("--ready-fd=%d", ready),
			 cb_format("--exit-fd=%d", leash),
			 cb_format("%d", pid),
			 (char *)CB_LINK,
			 policy->ipv6 ? (char *)"--enable-ipv6" : NULL,
			 NULL };
	char *no_environment[] = { NULL };
	prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL);
	if (syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC) == 0 &&
	    fcntl(ready, F_SETFD, 0) == 0 && fcntl(leash, F_SETFD, 0) == 0)
		execve(policy->slirp, argv, no_environment);
}

int cb_slirp_start(const struct cb_policy *policy, pid_t pid, struct cb_slirp *ret)
{
	int ready[2], leash[2];
	if (pipe2(ready, O_CLOEXEC) < 0 || pipe2(leash, O_CLOEXEC) < 0)
		return -1;
	pid_t child = fork();
	if (child == 0) {
		become_slirp(policy, pid, ready[1], leash[0]);
		_exit(1);
	}
	close(ready[1]);
	close(leash[0]);
	*ret = (struct cb_slirp) { .ready = ready[0], .leash = leash[1] };
	return child < 0 ? -1 : 0;
}
