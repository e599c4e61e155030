/* --check: what this machine lacks, a row for each thing. */
#include "commands/commands.h"

#include "commands/check/check.h"

/* What is looked at, as the user is told meanwhile: some of it takes its time. */
static const struct {
	const char *what;
	void (*look)(const struct cb_policy *policy, struct cb_check_facts *facts);
} steps[] = {
	{ "the kernel", cb_check_read_kernel },
	{ "the kernel", cb_check_try_kernel },
	{ "bubblewrap", cb_check_try_bwrap },
	{ "the paths of this profile", cb_check_read_paths },
	{ "the network", cb_check_read_network },
	{ "the network", cb_check_try_network },
	{ "your home", cb_check_read_home },
	{ "the project", cb_check_read_launch },
	{ "claude", cb_check_read_agent },
	{ "the terminal", cb_check_try_terminal },
};

/* 1 where something is wrong: every row is told all the same. */
int cb_command_check(const struct cb_opts *opts, char *const *env, struct cb_error *err)
{
	struct cb_check_facts facts = { .env = env };
	for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
		cb_show_progress(stderr, "looking at ", steps[i].what);
		steps[i].look(&cb_policy, &facts);
	}
	cb_show_progress(stderr, NULL, NULL);
	const struct cb_check_report report = cb_check_decide(&cb_policy, &facts);
	if (opts->json)
		cb_show_check_json(stdout, &cb_policy, &report);
	else
		cb_show_check(cb_screen_of(stdout), &cb_policy, &report);
	return cb_finish_output(err) < 0 ? -1 : cb_check_worst(&report) == CB_HEALTH_FAIL;
}
