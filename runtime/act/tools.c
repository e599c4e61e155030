/* Has Nix make a project's tools, on the host and before the launch; its words are the progress.
 * The link to them is what keeps them from being collected. */
#include "act/tools.h"

#include "act/state.h"
#include "formats/tools-list.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* In the child. Nothing of the project is around it: what it reads lies in the store. */
static void become(char *const *argv, char *const *env)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (null >= 0 && dup2(null, 0) == 0 && dup2(null, 1) == 1 && chdir("/") == 0)
		execve(argv[0], argv, env);
	_exit(CB_EXIT_NOT_FOUND);
}

static bool run(char *const *argv, char *const *env)
{
	int status = -1;
	pid_t pid = fork();
	if (pid == 0)
		become(argv, env);
	while (pid > 0 && waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return false;
	return pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int cb_tools_build(const struct cb_plan *plan, char *const *env, char **ret_path,
		   struct cb_error *err)
{
	const struct cb_policy *policy = plan->policy;
	const struct cb_plan_tools *tools = &plan->tools;
	char target[PATH_MAX];
	if (cb_state_make(plan->home, plan->uid, &plan->state_ops, err) < 0)
		return -1;
	char *link = cb_format("%s/" CB_STATE_HOME "/%s/" CB_TOOLS_LINK, plan->home, plan->state);
	/* execve() changes none of them: the casts are for its old type. */
	char *const argv[] = { (char *)policy->nix_build,
			       (char *)policy->packages,
			       (char *)"--argstr",
			       (char *)"names",
			       cb_tools_json(&tools->names),
			       (char *)"--out-link",
			       link,
			       NULL };
	ssize_t len = run(argv, env) ? readlink(link, target, sizeof target - 1) : -1;
	if (len < 0) {
		cb_fail(err, CB_EXIT_REFUSED,
			"cannot make this project's tools (nix-build failed on %s)",
			cb_tools_list(&tools->names));
		return cb_hint(err, "its own words are above; " CB_TOOLS_FILE
				    " names packages of the nixpkgs this profile was built with");
	}
	target[len] = '\0';
	*ret_path = cb_strdup(target);
	return 0;
}
