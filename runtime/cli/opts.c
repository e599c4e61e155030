/* Parses the command line by the rule that keeps the agent's own flags usable: ours are
 * recognised anywhere before a `--`; that `--` is ours too when no agent argument precedes it,
 * which holds behind --shell as well. */
#include "cli/opts.h"

#include <string.h>

const struct cb_opt_row cb_opt_rows[CB_OPT_COUNT] = {
#define X(NAME, letter, name, arg, help) { name, arg, letter },
#include "cli/opts.def"
#undef X
};

const struct cb_opt_row *cb_opts_find(const char *word, const char **ret_arg)
{
	for (size_t i = 0; i < CB_OPT_COUNT; i++) {
		const struct cb_opt_row *row = &cb_opt_rows[i];
		if (row->letter && word[0] == '-' && word[1] == row->letter && !word[2]) {
			*ret_arg = "";
			return row;
		}
		size_t len = strlen(row->name);
		if (strncmp(word, "--", 2) == 0 && strncmp(word + 2, row->name, len) == 0 &&
		    (word[2 + len] == '\0' || word[2 + len] == '=')) {
			*ret_arg = word + 2 + len;
			return row;
		}
	}
	return NULL;
}

bool cb_opts_needs_value(const struct cb_opt_row *row)
{
	return row->arg && row->arg[0] != '=';
}

/* A flag without a needed value; `arg` is "" or "=word". */
static int take_word(struct cb_opts *opts, const struct cb_opt_row *row, const char *arg,
		     struct cb_error *err)
{
	if (!*arg)
		return 0;
	if (!row->arg) {
		cb_fail(err, CB_EXIT_USAGE, "--%s takes no argument", row->name);
		return cb_hint(err, "--%s", row->name);
	}
	if (strcmp(arg, row->arg) != 0) {
		cb_fail(err, CB_EXIT_USAGE, "--%s does not know \"%s\"", row->name, arg + 1);
		return cb_hint(err, "--%s or --%s%s", row->name, row->name, row->arg);
	}
	opts->json = true;
	return 0;
}

static int take_value(struct cb_opts *opts, const struct cb_opt_row *row, const char *value,
		      struct cb_error *err)
{
	if (!value || !*value) {
		cb_fail(err, CB_EXIT_USAGE, "--%s needs a %s", row->name, row->arg);
		return cb_hint(err, "--%s %s", row->name, row->arg);
	}
	if (row == &cb_opt_rows[CB_OPT_PROFILE]) {
		opts->profile = value;
		return 0;
	}
	if (row == &cb_opt_rows[CB_OPT_WHY]) {
		opts->why = value;
		return 0;
	}
	bool writable = row == &cb_opt_rows[CB_OPT_MOUNT_RW];
	cb_strv_push(writable ? &opts->mount_rw : &opts->mount_ro, value);
	return 0;
}

/* Takes the flag at argv[*i], and its value behind it. */
static int take_flag(struct cb_opts *opts, const struct cb_opt_row *row, const char *arg,
		     char *const *argv, size_t *i, struct cb_error *err)
{
	opts->given[row - cb_opt_rows] = true;
	if (!cb_opts_needs_value(row))
		return take_word(opts, row, arg, err);
	if (*arg)
		return take_value(opts, row, arg + 1, err);
	if (argv[*i + 1])
		return take_value(opts, row, argv[++*i], err);
	return take_value(opts, row, NULL, err);
}

static int parse(char *const *argv, struct cb_opts *opts, struct cb_error *err)
{
	size_t i = 1;
	for (; argv[0] && argv[i]; i++) {
		if (strcmp(argv[i], "--") == 0) {
			if (opts->agent.len == 0)
				i++;
			break;
		}
		const char *arg;
		const struct cb_opt_row *row = cb_opts_find(argv[i], &arg);
		if (!row) {
			cb_strv_push(&opts->agent, argv[i]);
			continue;
		}
		if (take_flag(opts, row, arg, argv, &i, err) < 0)
			return -1;
		if (row == &cb_opt_rows[CB_OPT_SHELL]) {
			i++;
			if (argv[i] && opts->agent.len == 0 && strcmp(argv[i], "--") == 0)
				i++;
			break;
		}
	}
	for (; argv[0] && argv[i]; i++)
		cb_strv_push(&opts->agent, argv[i]);
	bool failed = opts->agent.failed || opts->mount_ro.failed || opts->mount_rw.failed;
	return failed ? cb_fail_memory(err) : 0;
}

int cb_opts_parse(char *const *argv, struct cb_opts *ret, struct cb_error *err)
{
	struct cb_opts opts = { .argv = argv };
	if (parse(argv, &opts, err) < 0) {
		cb_opts_clear(&opts);
		return -1;
	}
	*ret = opts;
	return 0;
}

const char *cb_opts_other(const struct cb_opts *opts, char *const *env, const char *name)
{
	const char *wanted = opts->profile;
	if (!wanted && strcmp(name, CB_PROFILE_DEFAULT) == 0)
		wanted = cb_env_get(env, CB_PROFILE_VARIABLE);
	return wanted && *wanted && strcmp(wanted, name) != 0 ? wanted : NULL;
}

void cb_opts_clear(struct cb_opts *opts)
{
	cb_strv_clear(&opts->agent);
	cb_strv_clear(&opts->mount_ro);
	cb_strv_clear(&opts->mount_rw);
	*opts = (struct cb_opts) { 0 };
}
