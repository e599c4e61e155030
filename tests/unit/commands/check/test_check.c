/* UX-05: what --check makes of the facts of a machine, row by row, and how it is shown. */
#include "unit.h"

#include "commands/check/machine.h"
#include "host.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const uint16_t some_ports[] = { 11434, 0 };

static void a_healthy_machine_is_ok_in_every_tier(void **state)
{
	(void)state;
	for (enum cb_tier tier = 0; tier < CB_TIER_COUNT; tier++) {
		struct cb_check_facts f = unit_check_facts();
		const struct cb_policy policy = unit_policy_of(tier);
		const struct cb_check_report report = cb_check_decide(&policy, &f);
		assert_int_equal(cb_check_worst(&report), CB_HEALTH_OK);
		assert_true(report.len > 12);
		for (size_t i = 0; i < report.len; i++)
			assert_null(report.rows[i].hint);
	}
}

static void a_profile_is_asked_for_its_own_needs_only(void **state)
{
	(void)state;
	static const struct {
		const char *what;
		bool in[CB_TIER_COUNT];
	} rows[] = {
		{ "network", { [CB_TIER_INTERNET] = true } },
		{ "packet filter", { [CB_TIER_INTERNET] = true } },
		{ "Nix daemon", { [CB_TIER_FULL] = true } },
		{ "names", { true, true, true, [CB_TIER_NONE] = false } },
		{ "forwarded ports", { false } },
	};
	for (enum cb_tier tier = 0; tier < CB_TIER_COUNT; tier++) {
		struct cb_check_facts f = unit_check_facts();
		const struct cb_policy policy = unit_policy_of(tier);
		const struct cb_check_report report = cb_check_decide(&policy, &f);
		for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
			assert_int_equal(unit_row(&report, rows[i].what) != NULL, rows[i].in[tier]);
	}
}

static void a_nix_daemon_that_is_left_out_is_told(void **state)
{
	(void)state;
	WITH((void)0, "Nix daemon", CB_HEALTH_OK, "is let in", NULL);
	WITH(f.nix = CB_NIX_TRUSTED, "Nix daemon", CB_HEALTH_WARN, "it trusts you",
	     "trusted-users");
	WITH(f.nix = CB_NIX_UNKNOWN, "Nix daemon", CB_HEALTH_WARN, "does not tell", "update it");
	WITH(f.nix = CB_NIX_ABSENT, "Nix daemon", CB_HEALTH_WARN, "none listens", "nix-daemon");
	for (unsigned i = CB_NIX_SILENT; i < CB_NIX_COUNT; i++)
		WITH(f.nix = (enum cb_nix_answer)i, "Nix daemon", CB_HEALTH_WARN, "no Nix daemon",
		     NULL);
	struct cb_check_facts f = unit_check_facts();
	struct cb_policy policy = unit_policy_of(CB_TIER_FULL);
	policy.nix_trusted = true;
	f.nix = CB_NIX_TRUSTED;
	unit_expect(&policy, &f, "Nix daemon", CB_HEALTH_WARN, "can become root",
		    "nix.trusted = false");
}

static void an_old_kernel_fails(void **state)
{
	(void)state;
	WITH(unit_set(&f.release, "5.12.0"), "kernel", CB_HEALTH_OK, "Linux 5.12.0", NULL);
	WITH(unit_set(&f.release, "5.11.22-x"), "kernel", CB_HEALTH_FAIL, "5.11.22", "5.12");
	WITH(unit_set(&f.release, NULL), "kernel", CB_HEALTH_WARN, "not known", "5.12");
}

