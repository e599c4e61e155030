/* bwrap says itself why it fails, but in words about the kernel and with exit code 1, which could
 * be the agent's: after the exec nobody is left to say more. So where there is a sign against user
 * namespaces (cb_userns_sign()), those of a launch are tried beforehand: one in the other, since a
 * limit may allow some of them only, and root loses what it may outside. */
#include "act/userns.h"

#include "base/idmap.h"
#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

#define RECURSIVE 0x8000U /* AT_RECURSIVE */

static int enter(int flags)
{
	struct cb_ids ids = { getuid(), getgid() };
	return unshare(CLONE_NEWUSER | flags) < 0 ? -1 : cb_idmap_write(ids, ids);
}

/* As the launcher does for the root, then for a network of its own. AppArmor lets a namespace be
 * made and takes its capabilities: only using one tells. */
static int make_namespaces(const void *data)
{
	const struct cb_policy *policy = data;
	const struct {
		uint64_t set, clear, propagation, userns;
	} private = { .propagation = MS_PRIVATE };
	if (enter(CLONE_NEWNS) < 0 ||
	    syscall(SYS_mount_setattr, AT_FDCWD, "/", RECURSIVE, &private, sizeof private) < 0)
		return -1;
	return cb_network_is_made(policy) && (enter(CLONE_NEWNET) < 0 || enter(0) < 0) ? -1 : 0;
}

int cb_userns_try(const struct cb_policy *policy)
{
	return cb_child_try(make_namespaces, policy);
}

/* In memory that the child shares. */
struct run {
	const struct cb_policy *policy;
	const char *self;
	bool inside;
	int result;
	char output[CB_USERNS_OUTPUT + 1];
};

static int run_bwrap(const void *data)
{
	struct run *run = *(struct run *const *)data;
	const struct cb_policy *policy = run->policy;
	const char *argv[] = { "bwrap",
			       "--unshare-user",
			       "--unshare-pid",
			       "--unshare-ipc",
			       "--unshare-uts",
			       "--unshare-cgroup-try",
			       "--die-with-parent",
			       policy->nesting ? "--unshare-user" : "--disable-userns",
			       policy->network == CB_TIER_FULL || cb_network_is_made(policy)
				   ? "--unshare-user"
				   : "--unshare-net",
			       "--ro-bind",
			       "/",
			       "/",
			       "--proc",
			       "/proc",
			       "--dev",
			       "/dev",
			       "--",
			       run->self,
			       "--version",
			       NULL };
	char *env[] = { NULL };
	size_t size;
	if (run->inside && make_namespaces(policy) < 0)
		return -1;
	run->result = cb_run(policy->bwrap, (char *const *)argv, env, true, run->output,
			     CB_USERNS_OUTPUT, &size);
	return 0;
}

int cb_userns_run_bwrap(const struct cb_policy *policy, const char *self, bool inside,
			char output[CB_USERNS_OUTPUT + 1])
{
	struct run *run =
	    mmap(NULL, sizeof *run, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (run == MAP_FAILED)
		return errno;
	*run = (struct run) { .policy = policy, .self = self, .inside = inside };
	int result = cb_child_try(run_bwrap, &run) ? -1 : run->result;
	memcpy(output, run->output, sizeof run->output);
	munmap(run, sizeof *run);
	return result;
}

bool cb_userns_works(const struct cb_policy *policy, const char *self)
{
	char output[CB_USERNS_OUTPUT + 1];
	/* Where bwrap cannot even be started, the launch itself says that better. */
	return cb_userns_run_bwrap(policy, self, true, output) >= 0;
}
