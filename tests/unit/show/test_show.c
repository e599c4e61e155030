/* What is printed: no secret's value in any form, no control byte of the host's names. */
#include "unit.h"

#include "host.h"
#include "show/show.h"

#include <stdlib.h>
#include <string.h>

static const char *const planted = "sk-ant-c4n4ry-0123456789";

/* Every text the launcher can make of a plan, in one string. Caller frees. */
static char *all_texts(struct cb_facts *f, const struct cb_opts *opts)
{
	struct cb_plan plan = { 0 };
	struct cb_bwrap b = { 0 };
	struct cb_error err = { 0 };
	char *text = NULL;
	size_t size = 0;
	assert_int_equal(unit_plan(&unit_policy, f, opts, &plan, &err), 0);
	assert_int_equal(cb_bwrap_make(&plan, &b, &err), 0);
	FILE *file = open_memstream(&text, &size);
	assert_non_null(file);
	for (int colour = 0; colour < 2; colour++) {
		struct cb_screen screens[] = { { file, colour, 0, true },
					       { file, colour, 80, true } };
		for (size_t i = 0; i < 2; i++) {
			cb_show_plan(screens[i], &plan);
			cb_show_command(screens[i], &plan, &b);
			cb_show_audit(screens[i], &plan);
		}
	}
	cb_show_json(file, &plan, &b);
	fclose(file);
	return text;
}

static void a_secret_is_named_but_its_value_is_nowhere(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	char key[64] = "ANTHROPIC_API_KEY=";
	strcat(key, planted);
	char *env[] = { key, NULL };
	f.env = env;
	struct cb_opts opts = { 0 };
	char *text = all_texts(&f, &opts);
	assert_null(strstr(text, planted));
	assert_non_null(strstr(text, "ANTHROPIC_API_KEY=" CB_MASK));
	assert_non_null(strstr(text, "\"name\":\"ANTHROPIC_API_KEY\",\"value\":\"" CB_MASK "\""));
	free(text);
}

static void a_secret_typed_as_an_argument_is_masked(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_opts opts = { 0 };
	cb_strv_push(&opts.agent, planted);
	char *text = all_texts(&f, &opts);
	assert_null(strstr(text, planted));
	free(text);
}

static void a_secret_in_a_message_is_struck_out(void **state)
{
	(void)state;
	struct cb_error err = { 0 };
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);
	assert_non_null(file);
	cb_fail(&err, CB_EXIT_REFUSED, "cannot mount %s (it does not exist)", planted);
	cb_hint(&err, "is \"%s\" a path? -----BEGIN KEY-----\nabc", planted);
	cb_show_error((struct cb_screen) { .file = file }, &err);
	fclose(file);
	assert_string_equal(text, "claudebox: cannot mount ************************ (it does not "
				  "exist)\nhint: is \"************************\" a path? "
				  "***********************\n");
	free(text);
}

static void control_bytes_of_a_path_do_not_reach_the_terminal(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_opts opts = { 0 };
	unit_no_git(&f, "/srv/a\033[31m\nb");
	char *text = all_texts(&f, &opts);
	assert_null(strstr(text, "\033[31m\nb"));
	assert_non_null(strstr(text, "/srv/a\\x1b[31m\\x0ab"));
	assert_non_null(strstr(text, "\"project\":\"/srv/a\\u001b[31m\\u000ab\""));
	free(text);
}

static void json_keeps_utf8_and_tells_other_bytes_apart(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_opts opts = { 0 };
	unit_no_git(&f, "/srv/\xc3\xa4\xff\xc0\xaf\xed\xa0\x80\"\\");
	char *text = all_texts(&f, &opts);
	assert_non_null(
	    strstr(text, "\"/srv/\xc3\xa4\\udcff\\udcc0\\udcaf\\udced\\udca0\\udc80\\\"\\\\\""));
	free(text);
}

static void json_escapes_what_commands_a_terminal(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_opts opts = { 0 };
	unit_no_git(&f, "/srv/\xd8\x9c\xc2\x9b\xe2\x80\xae\xf3\xa0\x81\xbf");
	char *text = all_texts(&f, &opts);
	assert_non_null(strstr(text, "\"/srv/\\u061c\\u009b\\u202e\\udb40\\udc7f\""));
	assert_null(strstr(text, "\xd8\x9c"));
	assert_null(strstr(text, "\xc2\x9b"));
	free(text);
}

/* The text as it is shown in a locale. Caller frees. */
static char *shown(const char *text, const char *locale)
{
	char *out = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&out, &size);
	assert_non_null(file);
	assert_int_equal(setenv("LC_ALL", locale, 1), 0);
	size_t columns = cb_print(cb_screen_of(file), text);
	assert_int_equal(cb_columns(cb_screen_of(file), text), columns);
	fclose(file);
	return out;
}