static void user_namespaces_that_do_not_work_fail_with_the_reason(void **state)
{
	(void)state;
	WITH((f.userns_error = EPERM, f.sandbox.error = -1), "user namespaces", CB_HEALTH_FAIL,
	     "Operation not permitted", "unshare");
	WITH((f.userns_error = ENOSPC, f.sandbox.error = -1, f.sign = CB_USERNS_TOO_FEW_USER),
	     "user namespaces", CB_HEALTH_FAIL, "max_user_namespaces is too low",
	     "sysctl user.max_user_namespaces=");
	WITH((f.sandbox.error = -1, f.sign = CB_USERNS_TOO_FEW_PID), "user namespaces",
	     CB_HEALTH_FAIL, "max_pid_namespaces is too low", "sysctl user.max_pid_namespaces=");
	WITH((f.userns_error = EPERM, f.sandbox.error = -1, f.sign = CB_USERNS_CLONE),
	     "user namespaces", CB_HEALTH_FAIL, "unprivileged_userns_clone is 0",
	     "sysctl kernel.unprivileged_userns_clone=1");
	WITH((f.userns_error = EACCES, f.sandbox.error = -1, f.sign = CB_USERNS_APPARMOR),
	     "user namespaces", CB_HEALTH_FAIL, "AppArmor",
	     "\n  profile claudebox-bwrap /nix/store/*-bubblewrap*/bin/bwrap\n");
	WITH((f.userns_error = EPERM, f.sandbox.error = -1, f.sign = CB_USERNS_FILTER),
	     "user namespaces", CB_HEALTH_FAIL, "system call filter", "seccomp profile");
}

/* The launcher builds the root in one of its own. */
static void namespaces_of_bwrap_alone_are_not_enough(void **state)
{
	(void)state;
	WITH((f.userns_error = EACCES, f.sign = CB_USERNS_APPARMOR), "user namespaces",
	     CB_HEALTH_FAIL, "bwrap can make them, claudebox itself cannot", "apparmor");
	WITH_TIER(CB_TIER_DOMAINS, (f.userns_error = EACCES, f.sign = CB_USERNS_APPARMOR),
		  "user namespaces", CB_HEALTH_FAIL, "claudebox itself cannot", "apparmor");
	/* A sign where everything works is none. */
	WITH(f.sign = CB_USERNS_APPARMOR, "user namespaces", CB_HEALTH_OK, "bwrap", NULL);
}

static void what_the_kernel_lacks_is_told(void **state)
{
	(void)state;
	WITH(f.seccomp_error = EINVAL, "call filter", CB_HEALTH_FAIL, "Invalid argument",
	     "CONFIG_SECCOMP_FILTER");
	WITH(f.landlock = 5, "Landlock", CB_HEALTH_WARN, "L6", "network of its own");
	WITH(f.landlock = 0, "Landlock", CB_HEALTH_WARN, "not in this kernel", "6.12");
	WITH(f.landlock = 0, "Landlock", CB_HEALTH_WARN, "(L6); sockets", "6.12");
	WITH(f.landlock = 1, "Landlock", CB_HEALTH_WARN, "L27", "yama.ptrace_scope=1");
	WITH_TIER(CB_TIER_NONE, f.landlock = 5, "Landlock", CB_HEALTH_OK, "ABI 5", NULL);
	WITH_TIER(CB_TIER_NONE, f.landlock = 2, "Landlock", CB_HEALTH_OK, "ABI 2", NULL);
	WITH_TIER(CB_TIER_NONE, f.landlock = 1, "Landlock", CB_HEALTH_WARN,
		  "L34); the first process", "6.12");
	WITH_TIER(CB_TIER_NONE, f.landlock = 0, "Landlock", CB_HEALTH_WARN, "L27", "lsm=");
	WITH_TIER(CB_TIER_NONE, (f.landlock = 0, f.yama = 1), "Landlock", CB_HEALTH_WARN, "(L34)",
		  "lsm=");
	WITH(f.tiocsti = 1, "terminal input", CB_HEALTH_WARN, "TIOCSTI", "legacy_tiocsti=0");
	WITH(f.tiocsti = -1, "terminal input", CB_HEALTH_OK, "no switch", NULL);
}

