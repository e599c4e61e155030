/* bwrap says itself why it fails, but in words about the kernel and with exit code 1, which could
 * be the agent's: after the exec nobody is left to say more. So it is looked at beforehand. A sign
 * alone is no proof (an AppArmor profile may allow it, a filter may be about something else): where
 * there is one, the real bwrap decides. */
#include "facts-userns.h"

#include "facts-run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <unistd.h>

static bool begins_with(const char *path, char want)
{
	char first = 0;
	int fd = openat(AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	bool same = read(fd, &first, 1) == 1 && first == want;
	close(fd);
	return same;
}

enum cb_userns cb_userns_sign(void)
{
	if (begins_with("/proc/sys/user/max_user_namespaces", '0'))
		return CB_USERNS_SYSCTL;
	if (begins_with("/proc/sys/kernel/unprivileged_userns_clone", '0'))
		return CB_USERNS_CLONE;
	if (begins_with("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", '1'))
		return CB_USERNS_APPARMOR;
	return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) > 0 ? CB_USERNS_FILTER : CB_USERNS_WORKS;
}

enum cb_userns cb_userns_read(const char *bwrap, const char *self, bool *ret_doubtful)
{
	enum cb_userns sign = cb_userns_sign();
	*ret_doubtful = sign != CB_USERNS_WORKS;
	if (sign == CB_USERNS_WORKS)
		return sign;
	char *argv[] = { (char *)"bwrap",
			 (char *)"--unshare-user",
			 (char *)"--ro-bind",
			 (char *)"/",
			 (char *)"/",
			 (char *)"--",
			 (char *)self,
			 (char *)"--version",
			 NULL };
	char *env[] = { NULL }, output[256];
	size_t size;
	int result = cb_run(bwrap, argv, env, output, sizeof output, &size);
	/* Where it cannot even be started, the launch itself says that better. */
	return result < 0 || result == ETIMEDOUT ? sign : CB_USERNS_WORKS;
}
