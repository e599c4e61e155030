/* --profile and --profiles: other launchers, run or listed. */
#include "commands/commands.h"

#include "act/exec.h"
#include "commands/profiles/profiles.h"
#include "host/read-facts.h"
#include "vocab/words.h"

#include <sys/auxv.h>

/* Reads the user, then the profiles: all there are and this one, or only `wanted`. */
static int read_profiles(const char *wanted, struct cb_facts *user, struct cb_profiles *list,
			 struct cb_error *err)
{
	/* The path this program was started by: others may lie beside it. argv[0] need not tell. */
	const char *called = (const char *)getauxval(AT_EXECFN);
	if (!wanted)
		cb_profiles_push(
		    list, (struct cb_profile) { cb_policy.name, cb_word_tier(cb_policy.network),
						cb_policy.description, called, called });
	if (cb_facts_read_user(user, err) < 0 ||
	    cb_profiles_read(user, called, wanted, list, err) < 0)
		return -1;
	cb_profiles_sort(list);
	return 0;
}

int cb_command_profiles(const struct cb_opts *opts, char *const *env, struct cb_error *err)
{
	(void)opts;
	struct cb_facts user = { .env = env };
	struct cb_profiles list = { 0 };
	if (read_profiles(NULL, &user, &list, err) < 0)
		return -1;
	cb_show_profiles(cb_screen_of(stdout), &list, cb_policy.name, user.home);
	return cb_finish_output(err);
}

static int refuse_profile(char *const *env, const char *wanted, struct cb_error *err)
{
	struct cb_facts user = { .env = env };
	struct cb_profiles all = { 0 };
	if (read_profiles(NULL, &user, &all, err) < 0)
		return -1;
	const struct cb_own_profile own = cb_own_profile_read(user.home, wanted);
	return cb_profile_refuse(&all, &own, wanted, err);
}

int cb_command_profile(const struct cb_opts *opts, char *const *env, const char *wanted,
		       struct cb_error *err)
{
	struct cb_facts user = { .env = env };
	struct cb_profiles list = { 0 };
	struct cb_strv argv = { 0 };
	if (!cb_profile_is_name(wanted)) {
		cb_fail(err, CB_EXIT_USAGE, "\"%s\" is no name of a profile", wanted);
		return cb_hint(err, "claudebox --profiles lists them");
	}
	if (read_profiles(wanted, &user, &list, err) < 0)
		return -1;
	const struct cb_profile *found = cb_profiles_find(&list, wanted);
	if (!found)
		return refuse_profile(env, wanted, err);
	cb_strv_push(&argv, found->program);
	for (size_t i = 0; i < opts->words.len; i++)
		cb_strv_push(&argv, opts->words.items[i]);
	return cb_exec_launcher(found->program, argv.items, cb_profile_env(env), err);
}
