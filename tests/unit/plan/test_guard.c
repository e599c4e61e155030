/* What may never be exposed: as project, as extra mount, as source of a policy's row. */
#include "unit.h"

#include "base/path.h"
#include "host.h"
#include "plan/guard.h"
#include "vocab/secrets.h"

#include <stdlib.h>
#include <string.h>

static int refused(const struct cb_facts *facts, const char *path)
{
	struct cb_error err = { 0 };
	if (cb_guard_project(facts, "project", path, &err) == 0)
		return 0;
	assert_int_equal(err.code, CB_EXIT_REFUSED);
	assert_non_null(strstr(err.what, path));
	assert_non_null(err.hint);
	return 1;
}

static void ordinary_projects_pass(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	const char *good[] = { "/home/ada/src/app",
			       "/tmp/x",
			       "/var/tmp/x",
			       "/srv/www",
			       "/home/ada/.sshx",
			       "/opt/app",
			       "/persist/home/ada/app",
			       "/var/log/nginx",
			       "/home/ada/dotfiles",
			       "/home/ada/.config/nvim" };
	for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
		assert_false(refused(&f, good[i]));
}

static void places_of_the_system_are_refused(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	const char *bad[] = { "/",          "/tmp", "/var/tmp",   "/run",    "/run/x",
			      "/dev",       "/sys", "/proc",      "/proc/1", "/nix",
			      "/nix/store", "/etc", "/etc/nixos", "/home",   "/home/ada" };
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_true(refused(&f, bad[i]));
}

static void every_secret_path_is_refused_with_what_is_below_and_above(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	for (size_t i = 0; i < cb_secret_path_count; i++) {
		char *path = cb_path_join(f.home, cb_secret_paths[i].path.rest);
		char *below = cb_path_join(path, "x");
		assert_true(refused(&f, path));
		assert_true(refused(&f, below));
		free(below);
		free(path);
	}
	assert_true(refused(&f, "/home/ada/.config"));
	assert_true(refused(&f, "/home/ada/.local/share"));
	assert_true(refused(&f, "/var/lib"));
}

static void both_homes_are_guarded(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	unit_set(&f.home, "/data/fake");
	assert_true(refused(&f, "/home/ada/.ssh"));
	assert_true(refused(&f, "/data/fake/.ssh"));
	assert_true(refused(&f, "/data"));
}

static void roots_home_is_open_to_root_alone(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	assert_true(refused(&f, "/root/app"));
	unit_set(&f.home, "/root");
	unit_set(&f.home_passwd, "/root");
	assert_false(refused(&f, "/root/app"));
	assert_true(refused(&f, "/root"));
	assert_true(refused(&f, "/root/.ssh"));
}

static void a_secret_behind_a_link_is_refused_where_it_lies(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	assert_false(refused(&f, "/data/keys"));
	cb_strv_push(&f.secret_reals, "/data/keys/ssh");
	assert_true(refused(&f, "/data/keys"));
}

static void a_row_may_lead_into_etc_but_not_to_a_secret(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_error err = { 0 };
	assert_int_equal(cb_guard_source(&f, "/etc/hosts", &err), 0);
	assert_int_equal(cb_guard_source(&f, "/nix/store", &err), 0);
	assert_int_equal(cb_guard_source(&f, "/home/ada/.ssh/config", &err), -1);
	assert_int_equal(cb_guard_source(&f, "/etc", &err), -1);
	assert_int_equal(cb_guard_source(&f, "/run/systemd/resolve/resolv.conf", &err), 0);
	assert_int_equal(cb_guard_source(&f, "/run/dbus/system_bus_socket", &err), -1);
	assert_int_equal(cb_guard_source(&f, "/etc/ssl/private/key.pem", &err), -1);
	assert_int_equal(cb_guard_source(&f, "/etc/ssl", &err), -1);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(ordinary_projects_pass),
	cmocka_unit_test(places_of_the_system_are_refused),
	cmocka_unit_test(every_secret_path_is_refused_with_what_is_below_and_above),
	cmocka_unit_test(both_homes_are_guarded),
	cmocka_unit_test(roots_home_is_open_to_root_alone),
	cmocka_unit_test(a_secret_behind_a_link_is_refused_where_it_lies),
	cmocka_unit_test(a_row_may_lead_into_etc_but_not_to_a_secret),
};

UNIT_MAIN(tests)
