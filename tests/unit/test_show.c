/* What is printed: no secret's value in any form, no control byte of the host's names. */
#include "unit.h"

#include "host.h"
#include "show.h"

#include <stdlib.h>
#include <string.h>

static const char *const planted = "sk-ant-planted-0123456789";

/* Every text the launcher can make of a plan, in one string. Caller frees. */
static char *all_texts(struct cb_facts *f, const struct cb_opts *opts)
{
	cleanup_plan struct cb_plan plan = { 0 };
	cleanup_bwrap struct cb_bwrap b = { 0 };
	cleanup_error struct cb_error err = { 0 };
	char *text = NULL;
	size_t size = 0;
	assert_int_equal(cb_plan_make(&unit_policy, f, opts, &plan, &err), 0);
	assert_int_equal(cb_bwrap_make(&plan, &b, &err), 0);
	FILE *file = open_memstream(&text, &size);
	assert_non_null(file);
	for (int colour = 0; colour < 2; colour++) {
		cb_show_plan((struct cb_screen) { file, colour }, &plan, &b);
		cb_show_audit((struct cb_screen) { file, colour }, &plan);
	}
	cb_show_json(file, &plan, &b);
	fclose(file);
	return text;
}

static void a_secret_is_named_but_its_value_is_nowhere(void **state)
{
	(void)state;
	cleanup_facts struct cb_facts f = unit_facts();
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
	cleanup_facts struct cb_facts f = unit_facts();
	cleanup_opts struct cb_opts opts = { 0 };
	cb_strv_push(&opts.agent, planted);
	char *text = all_texts(&f, &opts);
	assert_null(strstr(text, planted));
	free(text);
}

static void a_secret_in_a_message_is_struck_out(void **state)
{
	(void)state;
	cleanup_error struct cb_error err = { 0 };
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);
	assert_non_null(file);
	cb_fail(&err, CB_EXIT_REFUSED, "cannot mount %s (it does not exist)", planted);
	cb_hint(&err, "is \"%s\" a path? -----BEGIN KEY-----\nabc", planted);
	cb_show_error((struct cb_screen) { file, false }, &err);
	fclose(file);
	assert_string_equal(text, "claudebox: cannot mount ************************* (it does not "
				  "exist)\nhint: is \"*************************\" a path? "
				  "***********************\n");
	free(text);
}

static void control_bytes_of_a_path_do_not_reach_the_terminal(void **state)
{
	(void)state;
	cleanup_facts struct cb_facts f = unit_facts();
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
	cleanup_facts struct cb_facts f = unit_facts();
	struct cb_opts opts = { 0 };
	unit_no_git(&f, "/srv/\xc3\xa4\xff\xc0\xaf\xed\xa0\x80\"\\");
	char *text = all_texts(&f, &opts);
	assert_non_null(
	    strstr(text, "\"/srv/\xc3\xa4\\udcff\\udcc0\\udcaf\\udced\\udca0\\udc80\\\"\\\\\""));
	free(text);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(a_secret_is_named_but_its_value_is_nowhere),
	cmocka_unit_test(a_secret_typed_as_an_argument_is_masked),
	cmocka_unit_test(a_secret_in_a_message_is_struck_out),
	cmocka_unit_test(control_bytes_of_a_path_do_not_reach_the_terminal),
	cmocka_unit_test(json_keeps_utf8_and_tells_other_bytes_apart),
};

UNIT_MAIN(tests)
