/* Which command the flags name. */
#include "commands/commands.h"

#include "show/show.h"
#include "vocab/policy.h"

static int show_help(const struct cb_opts *opts, char *const *env, struct cb_error *err)
{
	(void)opts, (void)env;
	cb_show_help(cb_screen_of(stdout), &cb_policy);
	return cb_finish_output(err);
}

static int show_version(const struct cb_opts *opts, char *const *env, struct cb_error *err)
{
	(void)opts, (void)env;
	printf("claudebox %s (profile %s)\n", cb_policy.version, cb_policy.name);
	return cb_finish_output(err);
}

/* The first that is given is run: --gc --dry-run is --gc. */
static const struct {
	enum cb_opt flag;
	cb_command *run;
} commands[] = {
	{ CB_OPT_PROFILES, cb_command_profiles }, { CB_OPT_GC, cb_command_gc },
	{ CB_OPT_PROVE, cb_command_prove },       { CB_OPT_WHY, cb_command_why },
	{ CB_OPT_CHECK, cb_command_check },       { CB_OPT_DRY_RUN, cb_command_dry_run },
	{ CB_OPT_VERSION, show_version },
};

int cb_command_run(const struct cb_opts *opts, char *const *env, struct cb_error *err)
{
	const char *other = cb_opts_other(opts, env, cb_policy.name);
	if (other)
		return cb_command_profile(opts, env, other, err);
	if (opts->given[CB_OPT_HELP])
		return show_help(opts, env, err);
	if (cb_opts_check_command(opts, err) < 0)
		return -1;
	for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
		if (opts->given[commands[i].flag])
			return commands[i].run(opts, env, err);
	return cb_launch(opts, env, err);
}
