/* The list of what the proxy refused: bounded, counted, and a note that names it. */
#include "formats/proxy-log.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

static struct cb_proxy_log *new_list(void)
{
	struct cb_proxy_log *r = calloc(1, sizeof *r);
	assert_non_null(r);
	return r;
}

static const char *said(struct cb_proxy_log *r)
{
	size_t size = cb_proxy_log_say(r);
	assert_true(size < sizeof r->text);
	assert_int_equal(size, strlen(r->text));
	return r->text;
}

static void what_is_asked_for_twice_is_one_line(void **state)
{
	(void)state;
	struct cb_proxy_log *r = new_list();
	assert_string_equal(said(r), "");
	assert_true(cb_proxy_log_add(r, "a.example", 443, "why"));
	assert_true(cb_proxy_log_add(r, "a.example", 443, "why"));
	assert_true(cb_proxy_log_add(r, "a.example", 22, "why"));
	assert_true(cb_proxy_log_add(r, "", 0, "no"));
	assert_false(cb_proxy_log_add(r, "a.example", 443, "why"));
	assert_string_equal(said(r), "3 a.example:443: why\n1 a.example:22: why\n"
				     "1 (no host name): no\n");
	free(r);
}

/* As many as anybody likes, the longest there are: what is shown and what is written stay small. */
static void a_flood_is_bounded(void **state)
{
	(void)state;
	struct cb_proxy_log *r = new_list();
	char host[CB_NAME_MAX + 1], why[2 * CB_PROXY_LOG_WHY];
	unsigned writes = 0;
	memset(host, 'a', sizeof host - 1);
	memset(why, 'w', sizeof why - 1);
	host[sizeof host - 1] = why[sizeof why - 1] = '\0';
	for (unsigned i = 0; i < 100000; i++) {
		memcpy(host, (char[]) { (char)('a' + i % 26), (char)('a' + i / 26 % 26) }, 2);
		writes += cb_proxy_log_add(r, host, 65535, why);
	}
	r->others = UINT32_MAX;
	assert_false(cb_proxy_log_add(r, "b.example", 1, "why"));
	for (size_t i = 0; i < CB_PROXY_LOG_ROWS; i++)
		r->rows[i].count = UINT32_MAX;
	assert_true(writes < 500);
	const char *text = said(r);
	size_t lines = 0;
	for (const char *p = text; *p; p++)
		lines += *p == '\n';
	assert_int_equal(lines, CB_PROXY_LOG_ROWS + 1);
	assert_non_null(strstr(text, "4294967295 others\n"));
	free(r);
}

static void check_recall(const char *text, const char *wanted)
{
	char *note = cb_proxy_log_recall(text, "projects/x");
	if (wanted) {
		assert_non_null(note);
		assert_string_equal(note, wanted);
	} else {
		assert_null(note);
	}
	free(note);
}

static void the_next_launch_names_some(void **state)
{
	(void)state;
#define SEE ", see ~/.claudebox/projects/x/refused"
#define SAYS "the last session was refused "
	check_recall("", NULL);
	check_recall("3 a.example:443: why\n", SAYS "a.example:443" SEE);
	check_recall("1 a:1: w\n1 b:2: w\n1 c:3: w\n1 d:4: w\n", SAYS "a:1, b:2, c:3, d:4" SEE);
	check_recall("1 a:1: w\n1 b:2: w\n1 c:3: w\n1 d:4: w\n1 e:5: w\n1 f:6: w\n",
		     SAYS "a:1, b:2, c:3, d:4, others" SEE);
	check_recall("5 127.a:1: w\n", SAYS "127.a:1" SEE);
	check_recall("1 a:1: w\n9 others\n", SAYS "a:1, others" SEE);
	/* Whoever wrote there: a text is a text. */
	check_recall("\n\n\n", SAYS "others, others, others" SEE);
	check_recall("12", SAYS "others" SEE);
	check_recall("1 a:1: cut", SAYS "a:1" SEE);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(what_is_asked_for_twice_is_one_line),
	cmocka_unit_test(a_flood_is_bounded),
	cmocka_unit_test(the_next_launch_names_some),
};
UNIT_MAIN(tests)
