/* INST-04: what counts as gone, decided from hand-made facts, and the removal of trees that agents
 * may leave behind, on a real directory. */
#include "unit.h"

#include "commands/gc/act.h"
#include "commands/gc/facts.h"
#include "plan/instance.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HOME_DEVICE ((dev_t)1)
#define OTHER_DEVICE ((dev_t)2)

/* An instance of /home/ada/src/app, which is missing from a directory that holds other things. */
static struct cb_instance missing(char *root)
{
	struct cb_instance i = {
		.root = root,
		.is_own = true,
		.root_error = ENOENT,
		.above = strlen("/home/ada/src"),
		.above_dev = HOME_DEVICE,
	};
	char *name = cb_state_name(CB_STATE_PROJECT, root);
	assert_non_null(name);
	i.name = strdup(name + strlen("projects/"));
	free(name);
	return i;
}

static const struct cb_gc plain = { .dir = -1, .known = { HOME_DEVICE }, .known_count = 1 };

/* What is decided when `change` is made to a missing instance; clears the instance. */
#define CHECK(gc, path, change, want)                                                              \
	do {                                                                                       \
		char root_[] = path;                                                               \
		struct cb_instance i = missing(root_);                                             \
		change;                                                                            \
		assert_int_equal(cb_gc_decide(gc, &i), want);                                      \
		free(i.name);                                                                      \
	} while (0)

#define APP "/home/ada/src/app"

static void only_a_proven_absence_is_gone(void **state)
{
	(void)state;
	CHECK(&plain, APP, (void)0, CB_GC_MISSING);
	CHECK(&plain, APP, i.root_error = 0, CB_GC_THERE);
	const int errors[] = { EACCES, ELOOP, EIO, ENAMETOOLONG, ENOTDIR, ESTALE, ENOMEM };
	for (size_t e = 0; e < sizeof errors / sizeof errors[0]; e++)
		CHECK(&plain, APP, i.root_error = errors[e], CB_GC_UNREADABLE);
	CHECK(&plain, APP, i.is_dangling = true, CB_GC_DANGLING);
	CHECK(&plain, APP, i.above = 1, CB_GC_FAR);
	CHECK(&plain, APP, i.above_empty = true, CB_GC_EMPTY);
	CHECK(&plain, APP, i.above_dev = OTHER_DEVICE, CB_GC_ELSEWHERE);
}

static void a_disk_that_may_come_back_is_waited_for(void **state)
{
	(void)state;
	CHECK(&plain, "/mnt/usb/app", (void)0, CB_GC_REMOVABLE);
	CHECK(&plain, "/media/ada/stick/app", (void)0, CB_GC_REMOVABLE);
	CHECK(&plain, "/run/media/ada/stick/app", (void)0, CB_GC_REMOVABLE);
	CHECK(&plain, "/mntx/app", (void)0, CB_GC_MISSING);
	struct cb_gc gc = plain;
	cb_strv_push(&gc.unmounted, "/home/ada/src");
	CHECK(&gc, APP, (void)0, CB_GC_UNMOUNTED);
	CHECK(&gc, "/home/ada/src2/app", (void)0, CB_GC_MISSING);
	cb_strv_clear(&gc.unmounted);
	/* /tmp may be a file system of its own, and empty: nothing there comes back. */
	CHECK(&plain, "/tmp/app", i.above_dev = OTHER_DEVICE; i.above_empty = true, CB_GC_MISSING);
}

static void what_is_not_ours_is_never_touched(void **state)
{
	(void)state;
	CHECK(&plain, APP, i.is_own = false, CB_GC_FOREIGN);
	CHECK(&plain, APP, i.root = NULL, CB_GC_NO_ROOT);
	CHECK(&plain, APP, i.root = (char *)"/home/ada/src/other", CB_GC_WRONG_ROOT);
	CHECK(&plain, "/home/ada/../ada/app", (void)0, CB_GC_WRONG_ROOT);
	CHECK(&plain, APP, i.name[0] = 'g', CB_GC_NAME);
	CHECK(&plain, APP, i.name[15] = '\0', CB_GC_NAME);
	CHECK(&plain, APP, i.is_held = true, CB_GC_RUNNING);
}

static void the_rest_of_an_interrupted_one_is_finished(void **state)
{
	(void)state;
	char name[] = CB_GC_PREFIX "0123456789abcdef";
	struct cb_instance i = { .name = name, .is_own = true };
	assert_int_equal(cb_gc_decide(&plain, &i), CB_GC_REST);
	i.is_held = true;
	assert_int_equal(cb_gc_decide(&plain, &i), CB_GC_RUNNING);
	i.is_held = i.is_own = false;
	assert_int_equal(cb_gc_decide(&plain, &i), CB_GC_FOREIGN);
	char odd[] = CB_GC_PREFIX "0123";
	i.name = odd;
	assert_int_equal(cb_gc_decide(&plain, &i), CB_GC_NAME);
}

