/* What was asked for: the inner step, a command beside launching, or a launch. Only this file
 * exits. */
#include "act/act.h"
#include "act/inner-step.h"
#include "cli/opts.h"
#include "commands/launch.h"
#include "show/show.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>

static int run(char *const *argv, char **env, struct cb_error *err)
{
	cleanup_opts struct cb_opts opts = { 0 };

	if (cb_step_is_here())
		return cb_step_run(&cb_policy, argv, env, err);
	if (cb_act_check_streams(err) < 0 || cb_opts_parse(argv, &opts, err) < 0)
		return -1;
	if (cb_opts_aside(&opts) || cb_opts_other(&opts, env, cb_policy.name))
		return cb_policy.aside ? cb_policy.aside(&opts, env, err)
				       : cb_act_hand_over(cb_policy.whole, argv, env, err);
	if (opts.given[CB_OPT_VERSION]) {
		cb_show_version(stdout, &cb_policy);
		return cb_finish_output(err);
	}
	return cb_launch(&opts, env, err);
}

int main(int argc, char **argv)
{
	cleanup_error struct cb_error err = { 0 };
	/* As what it was called, by the kernel's word: the whole program looks for its siblings
	 * there, and has no other way to know. */
	if (cb_policy.whole && argc > 0)
		argv[0] = (char *)getauxval(AT_EXECFN);
	/* Whoever started us may not care for his children; we, and bwrap, do. */
	signal(SIGCHLD, SIG_DFL);
	int code = run(argv, environ, &err);
	if (code >= 0)
		return code;
	cb_show_error(cb_screen_of(stderr), &err);
	return (int)err.code;
}
