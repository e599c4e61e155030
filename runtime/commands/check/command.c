/* --check: what this machine lacks, a line each. */
#include "commands/commands.h"

#include "commands/check/check.h"
#include "commands/check/facts.h"
#include "commands/check/show.h"
#include "show/show.h"

#include <unistd.h>

static void tell_looking(const char *what)
{
	cb_show_progress(stderr, "looking at ", what);
}

/* 1 where something is wrong: every row is told all the same. */
int cb_command_check(const struct cb_opts *opts, char *const *env, struct cb_error *err)
{
	cleanup_checkup struct cb_checkup checkup = { 0 };
	cleanup_check struct cb_check check = { 0 };
	bool terminal = isatty(STDERR_FILENO);

	cb_checkup_read(&cb_policy, env, terminal ? tell_looking : NULL, &checkup);
	if (terminal)
		cb_show_progress(stderr, NULL, NULL);
	cb_check_make(&cb_policy, &checkup, &check);
	if (check.failed)
		return cb_fail_memory(err);
	if (opts->json)
		cb_show_check_json(stdout, &cb_policy, &check);
	else
		cb_show_check(cb_screen_of(stdout), &cb_policy, &check);
	if (cb_finish_output(err) < 0)
		return -1;
	return cb_check_worst(&check) == CB_HEALTH_FAIL;
}
