/* The command that bwrap runs: the inner step, then the agent with the policy's and the user's
 * arguments, or the shell. */
#include "plan/planner.h"

#include <string.h>

/* The signals that the inner step leaves ignored, because they were when we were started (a
 * background job of a script). */
static const char *ignored_signals(const struct cb_facts *facts)
{
	static const char *const words[2][2] = { { "-", "q" }, { "i", "iq" } };
	return words[facts->int_ignored][facts->quit_ignored];
}

/* UX-06: the policy's arguments come first, except before the few subcommands that fail with them.
 */
static bool takes_arguments(const struct cb_opts *opts)
{
	static const char *const plain[] = {
#define X(word) word,
#include "cli/plain-subcommands.def"
#undef X
	};
	for (size_t i = 0; opts->agent.len > 0 && i < sizeof plain / sizeof plain[0]; i++)
		if (strcmp(opts->agent.items[0], plain[i]) == 0)
			return false;
	return true;
}

/* What follows a `--` is meant for another program. */
static int check_arguments(struct cb_planner *m)
{
	static const struct {
		const char *word, *why, *hint;
	} refused[] = {
#define X(word, why, hint) { word, why, hint },
#include "cli/refused-arguments.def"
#undef X
	};
	const struct cb_strv *words = &m->opts->agent;
	for (size_t i = 0; i < words->len && strcmp(words->items[i], "--") != 0; i++) {
		for (size_t r = 0; r < sizeof refused / sizeof refused[0]; r++) {
			if (strcmp(words->items[i], refused[r].word) != 0)
				continue;
			cb_fail(m->err, CB_EXIT_REFUSED, "refusing %s (%s)", refused[r].word,
				refused[r].why);
			return cb_hint(m->err, "%s", refused[r].hint);
		}
	}
	return 0;
}

int cb_plan_set_command(struct cb_planner *m)
{
	struct cb_strv *command = &m->plan->command;
	bool shell = m->opts->given[CB_OPT_SHELL], prove = m->opts->given[CB_OPT_PROVE];

	const char *program = prove   ? CB_PROBE_COMMAND
			      : shell ? m->policy->shell
				      : m->facts->agent.program;
	if (!program && m->opts->given[CB_OPT_DRY_RUN]) {
		/* --dry-run shows the rest also before claude is installed. */
		cb_strv_push(&m->plan->notes, "claude was not found: a launch would stop here");
		program = "claude";
	}
	const struct cb_agent *agent = &m->facts->agent;
	if (!program && agent->skipped) {
		cb_fail(m->err, CB_EXIT_CANNOT_RUN, "no claude that can be run (%s is %s)",
			agent->skipped, agent->skipped_why);
		return cb_hint(m->err, "mend it, or npm install -g @anthropic-ai/claude-code");
	}
	if (!program) {
		cb_fail(m->err, CB_EXIT_NOT_FOUND, "claude not found (%s)",
			m->policy->agent_program ? m->policy->agent_program : "not on PATH");
		return cb_hint(m->err,
			       "npm install -g @anthropic-ai/claude-code, or pin a package with "
			       "agent.program in your policy");
	}
	if (!shell && !prove && check_arguments(m) < 0)
		return -1;
	cb_strv_push(command, CB_INNER_STEP_PATH);
	cb_strv_push(command, ignored_signals(m->facts));
	cb_strv_push(command, program);
	for (size_t i = 0; !shell && !prove && takes_arguments(m->opts) && m->policy->agent_args[i];
	     i++)
		cb_strv_push(command, m->policy->agent_args[i]);
	m->plan->argument_count = prove ? 0 : m->opts->agent.len;
	for (size_t i = 0; i < m->plan->argument_count; i++)
		cb_strv_push(command, m->opts->agent.items[i]);
	return 0;
}