static void only_what_a_terminal_shows_as_it_is_passes(void **state)
{
	(void)state;
	static const struct {
		const char *text, *locale, *shown;
	} cases[] = {
		{ "/srv/\xc3\xa4", "C.UTF-8", "/srv/\xc3\xa4" },
		{ "/srv/\xc3\xa4", "de_DE.utf8", "/srv/\xc3\xa4" },
		{ "/srv/\xc3\xa4", "C", "/srv/\\xc3\\xa4" },
		{ "/srv/\xc3\xa4", "de_DE", "/srv/\\xc3\\xa4" },
		/* CSI as one character, which terminals obey too, and as one byte */
		{ "a\xc2\x9b;m", "C.UTF-8", "a\\xc2\\x9b;m" },
		{ "a\x9b;m", "C.UTF-8", "a\\x9b;m" },
		/* from here on from right to left */
		{ "a\xe2\x80\xae", "C.UTF-8", "a\\xe2\\x80\\xae" },
		{ "a\xe2\x80\x8f", "C.UTF-8", "a\\xe2\\x80\\x8f" },
		{ "a\xe2\x81\xa6", "C.UTF-8", "a\\xe2\\x81\\xa6" },
		{ "a\xd8\x9c", "C.UTF-8", "a\\xd8\\x9c" }, /* U+061C */
		{ "a\xd8\x9b\xd8\x9d", "C.UTF-8", "a\xd8\x9b\xd8\x9d" },
		/* nothing to be seen: soft hyphen, zero-width space, byte order mark, a tag */
		{ "a\xc2\xad", "C.UTF-8", "a\\xc2\\xad" },
		{ "a\xe2\x80\x8b", "C.UTF-8", "a\\xe2\\x80\\x8b" },
		{ "a\xef\xbb\xbf", "C.UTF-8", "a\\xef\\xbb\\xbf" },
		{ "a\xf3\xa0\x81\xbf", "C.UTF-8", "a\\xf3\\xa0\\x81\\xbf" },
		{ "a\xf3\xa0\x82\x80", "C.UTF-8", "a\xf3\xa0\x82\x80" },
		{ "a\xe2\x82\xac", "C.UTF-8", "a\xe2\x82\xac" },
		{ "a\xf0\x9f\x98\x80\xff", "C.UTF-8", "a\xf0\x9f\x98\x80\\xff" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		char *text = shown(cases[i].text, cases[i].locale);
		assert_string_equal(text, cases[i].shown);
		free(text);
	}
	setenv("LC_ALL", "C.UTF-8", 1);
}

static void quoting_keeps_characters_of_several_bytes_and_quotes(void **state)
{
	(void)state;
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);
	assert_non_null(file);
	struct cb_screen screen = { .file = file, .utf8 = true };
	cb_print_quoted(screen, "it's \xc3\xa4");
	putc(' ', file);
	cb_print_quoted(screen, "'");
	putc(' ', file);
	cb_print_quoted(screen, "");
	fclose(file);
	assert_string_equal(text, "'it'\\''s \xc3\xa4' ''\\''' ''");
	free(text);
}

static void lines_end_before_the_width_and_lose_nothing(void **state)
{
	(void)state;
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);
	assert_non_null(file);
	struct cb_flow flow = { { .file = file, .width = 20 }, 4, 4 };
	fputs("    ", file);
	cb_flow_item(&flow, "", "/a/long/path");
	cb_flow_item(&flow, ", ", "/b");
	cb_flow_item(&flow, ", ", "/longer/than/the/whole/line");
	cb_flow_item(&flow, ", ", "/c");
	fclose(file);
	assert_string_equal(text,
			    "    /a/long/path,\n    /b,\n    /longer/than/the/whole/line,\n    /c");
	free(text);
}

typedef void show_fn(struct cb_screen screen, const struct cb_plan *plan);

/* The plan of these facts on a screen so wide, by one of the show functions. Caller frees. */
static char *drawn(const struct cb_policy *policy, const struct cb_facts *f, unsigned width,
		   show_fn *show)
{
	struct cb_plan plan = { 0 };
	struct cb_error err = { 0 };
	struct cb_opts opts = { 0 };
	char *text = NULL;
	size_t size = 0;
	assert_int_equal(cb_plan_make(policy, f, &opts, &plan, &err), 0);
	FILE *file = open_memstream(&text, &size);
	assert_non_null(file);
	show((struct cb_screen) { file, false, width, true }, &plan);
	fclose(file);
	return text;
}

static char *audit(const struct cb_facts *f, unsigned width)
{
	return drawn(&unit_policy, f, width, cb_show_audit);
}

