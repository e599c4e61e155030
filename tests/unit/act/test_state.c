/* What is made below ~/.claudebox, on a real directory: kept when it is there, refused when it is
 * somebody else's or a link in the wrong place. */
#include "unit.h"

#include "act/state.h"
#include "base/strv.h"
#include "host.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

struct home {
	char path[64];
	struct cb_state_ops makes;
	struct cb_error err;
};

static void in_home(const struct home *h, const char *name, char *buffer, size_t size)
{
	assert_true(snprintf(buffer, size, "%s/.claudebox/%s", h->path, name) < (int)size);
}

static void setup(struct home *h)
{
	*h = (struct home) { .path = "/tmp/claudebox-state.XXXXXX" };
	assert_non_null(mkdtemp(h->path));
	cb_state_ops_push(&h->makes, CB_STATE_OP_DIR, "", NULL);
}

static void teardown(struct home *h)
{
	char command[128];
	snprintf(command, sizeof command, "rm -rf %s", h->path);
	assert_int_equal(system(command), 0);
}

static int make(struct home *h)
{
	return cb_state_make(h->path, getuid(), &h->makes, &h->err);
}

static void check_content(const struct home *h, const char *name, const char *want)
{
	char path[256], got[64] = { 0 };
	in_home(h, name, path, sizeof path);
	FILE *file = fopen(path, "r");
	assert_non_null(file);
	assert_true(fread(got, 1, sizeof got - 1, file) < sizeof got);
	fclose(file);
	assert_string_equal(got, want);
}

static void things_are_made_private_and_kept_the_second_time(void **state)
{
	(void)state;
	struct home h;
	struct stat st;
	char path[256];
	setup(&h);
	cb_state_ops_push(&h.makes, CB_STATE_OP_DIR, "a", NULL);
	cb_state_ops_push(&h.makes, CB_STATE_OP_FILE, "a/file", "first");
	cb_state_ops_push(&h.makes, CB_STATE_OP_LINK, "a/link", "file");
	assert_int_equal(make(&h), 0);
	check_content(&h, "a/link", "first");
	in_home(&h, "a", path, sizeof path);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0700);
	in_home(&h, "a/file", path, sizeof path);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	assert_int_equal(st.st_nlink, 1);
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs("changed", file);
	fclose(file);
	assert_int_equal(make(&h), 0);
	check_content(&h, "a/file", "changed");
	teardown(&h);
}

/* The place of each kind is taken by a link that the agent could have put there. */
static void a_link_in_the_way_is_refused_and_not_followed(void **state)
{
	(void)state;
	const enum cb_state_op_kind kinds[] = { CB_STATE_OP_DIR, CB_STATE_OP_FILE };
	for (size_t i = 0; i < 2; i++) {
		struct home h;
		char path[256], outside[256];
		setup(&h);
		assert_int_equal(make(&h), 0);
		snprintf(outside, sizeof outside, "%s/outside", h.path);
		in_home(&h, "x", path, sizeof path);
		assert_int_equal(symlink(outside, path), 0);
		cb_state_ops_push(&h.makes, kinds[i], "x", "text");
		assert_int_equal(make(&h), -1);
		assert_non_null(strstr(h.err.what, "it is a symbolic link"));
		assert_int_equal(access(outside, F_OK), -1);
		teardown(&h);
	}
}

static void a_link_above_is_not_followed(void **state)
{
	(void)state;
	struct home h;
	char path[256];
	setup(&h);
	assert_int_equal(make(&h), 0);
	in_home(&h, "above", path, sizeof path);
	assert_int_equal(symlink(h.path, path), 0);
	cb_state_ops_push(&h.makes, CB_STATE_OP_FILE, "above/file", "text");
	assert_int_equal(make(&h), -1);
	snprintf(path, sizeof path, "%s/file", h.path);
	assert_int_equal(access(path, F_OK), -1);
	teardown(&h);
}

