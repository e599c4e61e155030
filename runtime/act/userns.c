/* bwrap says itself why it fails, but in words about the kernel and with exit code 1, which could
 * be the agent's: after the exec nobody is left to say more. So where there is a sign against user
 * namespaces (cb_userns_sign()), both are tried beforehand: the launcher's, and the real bwrap. */
#include "act/userns.h"

#include "base/process.h"

#include <sched.h>
#include <stddef.h>
#include <sys/mount.h>

/* AppArmor lets a namespace be made and takes its capabilities: only using one tells. */
static int make_namespaces(const void *flags)
{
	return unshare(CLONE_NEWUSER | CLONE_NEWNS | *(const int *)flags) < 0
		   ? -1
		   : mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL);
}

int cb_userns_try(int flags)
{
	return cb_child_try(make_namespaces, &flags);
}

bool cb_userns_works(const char *bwrap, const char *self)
{
	const char *const argv[] = { "bwrap", "--unshare-user", "--ro-bind", "/", "/", "--",
				     self,    "--version",      NULL };
	char *env[] = { NULL }, output[256];
	size_t size;
	/* Where bwrap cannot even be started, the launch itself says that better. */
	return cb_userns_try(0) == 0 &&
	       cb_run(bwrap, (char *const *)argv, env, false, output, sizeof output, &size) >= 0;
}
