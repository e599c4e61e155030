/* Whether a command beside launching was given what it can use. Not linked into the launcher
 * on PATH, which hands over before it is asked. Pure. */
#include "opts.h"

/* --gc and --check start no sandbox: whatever else is given was meant for one. */
int cb_opts_check_aside(const struct cb_opts *opts, struct cb_error *err)
{
	bool gc = opts->given[CB_OPT_GC], check = opts->given[CB_OPT_CHECK];
	bool more = opts->agent.len || opts->mount_ro.len || opts->mount_rw.len ||
		    opts->given[CB_OPT_SHELL] || opts->why;
	if (check && (more || gc || opts->given[CB_OPT_DRY_RUN])) {
		cb_fail(err, CB_EXIT_USAGE, "--check takes nothing else");
		return cb_hint(err, "claudebox --check, or claudebox --check=json");
	}
	if (!gc || !(more || opts->json))
		return 0;
	cb_fail(err, CB_EXIT_USAGE, "--gc takes nothing but --dry-run and --yes");
	return cb_hint(err, "claudebox --gc --dry-run shows what it would remove");
}
