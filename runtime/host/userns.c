/* bwrap says itself why it fails, but in words about the kernel and with exit code 1, which could
 * be the agent's: after the exec nobody is left to say more. So it is looked at beforehand. A sign
 * alone is no proof (an AppArmor profile may allow it, a filter may be about something else): where
 * there is one, a trial decides: of the launcher, which builds the root in namespaces of its own,
 * and of the real bwrap. */
#include "host/read-facts.h"

#include "base/process.h"

#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mount.h>
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

/* As the launcher makes its own, in a child that ends with it. AppArmor lets a namespace be made
 * and takes its capabilities: only using one tells. */
static int make_own(const void *unused)
{
	(void)unused;
	return unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0 ||
	       mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0;
}

enum cb_userns cb_userns_read(const char *bwrap, const char *self)
{
	enum cb_userns sign = cb_userns_sign();
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
	/* Where it cannot even be started, the launch itself says that better. */
	return cb_child_run(make_own, NULL) != 0 ||
		       cb_run(bwrap, argv, env, false, output, sizeof output, &size) < 0
		   ? sign
		   : CB_USERNS_WORKS;
}
