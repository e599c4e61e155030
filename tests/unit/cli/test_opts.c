/* D-01: claudebox claims its own flags before a `--` and nothing else. */
#include "unit.h"

#include "cli/opts.h"

#include <string.h>

/* Parses a line of words separated by single spaces. What it gives points into that line, until the
 * next one is parsed. */
static int parse(const char *line, struct cb_opts *opts, struct cb_error *err)
{
	static char copy[256];
	static char *argv[32];
	size_t n = 0;
	assert_true(strlen(line) < sizeof copy);
	strcpy(copy, line);
	for (char *save = NULL, *w = strtok_r(copy, " ", &save); w; w = strtok_r(NULL, " ", &save))
		argv[n++] = w;
	argv[n] = NULL;
	return cb_opts_parse(argv, opts, err);
}

static void check_joined(const struct cb_strv *words, const char *want)
{
	char got[256] = "";
	for (size_t i = 0; i < words->len; i++) {
		strcat(got, i ? " " : "");
		strcat(got, words->items[i]);
	}
	assert_string_equal(got, want);
}

/* The agent's words, joined again. */
static void check_agent(const char *line, const char *want)
{
	struct cb_opts opts = { 0 };
	struct cb_error err = { 0 };
	assert_int_equal(parse(line, &opts, &err), 0);
	check_joined(&opts.agent, want);
}

/* What another launcher gets. */
static void check_words(const char *line, const char *want)
{
	struct cb_opts opts = { 0 };
	struct cb_error err = { 0 };
	assert_int_equal(parse(line, &opts, &err), 0);
	check_joined(&opts.words, want);
}

static void check_refused(const char *line, const char *want)
{
	struct cb_opts opts = { 0 };
	struct cb_error err = { 0 };
	assert_int_equal(parse(line, &opts, &err), -1);
	assert_int_equal(err.code, CB_EXIT_USAGE);
	assert_string_equal(err.what, want);
	assert_non_null(err.hint);
	assert_null(opts.agent.items); /* untouched on failure */
}

static void foreign_arguments_go_to_the_agent_untouched(void **state)
{
	(void)state;
	check_agent("claudebox -p hello --model x", "-p hello --model x");
	check_agent("claudebox -p hello --yes --model x", "-p hello --model x");
	check_agent("claudebox --yesterday -yes -v", "--yesterday -yes -v");
	check_agent("claudebox --print --resume --verbose --settings x --file --ide",
		    "--print --resume --verbose --settings x --file --ide");
}

static void a_flag_that_was_probably_ours_is_asked_about(void **state)
{
	(void)state;
	check_refused("claudebox --dryrun",
		      "--dryrun is no flag of claudebox; did you mean --dry-run?");
	check_refused("claudebox -p x --chekc",
		      "--chekc is no flag of claudebox; did you mean --check?");
	check_refused("claudebox --list",
		      "--list is no flag of claudebox; did you mean --profiles?");
	check_refused("claudebox -h", "-h is no flag of claudebox; did you mean --help?");
	check_refused("claudebox help", "did you mean --help?");
	check_agent("claudebox -- --dryrun -h", "--dryrun -h");
	check_agent("claudebox -- help", "help");
	check_agent("claudebox -p help", "-p help");
}

static void a_leading_double_dash_is_consumed(void **state)
{
	(void)state;
	check_agent("claudebox -- --help", "--help");
	check_agent("claudebox -y -- --yes -- x", "--yes -- x");
}

static void a_later_double_dash_is_passed_on(void **state)
{
	(void)state;
	check_agent("claudebox mcp add x -- npx -y server", "mcp add x -- npx -y server");
}

static void shell_ends_our_flags(void **state)
{
	(void)state;
	struct cb_opts opts = { 0 };
	struct cb_error err = { 0 };
	assert_int_equal(parse("claudebox --yes --shell -c true --version", &opts, &err), 0);
	assert_true(opts.given[CB_OPT_YES] && opts.given[CB_OPT_SHELL]);
	assert_false(opts.given[CB_OPT_VERSION]);
	assert_int_equal(opts.agent.len, 3);
}

static void one_double_dash_behind_shell_is_consumed(void **state)
{
	(void)state;
	check_agent("claudebox --shell -- -c true", "-c true");
	check_agent("claudebox --shell -- -- x", "-- x");
	check_agent("claudebox --shell --", "");
	check_agent("claudebox --shell -c true -- x", "-c true -- x");
	check_agent("claudebox x --shell -- -c true", "x -- -c true");
}