static void fstab_is_read_for_its_places(void **state)
{
	(void)state;
	cleanup_strv struct cb_strv places = { 0 };
	cb_gc_places("# /dev/x /no ext4\n"
		     "UUID=1 / ext4 defaults 0 1\n"
		     "\n"
		     "  UUID=2\t/data\\040two\text4\n"
		     "swap none swap\n"
		     "UUID=3",
		     &places);
	assert_false(places.failed);
	assert_int_equal(places.len, 2);
	assert_string_equal(places.items[0], "/");
	assert_string_equal(places.items[1], "/data two");
}

/* --- on a real directory ----------------------------------------------------------------- */

#define DEEP 3000

static const char rest[] = CB_GC_PREFIX "0123456789abcdef";

/* ~/.claudebox/projects/.gone-… in a new home, entered. */
static void make_rest(char home[64])
{
	strcpy(home, "/tmp/claudebox-gc.XXXXXX");
	assert_non_null(mkdtemp(home));
	assert_int_equal(chdir(home), 0);
	const char *const dirs[] = { ".claudebox", "projects", rest };
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(mkdir(dirs[i], 0700), 0);
		assert_int_equal(chdir(dirs[i]), 0);
	}
}

static void remove_home(const char *home)
{
	char command[128];
	assert_int_equal(chdir("/"), 0);
	snprintf(command, sizeof command, "chmod -R u+rwx %s; rm -rf %s", home, home);
	assert_int_equal(system(command), 0);
}

/* How many instances there are; all that are gone are removed. */
static size_t collect(const char *home, int want, struct cb_error *err)
{
	cleanup_gc struct cb_gc gc = { .dir = -1 };
	assert_int_equal(cb_gc_read(home, getuid(), &gc, err), 0);
	for (size_t i = 0; i < gc.len; i++)
		if (cb_gc_verdict(gc.items[i].reason) == CB_GC_GONE)
			assert_int_equal(cb_gc_remove(&gc, &gc.items[i], err), want);
	return gc.len;
}

/* Deeper than a process may have descriptors, and than a path may be long. */
static void a_tree_of_any_depth_and_mode_is_removed(void **state)
{
	(void)state;
	char home[64];
	cleanup_error struct cb_error err = { 0 };
	make_rest(home);
	int dir = open(".", O_RDONLY | O_DIRECTORY);
	for (size_t n = 0; n < DEEP; n++) {
		/* Names like those the removal gives to what it moves, to stand in its way. */
		assert_int_equal(mkdirat(dir, "1", 0700), 0);
		int file = openat(dir, "file", O_CREAT | O_WRONLY, 0);
		assert_true(file >= 0);
		close(file);
		assert_int_equal(symlinkat("/", dir, "link"), 0);
		assert_int_equal(mkdirat(dir, "0", 0700), 0);
		int inner = openat(dir, "0", O_RDONLY | O_DIRECTORY);
		assert_int_equal(mkdirat(inner, "0", 0000), 0);
		assert_int_equal(fchmod(inner, 0000), 0);
		close(inner);
		int next = openat(dir, "1", O_RDONLY | O_DIRECTORY);
		assert_int_equal(fchmod(dir, n % 2 ? 0555 : 0700), 0);
		close(dir);
		dir = next;
	}
	close(dir);
	assert_int_equal(collect(home, 0, &err), 1);
	assert_int_equal(collect(home, 0, &err), 0);
	remove_home(home);
}

static void a_link_is_removed_and_not_followed(void **state)
{
	(void)state;
	char home[64];
	cleanup_error struct cb_error err = { 0 };
	make_rest(home);
	assert_int_equal(mkdir("../../../kept", 0500), 0);
	assert_int_equal(symlink("../../../kept", "kept"), 0);
	assert_int_equal(symlink("../../../kept", "lock"), 0);
	assert_int_equal(collect(home, 0, &err), 1); /* a lock that is a link: kept */
	assert_int_equal(unlink("lock"), 0);
	assert_int_equal(collect(home, 0, &err), 1);
	struct stat st;
	assert_int_equal(chdir(home), 0);
	assert_int_equal(stat("kept", &st), 0);
	assert_int_equal(st.st_mode & 0777, 0500);
	assert_int_equal(symlink("../../kept", ".claudebox/projects/.gone-0123456789abcdef"), 0);
	assert_int_equal(collect(home, 0, &err), 1);
	assert_int_equal(lstat(".claudebox/projects/.gone-0123456789abcdef", &st), 0);
	remove_home(home);
}

