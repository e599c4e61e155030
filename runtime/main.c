/* The inner step, or a command. Only this file exits. */
#include "act/descriptors.h"
#include "act/inner-step.h"
#include "cli/opts.h"
#include "commands/commands.h"
#include "commands/prove/probes.h"
#include "show/show.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int run(char *const *argv, char **env, struct cb_error *err)
{
	struct cb_opts opts = { 0 };

	if (cb_inner_step_is_here())
		return cb_inner_step_run(&cb_policy, cb_probe_run, argv, env, err);
	if (cb_descriptors_fill(err) < 0 || cb_opts_parse(argv, &opts, err) < 0)
		return -1;
	return cb_command_run(&opts, env, err);
}

int main(int argc, char **argv)
{
	(void)argc;
	struct cb_error err = { 0 };
	/* Whoever started us may not care for his children; we, and bwrap, do. */
	signal(SIGCHLD, SIG_DFL);
	int code = run(argv, environ, &err);
	if (code >= 0)
		return code;
	cb_show_error(cb_screen_of(stderr), &err);
	return (int)err.code;
}
