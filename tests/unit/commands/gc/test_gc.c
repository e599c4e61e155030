/* INST-04: what counts as gone, decided from hand-made facts, and the removal of trees that agents
 * may leave behind, on a real directory. */
#include "unit.h"

#include "base/memory.h"
#include "commands/gc/gc.h"
#include "plan/instance.h"
#include "vocab/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char home_fs[] = "home", disk_fs[] = "0123456789abcdef here";

/* An instance of /home/ada/src/app, which is missing from a directory that holds other things. */
static struct cb_instance missing(char *root)
{
	return (struct cb_instance) {
		.name = cb_state_name(CB_STATE_PROJECT, root) + strlen("projects/"),
		.root = root,
		.filesystem = home_fs,
		.is_own = true,
		.root_error = ENOENT,
		.above = strlen("/home/ada/src"),
		.above_filesystem = home_fs,
	};
}

/* What is decided when `change` is made to a missing instance. */
#define CHECK(path, change, want)                                                                  \
	do {                                                                                       \
		char root_[] = path;                                                               \
		struct cb_instance i = missing(root_);                                             \
		change;                                                                            \
		assert_int_equal(cb_gc_decide(&i), want);                                          \
	} while (0)

#define APP "/home/ada/src/app"

static void only_a_proven_absence_is_gone(void **state)
{
	(void)state;
	CHECK(APP, (void)0, CB_GC_MISSING);
	CHECK(APP, i.root_error = 0, CB_GC_THERE);
	const int errors[] = { EACCES, ELOOP, EIO, ENAMETOOLONG, ENOTDIR, ESTALE, ENOMEM };
	for (size_t e = 0; e < sizeof errors / sizeof errors[0]; e++)
		CHECK(APP, i.root_error = errors[e], CB_GC_UNREADABLE);
	CHECK(APP, i.is_dangling = true, CB_GC_DANGLING);
	CHECK(APP, i.above = 1, CB_GC_FAR);
	CHECK(APP, i.above_empty = true, CB_GC_EMPTY);
}

static void a_disk_that_may_come_back_is_waited_for(void **state)
{
	(void)state;
	CHECK("/mnt/usb/app", (void)0, CB_GC_REMOVABLE);
	CHECK("/media/ada/stick/app", (void)0, CB_GC_REMOVABLE);
	CHECK("/run/media/ada/stick/app", (void)0, CB_GC_REMOVABLE);
	CHECK("/mntx/app", (void)0, CB_GC_MISSING);
}

/* What a launch recorded says on which file system an absence counts. */
static void absence_counts_on_the_file_system_of_the_last_launch_only(void **state)
{
	(void)state;
	char other_disk[] = "0123456789abcde0 here", other_host[] = "0123456789abcdef there";
	char nothing[] = "", half[] = "01234567";
	CHECK(APP, i.filesystem = i.above_filesystem = disk_fs, CB_GC_MISSING);
	CHECK(APP, i.filesystem = disk_fs, CB_GC_ELSEWHERE); /* the mount point is left */
	CHECK(APP, i.above_filesystem = disk_fs, CB_GC_ELSEWHERE);
	CHECK(APP, (i.filesystem = disk_fs, i.above_filesystem = other_disk), CB_GC_ELSEWHERE);
	/* A home on two machines: the one has a disk of the other's id at that place. */
	CHECK(APP, (i.filesystem = disk_fs, i.above_filesystem = other_host), CB_GC_ELSEWHERE);
	CHECK(APP, i.filesystem = NULL, CB_GC_NO_FILESYSTEM);
	CHECK(APP, i.filesystem = half, CB_GC_ELSEWHERE); /* a launch was killed */
	/* No id means nothing, not even twice. */
	CHECK(APP, (i.filesystem = nothing, i.above_filesystem = nothing), CB_GC_NO_FILESYSTEM);
	CHECK(APP, i.above_filesystem = nothing, CB_GC_ELSEWHERE);
}

/* /tmp may be another file system after each restart, and empty: nothing there comes back. */
static void in_tmp_any_file_system_of_this_machine_will_do(void **state)
{
	(void)state;
	char now[] = "0000000000000001 here", there[] = "0000000000000001 there";
	CHECK("/tmp/app", i.above_empty = true, CB_GC_MISSING);
	CHECK("/tmp/app", (i.filesystem = disk_fs, i.above_filesystem = now, i.above_empty = true),
	      CB_GC_MISSING);
	CHECK("/tmp/app", (i.filesystem = disk_fs, i.above_filesystem = there), CB_GC_ELSEWHERE);
	CHECK("/tmp/app", i.above_filesystem = now, CB_GC_ELSEWHERE);
	CHECK("/tmp/app", i.filesystem = NULL, CB_GC_NO_FILESYSTEM);
}