static void the_audit_fits_a_screen_and_names_every_variable(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	char key[64] = "ANTHROPIC_API_KEY=";
	strcat(key, planted);
	char term[] = "TERM=xterm";
	char *env[] = { key, term, NULL };
	f.env = env;
	unit_set(&f.identity.name, "Ada");
	unit_set(&f.identity.email, "ada@example.org");
	char *text = audit(&f, 80);
	size_t lines = 0;
	for (const char *line = text; *line; lines++) {
		size_t len = strcspn(line, "\n");
		assert_true(len < 80);
		line += len + 1;
	}
	assert_true(lines < 24);
	assert_non_null(strstr(text, "\nproject   /home/ada/src/app (read-write)\n"));
	assert_non_null(strstr(text, "\nlogin     by the key in ANTHROPIC_API_KEY\n"));
	assert_non_null(strstr(text, "\ngit       Ada <ada@example.org>\n"));
	assert_non_null(strstr(text, "\nsecrets   ANTHROPIC_API_KEY=" CB_MASK " looks like an"));
	assert_non_null(strstr(text, "\nwritable  ~/.claude\n"));
	assert_non_null(strstr(text, "\nscratch   /tmp, ~\n"));
	assert_non_null(strstr(text, "\nyour env  TERM=xterm\n"));
	assert_non_null(strstr(text, " variables set by claudebox (?)\n"));
	free(text);
}

static void the_audit_tells_how_the_agent_will_log_in(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	const struct cb_policy policy = unit_policy_with_login();
	char *text = drawn(&policy, &f, 0, cb_show_audit);
	assert_non_null(strstr(text, "\nlogin     none yet: the agent asks for one\n"));
	assert_non_null(strstr(text, "\ngit       no name and address are configured\n"));
	free(text);
	f.login.there = true;
	text = drawn(&policy, &f, 0, cb_show_audit);
	assert_non_null(strstr(text, "\nlogin     the agent's own, shared by your projects\n"));
	free(text);
	text = audit(&f, 0);
	assert_non_null(strstr(text, "\nlogin     none in this profile\n"));
	free(text);
}

static void a_narrow_screen_breaks_between_words(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	char *text = audit(&f, 40);
	assert_non_null(
	    strstr(text, "\ngit       no name and address are\n          configured\n"));
	free(text);
}

static void a_reason_that_has_no_room_beside_its_path_stands_below_it(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	char *text = drawn(&unit_policy, &f, 40, cb_show_plan);
	char *mounts = strstr(text, "Mounts,"), *end = strstr(text, "\nEnvironment");
	assert_true(mounts && end);
	end[0] = '\0';
	assert_ptr_equal(
	    strstr(mounts, "Mounts, in order (everything else of\n  the host is absent)\n"),
	    mounts);
	assert_non_null(strstr(mounts, "\n  rw    /home/ada/src/app\n          the project\n"));
	for (char *line = strchr(mounts, '\n') + 1, *stop; (stop = strchr(line, '\n'));
	     line = stop + 1) {
		if (line == stop && line + 1 < end)
			fail_msg("a blank line before: %.40s", line + 1);
		if (stop > line && stop[-1] == ' ')
			fail_msg("blanks at the end: %.40s", line);
	}
	free(text);
}

static void the_plan_says_that_the_terminal_is_not_in_dev(void **state)
{
	(void)state;
	static const struct cb_mount_row dev = { .kind = CB_KIND_DEV,
						 .to = { CB_ANCHOR_ROOT, "/dev" },
						 .why = "devices" };
	struct cb_facts f = unit_facts();
	struct cb_policy policy = unit_policy;
	policy.mounts = &dev;
	policy.mount_count = f.source_count = 1;
	char *text = drawn(&policy, &f, 0, cb_show_plan);
	assert_non_null(strstr(text, " devices\n"));
	f.in_background = true;
	text = drawn(&policy, &f, 0, cb_show_plan);
	assert_non_null(strstr(text, " devices (without tty: "));
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(only_what_a_terminal_shows_as_it_is_passes),
	cmocka_unit_test(quoting_keeps_characters_of_several_bytes_and_quotes),
	cmocka_unit_test(lines_end_before_the_width_and_lose_nothing),
	cmocka_unit_test(the_audit_fits_a_screen_and_names_every_variable),
	cmocka_unit_test(the_audit_tells_how_the_agent_will_log_in),
	cmocka_unit_test(a_narrow_screen_breaks_between_words),
	cmocka_unit_test(a_reason_that_has_no_room_beside_its_path_stands_below_it),
	cmocka_unit_test(the_plan_says_that_the_terminal_is_not_in_dev),
	cmocka_unit_test(a_secret_is_named_but_its_value_is_nowhere),
	cmocka_unit_test(a_secret_typed_as_an_argument_is_masked),
	cmocka_unit_test(a_secret_in_a_message_is_struck_out),
	cmocka_unit_test(json_escapes_what_commands_a_terminal),
	cmocka_unit_test(control_bytes_of_a_path_do_not_reach_the_terminal),
	cmocka_unit_test(json_keeps_utf8_and_tells_other_bytes_apart),
};

UNIT_MAIN(tests)
