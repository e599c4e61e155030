/* Paths as text: what is normal, what lies within what, how they join. */
#include "unit.h"

#include "base/path.h"

#include <stdlib.h>

static void normal_paths_are_absolute_without_dots_or_doubles(void **state)
{
	(void)state;
	assert_true(cb_path_is_normal("/"));
	assert_true(cb_path_is_normal("/a/b.c/..d"));
	const char *bad[] = { "", "a", "/a/", "//a", "/a//b", "/./a", "/a/.", "/a/..", "/../a" };
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_false(cb_path_is_normal(bad[i]));
}

static void within_goes_by_component(void **state)
{
	(void)state;
	assert_true(cb_path_is_within("/home/u", "/home/u"));
	assert_true(cb_path_is_within("/home/u/.ssh", "/home/u"));
	assert_true(cb_path_is_within("/anything", "/"));
	assert_false(cb_path_is_within("/home/u2", "/home/u"));
	assert_false(cb_path_is_within("/home", "/home/u"));
}

static void overlap_looks_both_ways(void **state)
{
	(void)state;
	assert_true(cb_path_overlaps("/home/u", "/home/u/.ssh"));
	assert_true(cb_path_overlaps("/home/u/.ssh/keys", "/home/u/.ssh"));
	assert_false(cb_path_overlaps("/home/u/.sshd", "/home/u/.ssh"));
}

static void check_join(const char *base, const char *rest, const char *want)
{
	char *got = cb_path_join(base, rest);
	assert_string_equal(got, want);
	free(got);
}

static void joining_keeps_absolute_and_empty_rests(void **state)
{
	(void)state;
	check_join("/home/u", ".ssh", "/home/u/.ssh");
	check_join("/", "etc", "/etc");
	check_join("/home/u", "", "/home/u");
	check_join("/home/u", "/etc/ssh", "/etc/ssh");
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(normal_paths_are_absolute_without_dots_or_doubles),
	cmocka_unit_test(within_goes_by_component),
	cmocka_unit_test(overlap_looks_both_ways),
	cmocka_unit_test(joining_keeps_absolute_and_empty_rests),
};

UNIT_MAIN(tests)
