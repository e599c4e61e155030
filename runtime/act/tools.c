/* Has Nix make a project's tools, on the host and before the launch; its words are the progress.
 * The link to them is what keeps them from being collected. */
#include "act/tools.h"

#include "act/state.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
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

static int refuse(const struct cb_asked *asked, struct cb_error *err)
{
	char *list = cb_tools_list(&asked->names);
	cb_fail(err, CB_EXIT_REFUSED, "cannot make this project's tools (nix-build failed on %s)",
		list ? list : CB_TOOLS_FILE);
	free(list);
	return cb_hint(err, "its own words are above; " CB_TOOLS_FILE
			    " names packages of the nixpkgs this profile was built with");
}

int cb_tools_build(const struct cb_plan *plan, struct cb_facts *f, struct cb_error *err)
{
	const struct cb_policy *policy = plan->policy;
	struct cb_asked *asked = &f->tools;
	char target[PATH_MAX];
	if (cb_state_make(plan->home, plan->uid, &plan->makes, err) < 0)
		return -1;
	char *link =
	    cb_concat(plan->home, "/" CB_STATE_HOME "/", plan->state, "/" CB_TOOLS_LINK, NULL);
	char *json = cb_tools_json(&asked->names);
	/* execve() changes none of them: the casts are for its old type. */
	char *const argv[] = { (char *)policy->nix_build,
			       (char *)policy->packages,
			       (char *)"--argstr",
			       (char *)"names",
			       json,
			       (char *)"--out-link",
			       link,
			       NULL };
	bool done = link && json && run(argv, f->env);
	ssize_t len = done ? readlink(link, target, sizeof target - 1) : -1;
	bool memory = link && json;
	free(json);
	free(link);
	if (!memory)
		return cb_fail_memory(err);
	if (len < 0)
		return refuse(asked, err);
	target[len] = '\0';
	asked->path = strdup(target);
	return asked->path ? 0 : cb_fail_memory(err);
}
