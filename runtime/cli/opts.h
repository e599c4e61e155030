/* The command line: our own flags from one table, the rest for the agent. Pure. */
#ifndef CB_CLI_OPTS_H
#define CB_CLI_OPTS_H

#include "base/error.h"
#include "base/strv.h"

#include <stdbool.h>

enum cb_opt {
#define X(NAME, letter, name, arg, help) CB_OPT_##NAME,
#include "cli/opts.def"
#undef X
	CB_OPT_COUNT
};

/* The profile whose program is called just claudebox; the variable that names another. */
#define CB_PROFILE_DEFAULT "default"
#define CB_PROFILE_VARIABLE "CLAUDEBOX_PROFILE"

struct cb_opt_row {
	const char *name;
	const char *arg; /* see opts.def */
	char letter;     /* 0: none */
};

extern const struct cb_opt_row cb_opt_rows[CB_OPT_COUNT];

struct cb_opts {
	bool given[CB_OPT_COUNT];
	bool json; /* --dry-run=json, --check=json */
	struct cb_strv mount_ro, mount_rw;
	const char *why;      /* of argv */
	struct cb_strv agent; /* arguments for the agent, or for the shell */
	const char *profile;  /* --profile; borrowed, like the next */
	char *const *argv;    /* the whole command line */
	struct cb_strv words; /* what another launcher gets: all but the first and --profile */
};

int cb_opts_parse(char *const *argv, struct cb_opts *ret, struct cb_error *err);

/* The profile that is asked for, by flag or variable, where it is another than `name`, which this
 * program is; else NULL. CLAUDEBOX_PROFILE says what plain `claudebox` means: who calls
 * claudebox-NAME has chosen. */
const char *cb_opts_other(const struct cb_opts *opts, char *const *env, const char *name);

/* Refuses what a command beside launching cannot use. */
int cb_opts_check_command(const struct cb_opts *opts, struct cb_error *err);

#endif