static void dry_run_takes_json_and_nothing_else(void **state)
{
	(void)state;
	struct cb_opts opts = { 0 };
	struct cb_error err = { 0 };
	assert_int_equal(parse("claudebox --dry-run=json", &opts, &err), 0);
	assert_true(opts.given[CB_OPT_DRY_RUN] && opts.json);
	check_refused("claudebox --dry-run=yaml", "--dry-run does not know \"yaml\"");
	check_refused("claudebox --yes=1", "--yes takes no argument");
}

static void mounts_take_their_path_either_way(void **state)
{
	(void)state;
	struct cb_opts opts = { 0 };
	struct cb_error err = { 0 };
	assert_int_equal(
	    parse("claudebox --mount-ro /a -p --mount-rw=/b --mount-ro -y", &opts, &err), 0);
	assert_int_equal(opts.mount_ro.len, 2);
	assert_string_equal(opts.mount_ro.items[0], "/a");
	assert_string_equal(opts.mount_ro.items[1], "-y"); /* a name like any other */
	assert_string_equal(opts.mount_rw.items[0], "/b");
	assert_int_equal(opts.agent.len, 1);
	check_refused("claudebox --mount-ro", "--mount-ro needs a PATH");
	check_refused("claudebox --mount-rw=", "--mount-rw needs a PATH");
}

/* Parsed as always; refused by the command itself. */
static void check_refused_aside(const char *line, const char *want)
{
	struct cb_opts opts = { 0 };
	struct cb_error err = { 0 };
	assert_int_equal(parse(line, &opts, &err), 0);
	assert_int_equal(cb_opts_check_command(&opts, &err), -1);
	assert_int_equal(err.code, CB_EXIT_USAGE);
	assert_string_equal(err.what, want);
	assert_non_null(err.hint);
}

static void check_takes_nothing_else(void **state)
{
	(void)state;
	struct cb_opts opts = { 0 };
	struct cb_error err = { 0 };
	assert_int_equal(parse("claudebox --check=json", &opts, &err), 0);
	assert_true(opts.given[CB_OPT_CHECK] && opts.json);
	assert_int_equal(cb_opts_check_command(&opts, &err), 0);
	const char *const lines[] = { "claudebox --check hello", "claudebox --check --shell",
				      "claudebox --check --dry-run=json", "claudebox --gc --check",
				      "claudebox --check --mount-ro /a" };
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
		check_refused_aside(lines[i], "--check takes nothing else");
	check_refused("claudebox --check=yaml", "--check does not know \"yaml\"");
}

static void gc_takes_no_arguments_for_a_sandbox(void **state)
{
	(void)state;
	struct cb_opts opts = { 0 };
	struct cb_error err = { 0 };
	assert_int_equal(parse("claudebox --gc --dry-run -y", &opts, &err), 0);
	assert_true(opts.given[CB_OPT_GC]);
	assert_int_equal(cb_opts_check_command(&opts, &err), 0);
	const char *const lines[] = { "claudebox --gc hello", "claudebox --gc -- hello",
				      "claudebox --gc --shell", "claudebox --dry-run=json --gc",
				      "claudebox --gc --mount-ro /a" };
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
		check_refused_aside(lines[i], "--gc takes nothing but --dry-run and --yes");
}

