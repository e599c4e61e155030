/* --profile and --profiles: other launchers, run or listed. */
#include "commands/commands.h"

#include "act/act.h"
#include "commands/profiles/facts.h"
#include "commands/profiles/names.h"
#include "host/facts.h"
#include "show/show.h"

#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

static int read_profiles(const char *wanted, struct cb_facts *facts, struct cb_profiles *list,
			 struct cb_error *err)
{
	/* By which path this program was started: others may lie beside it. argv[0] need not tell.
	 * The casts are for the list's own type, which copies at once. */
	char *called = (char *)getauxval(AT_EXECFN);
	const struct cb_profile this = { (char *)cb_policy.name,
					 (char *)cb_word_tier(cb_policy.network),
					 (char *)cb_policy.description, called, called };
	if (!wanted)
		cb_profiles_push(list, &this);
	if (cb_facts_read_user(facts, err) < 0)
		return -1;
	return cb_profiles_read(facts, called, wanted, list, err);
}

int cb_command_profiles(const struct cb_opts *opts, char *const *env, struct cb_error *err)
{
	(void)opts;
	cleanup_facts struct cb_facts facts = { .env = env };
	cleanup_profiles struct cb_profiles list = { 0 };
	if (read_profiles(NULL, &facts, &list, err) < 0)
		return -1;
	cb_profiles_sort(&list);
	cb_show_profiles(cb_screen_of(stdout), &list, cb_policy.name, facts.home);
	return cb_finish_output(err);
}

static bool is_shipped(const char *name)
{
	static const char *const shipped[] = {
#define X(name) name,
#include "vocab/shipped-profiles.def"
#undef X
	};
	for (size_t i = 0; i < sizeof shipped / sizeof shipped[0]; i++)
		if (strcmp(shipped[i], name) == 0)
			return true;
	return false;
}

/* How to have a profile that is not there. */
static int hint_profile(struct cb_error *err, const char *wanted)
{
	if (!is_shipped(wanted))
		return cb_hint(err,
			       "one of your own: nix build FLAKE#%s --out-link "
			       "~/.claudebox/profiles/%s",
			       wanted, wanted);
	char *package = cb_profile_program(wanted);
	if (!package)
		return cb_fail_memory(err);
	cb_hint(err,
		"it comes with claudebox, in whose clone: nix build .#%s --out-link "
		"~/.claudebox/profiles/%s; the package claudebox-all has every profile",
		package, wanted);
	free(package);
	return -1;
}

static int refuse_profile(char *const *env, const char *wanted, struct cb_error *err)
{
	cleanup_facts struct cb_facts facts = { .env = env };
	cleanup_profiles struct cb_profiles list = { 0 };
	if (read_profiles(NULL, &facts, &list, err) < 0)
		return -1;
	cb_profiles_sort(&list);
	char *known = strdup(list.len ? "" : "none");
	for (size_t i = 0; known && i < list.len; i++) {
		char *longer = cb_concat(known, i ? ", " : "", list.items[i].name, NULL);
		free(known);
		known = longer;
	}
	if (!known)
		return cb_fail_memory(err);
	cb_fail(err, CB_EXIT_REFUSED, "there is no profile \"%s\" (here are: %s)", wanted, known);
	free(known);
	return hint_profile(err, wanted);
}

/* Becomes the launcher of another profile. */
int cb_command_profile(const struct cb_opts *opts, char *const *env, const char *wanted,
		       struct cb_error *err)
{
	cleanup_facts struct cb_facts facts = { .env = env };
	cleanup_profiles struct cb_profiles list = { 0 };
	cleanup_strv struct cb_strv words = { 0 }, variables = { 0 };
	if (!cb_profile_is_name(wanted)) {
		cb_fail(err, CB_EXIT_USAGE, "\"%s\" is no name of a profile", wanted);
		return cb_hint(err, "claudebox --profiles lists them");
	}
	if (read_profiles(wanted, &facts, &list, err) < 0)
		return -1;
	const struct cb_profile *found = cb_profiles_find(&list, wanted);
	if (!found)
		return refuse_profile(env, wanted, err);
	cb_profiles_argv(opts, found->program, &words);
	cb_profiles_env(env, &variables);
	if (words.failed || variables.failed)
		return cb_fail_memory(err);
	char *const none[] = { NULL };
	return cb_become(found->program, words.items, variables.items ? variables.items : none,
			 err);
}
