/* Parses the command line by the rule that keeps the agent's own flags usable: ours are
 * recognised anywhere before a `--`; that `--` is ours too when no agent argument precedes it,
 * which holds behind --shell as well. */
#include "cli/opts.h"

#include "base/near.h"

#include <string.h>

const struct cb_opt_row cb_opt_rows[CB_OPT_COUNT] = {
#define X(NAME, letter, name, arg, help) { name, arg, letter },
#include "cli/opts.def"
#undef X
};

/* The row that `word` names, NULL: none; *ret_arg is what follows the name ("" or "=value"). */
static const struct cb_opt_row *find_row(const char *word, const char **ret_arg)
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

/* Shorter names are similar to too many of the agent's own flags. */
#define NEAR_NAME_MIN 4

/* The flag of ours that was meant by a word that is none; NULL: it is the agent's. */
static const char *flag_meant(const char *word)
{
	static const char *const synonyms[][2] = {
#define X(synonym, name) { synonym, name },
#include "cli/synonyms.def"
#undef X
	};
	for (size_t i = 0; i < sizeof synonyms / sizeof synonyms[0]; i++)
		if (strcmp(word, synonyms[i][0]) == 0)
			return synonyms[i][1];
	if (strncmp(word, "--", 2) != 0)
		return NULL;
	for (size_t i = 0; i < CB_OPT_COUNT; i++)
		if (strlen(cb_opt_rows[i].name) >= NEAR_NAME_MIN &&
		    cb_is_near(word + 2, cb_opt_rows[i].name))
			return cb_opt_rows[i].name;
	return NULL;
}

/* A word that is no flag of ours is the agent's; one that was probably meant for us is asked about,
 * since --dryrun, passed on, would start the agent. */
static int take_agent_word(struct cb_opts *opts, const char *word, struct cb_error *err)
{
	const char *meant = flag_meant(word);
	if (!meant) {
		cb_strv_push(&opts->agent, word);
		return 0;
	}
	cb_fail(err, CB_EXIT_USAGE, "%s is no flag of claudebox; did you mean --%s?", word, meant);
	return cb_hint(err, "what is meant for the agent goes behind --: claudebox -- %s", word);
}

/* The flag has a value: behind a "=", or in the next word. */
static bool needs_value(const struct cb_opt_row *row)
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
	if (row == &cb_opt_rows[CB_OPT_PROFILE])
		opts->profile = value;
	else if (row == &cb_opt_rows[CB_OPT_WHY])
		opts->why = value;
	else
		cb_strv_push(row == &cb_opt_rows[CB_OPT_MOUNT_RW] ? &opts->mount_rw
								  : &opts->mount_ro,
			     value);
	return 0;
}

int cb_opts_parse(char *const *argv, struct cb_opts *ret, struct cb_error *err)
{
	struct cb_opts opts = { .argv = argv };
	char *const *at = argv[0] ? argv + 1 : argv;
	while (*at && strcmp(*at, "--") != 0 && !opts.given[CB_OPT_SHELL]) {
		char *const *begin = at;
		const char *arg, *word = *at++;
		const struct cb_opt_row *row = find_row(word, &arg);
		int result = 0;
		if (!row)
			result = take_agent_word(&opts, word, err);
		else if (!needs_value(row))
			result = take_word(&opts, row, arg, err);
		else
			result = take_value(&opts, row, *arg ? arg + 1 : *at ? *at++ : NULL, err);
		if (result < 0)
			return -1;
		if (row)
			opts.given[row - cb_opt_rows] = true;
		if (row != &cb_opt_rows[CB_OPT_PROFILE])
			while (begin < at)
				cb_strv_push(&opts.words, *begin++);
	}
	for (char *const *rest = at; *rest; rest++)
		cb_strv_push(&opts.words, *rest);
	if (*at && strcmp(*at, "--") == 0 && opts.agent.len == 0)
		at++;
	bool only_help = opts.agent.len == 1 && !*at && strcmp(opts.agent.items[0], "help") == 0;
	while (*at)
		cb_strv_push(&opts.agent, *at++);
	if (only_help) {
		cb_fail(err, CB_EXIT_USAGE, "did you mean --help?");
		return cb_hint(err, "to say just this to the agent: claudebox -- help");
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

#define BIT(NAME) (1U << CB_OPT_##NAME)

/* What each command takes; of several commands the first in this table counts. Other flags are
 * refused, since they would have no effect. --yes and --profile are always taken. */
static const struct {
	enum cb_opt command;
	unsigned takes;
	bool agent; /* takes words for the agent */
	const char *words, *hint;
} commands[] = {
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
	size_t i = 0, count = sizeof commands / sizeof commands[0];
	while (i < count && !opts->given[commands[i].command])
		i++;
	if (i == count)
		return 0;
	const struct cb_opt_row *row = &cb_opt_rows[commands[i].command];
	unsigned takes = commands[i].takes | 1U << commands[i].command | BIT(YES) | BIT(PROFILE);
	bool refused = (opts->agent.len && !commands[i].agent) || (opts->json && !row->arg);
	for (size_t k = 0; k < CB_OPT_COUNT; k++)
		refused |= opts->given[k] && !(takes & 1U << k);
	if (!refused)
		return 0;
	cb_fail(err, CB_EXIT_USAGE, "--%s takes %s", row->name, commands[i].words);
	return cb_hint(err, "%s", commands[i].hint);
}