static void a_held_lock_keeps_it(void **state)
{
	(void)state;
	char home[64];
	cleanup_error struct cb_error err = { 0 };
	make_rest(home);
	int fd = open("lock", O_CREAT | O_RDWR, 0600);
	struct flock lock = { .l_type = F_RDLCK, .l_whence = SEEK_SET };
	assert_int_equal(fcntl(fd, F_OFD_SETLK, &lock), 0);
	assert_int_equal(collect(home, 0, &err), 1);
	assert_int_equal(access("lock", F_OK), 0);
	close(fd);
	assert_int_equal(collect(home, 0, &err), 1);
	assert_int_equal(collect(home, 0, &err), 0);
	remove_home(home);
}

/* Between the list and the removal stands a question to the user: minutes. */
static void what_changed_since_the_list_is_kept(void **state)
{
	(void)state;
	char home[64];
	cleanup_error struct cb_error err = { 0 };
	cleanup_gc struct cb_gc gc = { .dir = -1 };
	make_rest(home);
	assert_int_equal(chdir(home), 0);
	char root[80], path[256];
	snprintf(root, sizeof root, "%s/app", home);
	char *name = cb_state_name(CB_STATE_PROJECT, root);
	snprintf(path, sizeof path, ".claudebox/%s", name);
	assert_int_equal(rename(".claudebox/projects/.gone-0123456789abcdef", path), 0);
	strcat(path, "/project-root");
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(root, file);
	fclose(file);
	assert_int_equal(cb_gc_read(home, getuid(), &gc, &err), 0);
	assert_int_equal(gc.len, 1);
	assert_int_equal(gc.items[0].reason, CB_GC_MISSING);
	assert_int_equal(mkdir("app", 0700), 0);
	assert_int_equal(cb_gc_remove(&gc, &gc.items[0], &err), 0);
	assert_int_equal(gc.items[0].reason, CB_GC_THERE);
	assert_int_equal(access(path, F_OK), 0);
	assert_int_equal(rmdir("app"), 0);
	gc.items[0].reason = CB_GC_MISSING;
	assert_int_equal(cb_gc_remove(&gc, &gc.items[0], &err), 0);
	assert_int_equal(access(path, F_OK), -1);
	free(name);
	remove_home(home);
}

static void rests_are_finished_first(void **state)
{
	(void)state;
	char home[64], name[] = "../0123456789abcde0", other[] = "../.gone-0123456789abcde0";
	cleanup_error struct cb_error err = { 0 };
	cleanup_gc struct cb_gc gc = { .dir = -1 };
	make_rest(home);
	for (char n = '0'; n <= '9'; n++) {
		name[strlen(name) - 1] = other[strlen(other) - 1] = n;
		assert_int_equal(mkdir(name, 0700), 0);
		assert_int_equal(mkdir(other, 0700), 0);
	}
	assert_int_equal(cb_gc_read(home, getuid(), &gc, &err), 0);
	assert_int_equal(gc.len, 21);
	for (size_t i = 0; i < gc.len; i++)
		assert_int_equal(gc.items[i].reason, i < 11 ? CB_GC_REST : CB_GC_NO_ROOT);
	remove_home(home);
}

static void only_one_at_a_time(void **state)
{
	(void)state;
	char home[64];
	cleanup_error struct cb_error err = { 0 };
	cleanup_gc struct cb_gc first = { .dir = -1 }, second = { .dir = -1 };
	make_rest(home);
	assert_int_equal(cb_gc_read(home, getuid(), &first, &err), 0);
	assert_int_equal(cb_gc_read(home, getuid(), &second, &err), 0);
	assert_int_equal(cb_gc_begin(&first, &err), 0);
	assert_int_equal(cb_gc_begin(&second, &err), -1);
	assert_non_null(strstr(err.what, "another --gc"));
	remove_home(home);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(only_a_proven_absence_is_gone),
	cmocka_unit_test(a_disk_that_may_come_back_is_waited_for),
	cmocka_unit_test(what_is_not_ours_is_never_touched),
	cmocka_unit_test(the_rest_of_an_interrupted_one_is_finished),
	cmocka_unit_test(fstab_is_read_for_its_places),
	cmocka_unit_test(a_tree_of_any_depth_and_mode_is_removed),
	cmocka_unit_test(a_link_is_removed_and_not_followed),
	cmocka_unit_test(a_held_lock_keeps_it),
	cmocka_unit_test(what_changed_since_the_list_is_kept),
	cmocka_unit_test(rests_are_finished_first),
	cmocka_unit_test(only_one_at_a_time),
};

UNIT_MAIN(tests)
