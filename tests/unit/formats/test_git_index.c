/* The index: paths of versions 2 to 4, and that no input, however cut or changed, is read beyond
 * its end. */
#include "unit.h"

#include "formats/git-index.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct index {
	char data[2048];
	size_t size;
};

static void add(struct index *x, const void *data, size_t size)
{
	assert_true(x->size + size <= sizeof x->data);
	memcpy(x->data + x->size, data, size);
	x->size += size;
}

static struct index begin(char version, char count)
{
	struct index x = { 0 };
	const char header[12] = { 'D', 'I', 'R', 'C', 0, 0, 0, version, 0, 0, 0, count };
	add(&x, header, sizeof header);
	return x;
}

static void add_entry(struct index *x, char version, bool extended, size_t cut, const char *path)
{
	static const char zeros[64] = { 0 };
	size_t at = x->size;
	add(x, zeros, 60);
	add(x, extended ? "\x40\0" : "\0\0", 2);
	if (extended)
		add(x, "\0\0", 2);
	if (version == 4) {
		const char number = (char)cut;
		add(x, &number, 1);
	}
	add(x, path, strlen(path) + 1);
	while (version < 4 && (x->size - at) % 8 != 0)
		add(x, "", 1);
}

static void add_trailer(struct index *x)
{
	static const char hash[20] = { 1 };
	add(x, hash, sizeof hash);
}

static enum cb_tracked has(const struct index *x, const char *path)
{
	return cb_git_index_has(x->data, x->size, path);
}

/* a, dir/b, and sparse/ which stands for all in it. */
static struct index sample(char version)
{
	struct index x = begin(version, 3);
	add_entry(&x, version, false, 0, "a");
	add_entry(&x, version, version > 2, 1, "dir/b");
	add_entry(&x, version, false, 5, "sparse/");
	add_trailer(&x);
	return x;
}

static void paths_are_found_in_each_version(void **state)
{
	(void)state;
	for (char version = 2; version <= 4; version++) {
		struct index x = sample(version);
		assert_int_equal(has(&x, "a"), CB_TRACKED_YES);
		assert_int_equal(has(&x, "dir/b"), CB_TRACKED_YES);
		assert_int_equal(has(&x, "dir"), CB_TRACKED_YES);
		assert_int_equal(has(&x, "sparse/x"), CB_TRACKED_YES);
		assert_int_equal(has(&x, "b"), CB_TRACKED_NO);
		assert_int_equal(has(&x, "di"), CB_TRACKED_NO);
		assert_int_equal(has(&x, "dir/bb"), CB_TRACKED_NO);
		assert_int_equal(has(&x, "dir/b/c"), CB_TRACKED_NO);
	}
}

static void a_path_may_continue_the_one_before(void **state)
{
	(void)state;
	struct index x = begin(4, 2);
	add_entry(&x, 4, false, 0, "dir/one");
	add_entry(&x, 4, false, 3, "two");
	add_trailer(&x);
	assert_int_equal(has(&x, "dir/two"), CB_TRACKED_YES);
	assert_int_equal(has(&x, "two"), CB_TRACKED_NO);
}

static void half_an_index_tells_nothing(void **state)
{
	(void)state;
	struct index x = sample(2);
	x.size -= 20;
	add(&x, "link\0\0\0\0", 8);
	add_trailer(&x);
	assert_int_equal(has(&x, "b"), CB_TRACKED_UNKNOWN);
	assert_int_equal(has(&x, "a"), CB_TRACKED_YES);
	struct index other = begin(5, 0);
	assert_int_equal(has(&other, "a"), CB_TRACKED_UNKNOWN);
	assert_int_equal(cb_git_index_has("", 0, "a"), CB_TRACKED_UNKNOWN);
}

/* On memory of just that size, so that the sanitizer sees every step beyond it. */
static void whatever_is_cut_off_or_changed_is_survived(void **state)
{
	(void)state;
	for (char version = 2; version <= 4; version++) {
		struct index x = sample(version);
		for (size_t size = 1; size < x.size; size++) {
			char *copy = malloc(size);
			assert_non_null(copy);
			memcpy(copy, x.data, size);
			enum cb_tracked got = cb_git_index_has(copy, size, "none");
			assert_true(got == CB_TRACKED_UNKNOWN || size >= x.size - 20);
			for (size_t i = 4; i < size; i++) {
				copy[i] = (char)(copy[i] ^ 0xff);
				cb_git_index_has(copy, size, "none");
				copy[i] = (char)(copy[i] ^ 0xff);
			}
			free(copy);
		}
	}
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(paths_are_found_in_each_version),
	cmocka_unit_test(a_path_may_continue_the_one_before),
	cmocka_unit_test(half_an_index_tells_nothing),
	cmocka_unit_test(whatever_is_cut_off_or_changed_is_survived),
};

UNIT_MAIN(tests)