static void what_a_command_would_ignore_is_refused(void **state)
{
	(void)state;
	static const struct {
		const char *line, *says;
	} cases[] = {
		{ "claudebox --prove --dry-run", "--prove takes nothing else" },
		{ "claudebox --why X --prove", "--prove takes nothing else" },
		{ "claudebox --prove --mount-ro /a", "--prove takes nothing else" },
		{ "claudebox --prove hello", "--prove takes nothing else" },
		{ "claudebox --why TERM --dry-run=json",
		  "--why takes nothing but --mount-ro, --mount-rw and --shell" },
		{ "claudebox --why TERM extra",
		  "--why takes nothing but --mount-ro, --mount-rw and --shell" },
		{ "claudebox --profiles --gc --yes", "--gc takes nothing but --dry-run and --yes" },
		{ "claudebox --profiles --shell", "--profiles takes nothing else" },
		{ "claudebox --profiles x", "--profiles takes nothing else" },
		{ "claudebox --dry-run --version", "--dry-run takes only what a launch takes" },
		{ "claudebox --check --version", "--check takes nothing else" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		check_refused_aside(cases[i].line, cases[i].says);
}

static void what_a_command_can_use_is_taken(void **state)
{
	(void)state;
	const char *const lines[] = {
		"claudebox --check=json --yes",
		"claudebox --gc --dry-run --yes",
		"claudebox --profile default --profiles",
		"claudebox -y --prove",
		"claudebox --why X --mount-ro /a --mount-rw /b --shell",
		"claudebox --dry-run=json -y --mount-ro /a --mount-rw /b -p hello",
		"claudebox --dry-run --shell -c true",
	};
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		struct cb_opts opts = { 0 };
		struct cb_error err = { 0 };
		assert_int_equal(parse(lines[i], &opts, &err), 0);
		assert_int_equal(cb_opts_check_command(&opts, &err), 0);
	}
}

/* What is asked for of the program of profile `name`, with that variable; NULL: itself. */
static const char *other(const char *line, const char *name, const char *variable)
{
	static char got[64];
	struct cb_opts opts = { 0 };
	struct cb_error err = { 0 };
	char *env[] = { (char *)variable, NULL };
	assert_int_equal(parse(line, &opts, &err), 0);
	const char *wanted = cb_opts_other(&opts, env, name);
	return wanted ? strcpy(got, wanted) : NULL;
}

static void another_profile_is_asked_for_by_flag_or_variable(void **state)
{
	(void)state;
	assert_null(other("claudebox -p x", "default", "A=b"));
	assert_string_equal(other("claudebox --profile api -p x", "default", "A=b"), "api");
	assert_string_equal(other("claudebox -p x --profile=api", "mine", "A=b"), "api");
	assert_string_equal(other("claudebox", "default", "CLAUDEBOX_PROFILE=api"), "api");
	assert_null(other("claudebox", "default", "CLAUDEBOX_PROFILE="));
	assert_null(other("claudebox -- --profile api", "default", "A=b"));
	assert_null(other("claudebox --shell --profile api", "default", "A=b"));
	check_refused("claudebox --profile", "--profile needs a NAME");
	check_refused("claudebox --profile=", "--profile needs a NAME");
}

static void the_flag_beats_the_variable_and_a_program_s_own_name_too(void **state)
{
	(void)state;
	const char *variable = "CLAUDEBOX_PROFILE=api";
	assert_string_equal(other("claudebox --profile offline", "default", variable), "offline");
	assert_null(other("claudebox --profile default", "default", variable));
	assert_null(other("claudebox --profile api", "api", variable));
	assert_null(other("claudebox-offline", "offline", variable));
}

/* EXT-03 */
static void another_launcher_gets_all_words_but_the_flag(void **state)
{
	(void)state;
	check_words("c --profile a", "");
	check_words("c -y --profile a -p hi", "-y -p hi");
	check_words("c --profile=a --profile b x", "x");
	check_words("c --profile a -- --profile b", "-- --profile b");
	check_words("c x -- --profile=b --profile", "x -- --profile=b --profile");
	check_words("c --mount-ro --profile --profile a", "--mount-ro --profile");
	check_words("c --mount-ro=x --profile a y", "--mount-ro=x y");
	check_words("c --profile a --shell --profile b", "--shell --profile b");
	check_words("c --profile a --shell -- x", "--shell -- x");
	check_words("c --profile --shell -c x", "-c x");
	check_words("c --profiles --profile a", "--profiles");
}

static void no_argv_at_all_is_no_crash(void **state)
{
	(void)state;
	struct cb_opts opts = { 0 };
	struct cb_error err = { 0 };
	char *argv[] = { NULL };
	assert_int_equal(cb_opts_parse(argv, &opts, &err), 0);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(foreign_arguments_go_to_the_agent_untouched),
	cmocka_unit_test(a_flag_that_was_probably_ours_is_asked_about),
	cmocka_unit_test(a_leading_double_dash_is_consumed),
	cmocka_unit_test(a_later_double_dash_is_passed_on),
	cmocka_unit_test(shell_ends_our_flags),
	cmocka_unit_test(one_double_dash_behind_shell_is_consumed),
	cmocka_unit_test(dry_run_takes_json_and_nothing_else),
	cmocka_unit_test(mounts_take_their_path_either_way),
	cmocka_unit_test(check_takes_nothing_else),
	cmocka_unit_test(gc_takes_no_arguments_for_a_sandbox),
	cmocka_unit_test(what_a_command_would_ignore_is_refused),
	cmocka_unit_test(what_a_command_can_use_is_taken),
	cmocka_unit_test(another_profile_is_asked_for_by_flag_or_variable),
	cmocka_unit_test(the_flag_beats_the_variable_and_a_program_s_own_name_too),
	cmocka_unit_test(another_launcher_gets_all_words_but_the_flag),
	cmocka_unit_test(no_argv_at_all_is_no_crash),
};

UNIT_MAIN(tests)
