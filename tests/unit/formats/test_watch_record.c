/* The record of watched files: what is new, what has changed, and what is remembered. */
#include "unit.h"

#include "formats/watch-record.h"

#include <stdlib.h>
#include <string.h>

static char *next(const char *old, const char *project, struct cb_watched *files, size_t count,
		  size_t want_changed, size_t want_new)
{
	struct cb_strv changed = { 0 }, new = { 0 };
	char *text = cb_record_next(old, project, files, count, &changed, &new);
	assert_non_null(text);
	assert_int_equal(changed.len, want_changed);
	assert_int_equal(new.len, want_new);
	return text;
}

static char path_a[] = "/p/a", path_b[] = "/p/b\nc", path_q[] = "/q/a";

static void changes_are_told_against_the_last_record(void **state)
{
	(void)state;
	struct cb_watched files[] = { { path_a, { 1 } }, { path_b, { 2 } } };
	char *first = next(NULL, "/p", files, 1, 0, 0);
	char *same = next(first, "/p", files, 1, 0, 0);
	assert_string_equal(first, same);
	char *more = next(first, "/p", files, 2, 0, 1);
	files[0].digest[15] = 9;
	char *changed = next(more, "/p", files, 2, 1, 0);
	char *gone = next(changed, "/p", files, 1, 0, 0);
	char *back = next(gone, "/p", files, 2, 0, 0);
	free(first);
	free(same);
	free(more);
	free(changed);
	free(gone);
	free(back);
}

static void work_trees_share_a_record(void **state)
{
	(void)state;
	struct cb_watched p = { path_a, { 1 } }, q = { path_q, { 1 } };
	char *first = next(NULL, "/p", &p, 1, 0, 0);
	char *both = next(first, "/q", &q, 1, 0, 0);
	p.digest[0] = 2;
	char *after = next(both, "/p", &p, 1, 1, 0);
	free(first);
	free(both);
	free(after);
}

static void odd_records_are_survived(void **state)
{
	(void)state;
	struct cb_watched files[] = { { path_a, { 1 } }, { path_b, { 2 } } };
	char *whole = next(NULL, "/p", files, 2, 0, 0);
	for (size_t len = strlen(whole); len > 0; len--) {
		char *part = strndup(whole, len - 1);
		struct cb_strv changed = { 0 }, new = { 0 };
		char *text = cb_record_next(part, "/p", files, 2, &changed, &new);
		assert_non_null(text);
		/* Without its first line, the project's own, nothing is known. */
		assert_true(len - 1 < 50 ? new.len == 0 : changed.len + new.len > 0);
		free(text);
		free(part);
	}
	free(whole);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(changes_are_told_against_the_last_record),
	cmocka_unit_test(work_trees_share_a_record),
	cmocka_unit_test(odd_records_are_survived),
};

UNIT_MAIN(tests)
