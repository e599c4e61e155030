/* What happens inside before the agent starts. The order matters: the Landlock layer is last, since
 * the agent is the only one in it. */
#include "act/inner-step.h"

#include "act/landlock.h"
#include "plan/plan.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

bool cb_inner_step_is_here(void)
{
	char exe[sizeof CB_INNER_STEP_PATH];
	ssize_t len = readlink("/proc/self/exe", exe, sizeof exe);
	return len == (ssize_t)sizeof CB_INNER_STEP_PATH - 1 &&
	       memcmp(exe, CB_INNER_STEP_PATH, (size_t)len) == 0;
}

static int fail(struct cb_error *err, const char *what)
{
	cb_fail(err, CB_EXIT_REFUSED, "%s (%s)", what, strerror(errno));
	return cb_hint(err, "the kernel did not do it; nothing was started");
}

static int restore_signals(const char *ignored, struct cb_error *err)
{
	if ((!strchr(ignored, 'i') && signal(SIGINT, SIG_DFL) == SIG_ERR) ||
	    (!strchr(ignored, 'q') && signal(SIGQUIT, SIG_DFL) == SIG_ERR))
		return fail(err, "cannot restore signals");
	return 0;
}

/* Processes and threads. Since Linux 5.14 they are counted for each user namespace: those of the
 * sandbox alone. A lower limit of the host stays. */
static int limit_processes(rlim_t most, struct cb_error *err)
{
	struct rlimit limit;
	if (getrlimit(RLIMIT_NPROC, &limit) < 0)
		return fail(err, "cannot ask for the limit of processes");
	limit.rlim_cur = limit.rlim_cur < most ? limit.rlim_cur : most;
	limit.rlim_max = limit.rlim_max < most ? limit.rlim_max : most;
	return setrlimit(RLIMIT_NPROC, &limit) < 0 ? fail(err, "cannot limit processes") : 0;
}

static int set_limits(const struct cb_policy *policy, struct cb_error *err)
{
	/* L24: a core dump would lay the agent's memory into the project. */
	const struct rlimit core = { policy->limit_core, policy->limit_core };
	if (setrlimit(RLIMIT_CORE, &core) < 0)
		return fail(err, "cannot limit core dumps");
	return policy->limit_processes ? limit_processes(policy->limit_processes, err) : 0;
}

/* Takes the variable out of the environment; its value, or NULL. */
static char *take_variable(char **env, const char *name)
{
	size_t len = strlen(name);
	while (*env && (strncmp(*env, name, len) != 0 || (*env)[len] != '='))
		env++;
	char *value = *env ? *env + len + 1 : NULL;
	for (; *env; env++)
		env[0] = env[1];
	return value;
}

int cb_inner_step_run(const struct cb_policy *policy, cb_probes *probes, char *const *argv,
		      char **env, struct cb_error *err)
{
	/* bwrap's init is PID 1 and starts us itself; any other parent is a process inside that
	 * tries the launcher out. It gains nothing, but is told so. */
	bool complete = argv[0] && argv[1] && argv[2];
	if (!complete || (getppid() != 1 && strcmp(argv[2], CB_PROBE_COMMAND) != 0)) {
		cb_fail(err, CB_EXIT_REFUSED, "this is the inner step (only bwrap starts it)");
		return cb_hint(err, "you are inside the sandbox already");
	}
	if (restore_signals(argv[1], err) < 0 || set_limits(policy, err) < 0)
		return -1;
	if (cb_landlock_enter(policy->nesting, take_variable(env, CB_INNER_STEP_SOCKETS)) < 0)
		return fail(err, "cannot confine the agent by Landlock");
	if (strcmp(argv[2], CB_PROBE_COMMAND) == 0)
		return probes(policy, env);
	execve(argv[2], argv + 2, env);
	bool missing = errno == ENOENT;
	cb_fail(err, missing ? CB_EXIT_NOT_FOUND : CB_EXIT_CANNOT_RUN, "cannot run %s (%s)",
		argv[2], strerror(errno));
	return missing ? cb_hint(err, "the file or its interpreter is not in the sandbox") : -1;
}
