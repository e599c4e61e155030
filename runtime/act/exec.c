/* Becoming another program: bwrap, or the launcher of another profile. */
#include "act/exec.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/keyctl.h>

/* A kernel without keyrings has nothing to leak. */
int cb_leave_keyring(struct cb_error *err)
{
	if (syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL) >= 0 || errno == ENOSYS)
		return 0;
	cb_fail(err, CB_EXIT_REFUSED, "cannot begin a new session keyring (%s)", strerror(errno));
	return cb_hint(err, "the old one may hold keys");
}

static int fail(const char *program, struct cb_error *err)
{
	int error = errno;
	cb_fail(err, CB_EXIT_REFUSED, "cannot run %s (%s)", program, strerror(error));
	return cb_hint(
	    err, "%s",
	    error == EACCES || error == EPERM
		? "is its file system mounted noexec, or does AppArmor forbid it (dmesg)?"
		: "is the store path of this profile still there? "
		  "nix-store --verify --check-contents");
}

int cb_exec_bwrap(const struct cb_plan *plan, const struct cb_bwrap *bwrap, struct cb_error *err)
{
	/* bwrap's environment stays readable in /proc/1/environ, whatever --clearenv does (L1). It
	 * needs none: the agent's variables are among its options. */
	char *const no_environment[] = { NULL };
	/* bwrap's monitor must outlive Ctrl+C and Ctrl+\, which are meant for the agent; the inner
	 * step restores them. */
	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	execve(plan->policy->bwrap, bwrap->argv.items, no_environment);
	return fail(plan->policy->bwrap, err);
}

int cb_exec_launcher(const char *program, char *const *argv, char *const *env, struct cb_error *err)
{
	execve(program, argv, env);
	return fail(program, err);
}
