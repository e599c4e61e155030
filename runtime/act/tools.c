/* Has Nix build a project's own tools, on the host and before the launch; what nix-build says is
 * the progress. The link to the result keeps it from being collected. */
#include "act/tools.h"

#include "act/state.h"
#include "base/process.h"
#include "formats/tools-list.h"

#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

struct program {
	char *const *argv, *const *env;
};

/* In a child, away from the project: what nix-build reads lies in the store. */
static int become(const void *data)
{
	const struct program *program = data;
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (null >= 0 && dup2(null, 0) == 0 && dup2(null, 1) == 1 && chdir("/") == 0)
		execve(program->argv[0], program->argv, program->env);
	return CB_EXIT_NOT_FOUND;
}

int cb_tools_build(const struct cb_plan *plan, char *const *env, char **ret_path,
		   struct cb_error *err)
{
	const struct cb_policy *policy = plan->policy;
	const struct cb_strv *names = &plan->tools.names;
	char target[PATH_MAX];
	if (cb_state_make(plan->home, plan->uid, &plan->state_ops, err) < 0)
		return -1;
	char *link = cb_format("%s/" CB_STATE_HOME "/%s/" CB_TOOLS_LINK, plan->home, plan->state);
	/* execve() changes none of them: the casts are for its old type. */
	char *const argv[] = { (char *)policy->nix_build,
			       (char *)policy->packages,
			       (char *)"--argstr",
			       (char *)"names",
			       cb_tools_json(names),
			       (char *)"--out-link",
			       link,
			       NULL };
	const struct program nix_build = { argv, env };
	ssize_t len =
	    cb_child_run(become, &nix_build) == 0 ? readlink(link, target, sizeof target - 1) : -1;
	if (len < 0) {
		cb_fail(err, CB_EXIT_REFUSED,
			"cannot make this project's tools (nix-build failed on %s)",
			cb_tools_list(names));
		return cb_hint(err, "its own words are above; " CB_TOOLS_FILE
				    " names packages of the nixpkgs this profile was built with");
	}
	*ret_path = cb_strndup(target, (size_t)len);
	return 0;
}
