/* --prove: an ordinary launch with the probes in the agent's place, and what it reached. */
#include "commands/commands.h"

#include "commands/prove/prove.h"
#include "show/show.h"

/* The launch of --prove, in a process of its own. */
static int launch_probes(char *const *env)
{
	cleanup_error struct cb_error err = { 0 };
	struct cb_opts opts = { 0 };
	opts.given[CB_OPT_YES] = opts.given[CB_OPT_PROVE] = true;
	cb_launch(&opts, env, &err);
	cb_show_error(cb_screen_of(stderr), &err);
	return (int)err.code;
}

int cb_command_prove(const struct cb_opts *opts, char *const *env, struct cb_error *err)
{
	const char *program = opts->argv[0] ? opts->argv[0] : "claudebox";
	int result = cb_prove(env, program, launch_probes, err);
	return result >= 0 && cb_finish_output(err) < 0 ? -1 : result;
}
