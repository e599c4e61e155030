/* The command line: our own flags from one table, the rest for the agent. Pure. */
#ifndef CB_OPTS_H
#define CB_OPTS_H

#include "error.h"
#include "strv.h"

#include <stdbool.h>

enum cb_opt {
#define X(NAME, letter, name, arg, help) CB_OPT_##NAME,
#include "opts.def"
#undef X
	CB_OPT_COUNT
};

struct cb_opt_row {
	char letter; /* 0: none */
	const char *name;
	const char *arg; /* see opts.def */
	const char *help;
};

extern const struct cb_opt_row cb_opt_rows[CB_OPT_COUNT];

struct cb_opts {
	bool given[CB_OPT_COUNT];
	bool json; /* --dry-run=json */
	struct cb_strv mount_ro, mount_rw;
	struct cb_strv agent; /* arguments for the agent, or for the shell */
};

#define cleanup_opts __attribute__((cleanup(cb_opts_clear)))

int cb_opts_parse(char *const *argv, struct cb_opts *ret, struct cb_error *err);
void cb_opts_clear(struct cb_opts *opts);

#endif