static void what_is_not_ours_is_never_touched(void **state)
{
	(void)state;
	CHECK(APP, i.is_own = false, CB_GC_FOREIGN);
	CHECK(APP, i.root = NULL, CB_GC_NO_ROOT);
	CHECK(APP, i.root = (char *)"/home/ada/src/other", CB_GC_WRONG_ROOT);
	CHECK("/home/ada/../ada/app", (void)0, CB_GC_WRONG_ROOT);
	CHECK(APP, i.name[0] = 'g', CB_GC_NAME);
	CHECK(APP, i.name[15] = '\0', CB_GC_NAME);
	CHECK(APP, i.is_held = true, CB_GC_RUNNING);
}

static void the_rest_of_an_interrupted_one_is_finished(void **state)
{
	(void)state;
	char name[] = CB_GC_PREFIX "0123456789abcdef";
	struct cb_instance i = { .name = name, .is_own = true };
	assert_int_equal(cb_gc_decide(&i), CB_GC_REST);
	i.is_held = true;
	assert_int_equal(cb_gc_decide(&i), CB_GC_RUNNING);
	i.is_held = i.is_own = false;
	assert_int_equal(cb_gc_decide(&i), CB_GC_FOREIGN);
	char odd[] = CB_GC_PREFIX "0123";
	i.name = odd;
	assert_int_equal(cb_gc_decide(&i), CB_GC_NAME);
}

/* --- on a real directory ----------------------------------------------------------------- */

/* Deeper than a process may have descriptors, and than a path may be long. */
#define DEEP 3000

static const char rest[] = CB_GC_PREFIX "0123456789abcdef";

/* ~/.claudebox/projects/.gone-… in a new home, entered. In memory: a disk needs its time for so
 * many directories. */
static void make_rest(char home[64])
{
	strcpy(home, "/dev/shm/claudebox-gc.XXXXXX");
	assert_non_null(mkdtemp(home));
	assert_int_equal(chdir(home), 0);
	const char *const dirs[] = { ".claudebox", "projects", rest };
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(mkdir(dirs[i], 0700), 0);
		assert_int_equal(chdir(dirs[i]), 0);
	}
}

static void write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
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
	struct cb_gc gc;
	assert_int_equal(cb_gc_read(home, getuid(), &gc, err), 0);
	for (size_t i = 0; i < gc.len; i++)
		if (cb_gc_verdict(gc.items[i].reason) == CB_GC_GONE)
			assert_int_equal(cb_gc_remove(&gc, &gc.items[i], err), want);
	return gc.len;
}

static void a_tree_of_any_depth_and_mode_is_removed(void **state)
{
	(void)state;
	char home[64];
	struct cb_error err = { 0 };
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
	struct cb_error err = { 0 };
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
	struct cb_error err = { 0 };
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
	struct cb_error err = { 0 };
	struct cb_gc gc;
	make_rest(home);
	assert_int_equal(chdir(home), 0);
	const char *root = cb_format("%s/app", home);
	const char *dir = cb_format(".claudebox/%s", cb_state_name(CB_STATE_PROJECT, root));
	const char *path = cb_format("%s/project-root", dir);
	assert_int_equal(rename(".claudebox/projects/.gone-0123456789abcdef", dir), 0);
	write_file(path, root);
	write_file(cb_format("%s/" CB_STATE_FILESYSTEM, dir), "home");
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
	remove_home(home);
}

static void rests_are_finished_first(void **state)
{
	(void)state;
	char home[64], name[] = "../0123456789abcde0", other[] = "../.gone-0123456789abcde0";
	struct cb_error err = { 0 };
	struct cb_gc gc;
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
	struct cb_error err = { 0 };
	struct cb_gc first, second;
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
	cmocka_unit_test(absence_counts_on_the_file_system_of_the_last_launch_only),
	cmocka_unit_test(in_tmp_any_file_system_of_this_machine_will_do),
	cmocka_unit_test(what_is_not_ours_is_never_touched),
	cmocka_unit_test(the_rest_of_an_interrupted_one_is_finished),
	cmocka_unit_test(a_tree_of_any_depth_and_mode_is_removed),
	cmocka_unit_test(a_link_is_removed_and_not_followed),
	cmocka_unit_test(a_held_lock_keeps_it),
	cmocka_unit_test(what_changed_since_the_list_is_kept),
	cmocka_unit_test(rests_are_finished_first),
	cmocka_unit_test(only_one_at_a_time),
};

UNIT_MAIN(tests)