static void a_bwrap_that_cannot_be_used_fails(void **state)
{
	(void)state;
	WITH(f.bwrap.error = ENOENT, "bubblewrap", CB_HEALTH_FAIL, "No such file",
	     UNIT_STORE "bubblewrap/bin/bwrap");
	WITH(f.bwrap.error = -1, "bubblewrap", CB_HEALTH_FAIL, "cannot be run", "--realise");
	WITH(f.bwrap_setuid = true, "bubblewrap", CB_HEALTH_FAIL, "L21", "chmod u-s");
	WITH(unit_set(&f.bwrap.output, "bubblewrap 0.7.9"), "bubblewrap", CB_HEALTH_FAIL,
	     "0.7.9 is too old", "0.8.0");
	WITH((f.sandbox.error = -1, unit_set(&f.sandbox.output, "bwrap: Can't mount proc")),
	     "bubblewrap", CB_HEALTH_FAIL, "bwrap: Can't mount proc", "/proc");
}

static void a_bwrap_with_a_known_flaw_warns(void **state)
{
	(void)state;
	WITH(unit_set(&f.bwrap.output, "bubblewrap 0.11.9"), "bubblewrap", CB_HEALTH_WARN,
	     "0.11.9 has CVE-2026-87766", "nixpkgs");
	WITH(unit_set(&f.bwrap.output, "bubblewrap 1.0"), "bubblewrap", CB_HEALTH_OK, "1.0", NULL);
	WITH(unit_set(&f.bwrap_real, "/usr/bin/bwrap"), "bubblewrap", CB_HEALTH_WARN,
	     "not from the store", "/usr/bin/bwrap");
}

static void a_missing_path_fails_with_its_name(void **state)
{
	(void)state;
	WITH(cb_strv_push(&f.missing, UNIT_STORE "git/bin"), "store paths", CB_HEALTH_FAIL,
	     "1 of 3", "nix-store --realise " UNIT_STORE "git/bin");
}

static void what_a_network_needs_is_told(void **state)
{
	(void)state;
	WITH_TIER(CB_TIER_INTERNET, f.tun_error = EACCES, "network", CB_HEALTH_FAIL,
		  "/dev/net/tun (Permission denied)", "chmod 0666");
	WITH_TIER(CB_TIER_INTERNET, f.tun_error = ENOENT, "network", CB_HEALTH_FAIL,
		  "/dev/net/tun (No such file", "modprobe tun");
	WITH_TIER(CB_TIER_INTERNET, f.slirp.error = ENOENT, "network", CB_HEALTH_FAIL,
		  "slirp4netns", "--realise");
	WITH_TIER(CB_TIER_INTERNET, f.filter_error = EIO, "packet filter", CB_HEALTH_FAIL,
		  "nf_tables", "modprobe nf_tables");
	WITH(unit_set(&f.launch.resolv_conf, NULL), "names", CB_HEALTH_WARN, "no server",
	     "nameserver");
	struct cb_policy forwards = unit_policy_of(CB_TIER_NONE);
	forwards.forward = some_ports;
	struct cb_check_facts f = unit_check_facts();
	unit_expect(&forwards, &f, "forwarded ports", CB_HEALTH_OK, "listens", NULL);
	f = unit_check_facts();
	cb_strv_push(&f.silent, "11434");
	unit_expect(&forwards, &f, "forwarded ports", CB_HEALTH_WARN, "port 11434", "service");
}

static char *shown(const struct cb_check_report *report, bool colour, unsigned width, bool json)
{
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);
	assert_non_null(file);
	if (json)
		cb_show_check_json(file, &unit_policy, report);
	else
		cb_show_check((struct cb_screen) { file, colour, width, true }, &unit_policy,
			      report);
	fclose(file);
	return text;
}

static void it_is_shown_in_80_columns_and_coloured_only_when_asked(void **state)
{
	(void)state;
	struct cb_check_facts f = unit_check_facts();
	f.userns_error = f.sandbox.error = -1;
	f.sign = CB_USERNS_APPARMOR;
	f.landlock = 0;
	f.login.mode = S_IFLNK;
	cb_strv_push(&f.missing, UNIT_STORE "git/bin");
	const struct cb_check_report report = cb_check_decide(&unit_policy, &f);
	char *text = shown(&report, false, 0, false);
	assert_null(strchr(text, '\033'));
	for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1)
		if (end - line > 80)
			fail_msg("too long: %.90s", line);
	assert_non_null(strstr(text, "\nfail  user namespaces  no sandbox"));
	assert_non_null(strstr(text, "\n          flags=(unconfined) { userns, }\n"));
	assert_non_null(strstr(text, " fail: claudebox does not work here\n"));
	free(text);
	text = shown(&report, true, 0, false);
	assert_non_null(strstr(text, "\n\033[31mfail\033[0m  user"));
	free(text);
}

