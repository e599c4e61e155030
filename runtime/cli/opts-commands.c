/* Whether a command was given what it can use. Pure. */
#include "cli/opts.h"

#define BIT(NAME) (1U << CB_OPT_##NAME)

/* What may stand beside each command, the first that is given: whatever else is there was meant for
 * something that would not happen. None of them asks but --gc, so --yes is true of all; --profile
 * names this one by now. */
static const struct {
	enum cb_opt command;
	unsigned takes;
	bool agent; /* words for it too */
	const char *words, *hint;
} rows[] = {
	{ CB_OPT_CHECK, 0, false, "nothing else", "claudebox --check, or claudebox --check=json" },
	{ CB_OPT_GC, BIT(DRY_RUN), false, "nothing but --dry-run and --yes",
	  "claudebox --gc --dry-run shows what it would remove" },
	{ CB_OPT_PROFILES, 0, false, "nothing else", "claudebox --profiles" },
	{ CB_OPT_PROVE, 0, false, "nothing else",
	  "claudebox --prove, or claudebox --profile NAME --prove" },
	{ CB_OPT_WHY, BIT(MOUNT_RO) | BIT(MOUNT_RW) | BIT(SHELL), false,
	  "nothing but --mount-ro, --mount-rw and --shell",
	  "claudebox --why PATH, or claudebox --why NAME, one at a time" },
	{ CB_OPT_DRY_RUN, BIT(MOUNT_RO) | BIT(MOUNT_RW) | BIT(SHELL), true,
	  "only what a launch takes", "--version is a command of its own" },
};

int cb_opts_check_command(const struct cb_opts *opts, struct cb_error *err)
{
	size_t i = 0, count = sizeof rows / sizeof rows[0];
	while (i < count && !opts->given[rows[i].command])
		i++;
	if (i == count)
		return 0;
	const struct cb_opt_row *command = &cb_opt_rows[rows[i].command];
	unsigned takes = rows[i].takes | 1U << rows[i].command | BIT(YES) | BIT(PROFILE);
	bool refused = (opts->agent.len && !rows[i].agent) || (opts->json && !command->arg);
	for (size_t k = 0; k < CB_OPT_COUNT; k++)
		refused |= opts->given[k] && !(takes & 1U << k);
	if (!refused)
		return 0;
	cb_fail(err, CB_EXIT_USAGE, "--%s takes %s", command->name, rows[i].words);
	return cb_hint(err, "%s", rows[i].hint);
}