static void the_state_home_itself_may_not_be_a_link(void **state)
{
	(void)state;
	struct home h;
	char path[256];
	setup(&h);
	snprintf(path, sizeof path, "%s/.claudebox", h.path);
	assert_int_equal(symlink("/tmp", path), 0);
	assert_int_equal(make(&h), -1);
	assert_non_null(strstr(h.err.what, "it is a symbolic link"));
	teardown(&h);
}

static void an_old_login_moves_into_its_directory_and_leaves_a_link(void **state)
{
	(void)state;
	struct home h;
	setup(&h);
	cb_state_ops_push(&h.makes, CB_STATE_OP_DIR, "credentials", NULL);
	cb_state_ops_push(&h.makes, CB_STATE_OP_FILE, ".credentials.json", "login");
	cb_state_ops_push(&h.makes, CB_STATE_OP_MOVE, ".credentials.json",
			  "credentials/.credentials.json");
	cb_state_ops_push(&h.makes, CB_STATE_OP_LINK, ".credentials.json",
			  "credentials/.credentials.json");
	assert_int_equal(make(&h), 0);
	check_content(&h, "credentials/.credentials.json", "login");
	check_content(&h, ".credentials.json", "login");
	teardown(&h);
}

static void a_login_that_is_there_is_never_replaced(void **state)
{
	(void)state;
	struct home h;
	setup(&h);
	cb_state_ops_push(&h.makes, CB_STATE_OP_DIR, "credentials", NULL);
	cb_state_ops_push(&h.makes, CB_STATE_OP_FILE, "credentials/.credentials.json", "newer");
	cb_state_ops_push(&h.makes, CB_STATE_OP_FILE, ".credentials.json", "older");
	cb_state_ops_push(&h.makes, CB_STATE_OP_MOVE, ".credentials.json",
			  "credentials/.credentials.json");
	assert_int_equal(make(&h), 0);
	check_content(&h, "credentials/.credentials.json", "newer");
	check_content(&h, ".credentials.json", "older");
	teardown(&h);
}

/* INST-04: what --gc compares later. */
static void the_file_system_of_a_project_is_recorded_anew_each_time(void **state)
{
	(void)state;
	struct home h;
	char path[256], got[128] = { 0 };
	struct utsname host;
	setup(&h);
	cb_state_ops_push(&h.makes, CB_STATE_OP_FILE, "own", "stale and longer than what follows");
	cb_state_ops_push(&h.makes, CB_STATE_OP_FILESYSTEM, "own", h.path);
	cb_state_ops_push(&h.makes, CB_STATE_OP_FILESYSTEM, "other", "/proc");
	cb_state_ops_push(&h.makes, CB_STATE_OP_FILESYSTEM, "nothing", "/proc/no-such-thing");
	assert_int_equal(make(&h), 0);
	check_content(&h, "own", "home");
	check_content(&h, "nothing", "");
	in_home(&h, "other", path, sizeof path);
	FILE *file = fopen(path, "r");
	assert_non_null(file);
	assert_non_null(fgets(got, sizeof got, file));
	fclose(file);
	assert_int_equal(strspn(got, "0123456789abcdef"), 16);
	assert_int_equal(uname(&host), 0);
	assert_string_equal(strchr(got, ' ') + 1, host.nodename);
	teardown(&h);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(things_are_made_private_and_kept_the_second_time),
	cmocka_unit_test(a_link_in_the_way_is_refused_and_not_followed),
	cmocka_unit_test(a_link_above_is_not_followed),
	cmocka_unit_test(the_state_home_itself_may_not_be_a_link),
	cmocka_unit_test(an_old_login_moves_into_its_directory_and_leaves_a_link),
	cmocka_unit_test(a_login_that_is_there_is_never_replaced),
	cmocka_unit_test(the_file_system_of_a_project_is_recorded_anew_each_time),
};

UNIT_MAIN(tests)