static void on_a_narrow_screen_lines_end_between_words(void **state)
{
	(void)state;
	struct cb_check_facts f = unit_check_facts();
	f.login.error = ENOENT;
	f.bwrap_setuid = true;
	const struct cb_policy policy = unit_policy_with_login();
	const struct cb_check_report report = cb_check_decide(&policy, &f);
	char *text = shown(&report, false, 40, false);
	assert_non_null(strstr(text,
			       "\nwarn  login\n      none yet; the host's own is not\n      used\n"
			       "      hint: start claudebox and log in\n"));
	for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1)
		if (end - line > 40 && memchr(line + 6, ' ', (size_t)(end - line - 6)))
			fail_msg("too long: %.90s", line);
	assert_non_null(strstr(text, " 1 fail:\nclaudebox does not work here\n"));
	free(text);
}

static void a_newline_of_a_name_is_escaped(void **state)
{
	(void)state;
	struct cb_check_facts f = unit_check_facts();
	f.has_launch = false;
	cb_fail(&f.launch_error, CB_EXIT_REFUSED, "cannot use /srv/a\nok    project (no)");
	cb_hint(&f.launch_error, "a link points to /srv/b\nok    all");
	const struct cb_check_report report = cb_check_decide(&unit_policy, &f);
	char *text = shown(&report, false, 0, false);
	assert_non_null(strstr(text, "cannot use /srv/a\\x0aok    project (no)\n"));
	assert_non_null(strstr(text, "hint: a link points to /srv/b\\x0aok    all\n"));
	free(text);
}

static void no_text_of_the_host_draws_and_no_secret_is_shown(void **state)
{
	(void)state;
	struct cb_check_facts f = unit_check_facts();
	f.bwrap.error = f.sandbox.error = -1;
	unit_set(&f.user.home, "/home/\033[2Jx");
	f.has_launch = false;
	cb_fail(&f.launch_error, CB_EXIT_REFUSED, "cannot use sk-ant-planted-0123456789 (no)");
	const struct cb_check_report report = cb_check_decide(&unit_policy, &f);
	for (int json = 0; json < 2; json++) {
		char *text = shown(&report, false, 0, json);
		assert_null(strchr(text, '\033'));
		assert_null(strstr(text, "planted"));
		assert_non_null(strstr(text, "cannot use ****"));
		free(text);
	}
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(a_healthy_machine_is_ok_in_every_tier),
	cmocka_unit_test(a_profile_is_asked_for_its_own_needs_only),
	cmocka_unit_test(a_nix_daemon_that_is_left_out_is_told),
	cmocka_unit_test(an_old_kernel_fails),
	cmocka_unit_test(user_namespaces_that_do_not_work_fail_with_the_reason),
	cmocka_unit_test(namespaces_of_bwrap_alone_are_not_enough),
	cmocka_unit_test(what_the_kernel_lacks_is_told),
	cmocka_unit_test(a_bwrap_that_cannot_be_used_fails),
	cmocka_unit_test(a_bwrap_with_a_known_flaw_warns),
	cmocka_unit_test(a_missing_path_fails_with_its_name),
	cmocka_unit_test(what_a_network_needs_is_told),
	cmocka_unit_test(it_is_shown_in_80_columns_and_coloured_only_when_asked),
	cmocka_unit_test(on_a_narrow_screen_lines_end_between_words),
	cmocka_unit_test(a_newline_of_a_name_is_escaped),
	cmocka_unit_test(no_text_of_the_host_draws_and_no_secret_is_shown),
};
UNIT_MAIN(tests)
