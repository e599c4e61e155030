/* What the generated files say, and which this host has nothing to put into. */
#include "unit.h"

#include "host.h"
#include "plan/inside-files.h"

#include <string.h>

static void the_gitconfig_holds_the_identity_quoted(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	size_t size;
	unit_set(&f.identity.name, "Ada \"L\" \\ x\ny");
	char *text = cb_inside_text(CB_INSIDE_GITCONFIG, &unit_policy, &f, &size);
	assert_string_equal(text, "[safe]\n\tdirectory = *\n[gc]\n\tworktreePruneExpire = "
				  "never\n[branch]\n\tautoSetupMerge = false\n[core]\n\teditor = "
				  "\"e=${VISUAL:-${EDITOR:-nano}}; command -v \\\"${e%% *}\\\" "
				  ">/dev/null || e=nano; $e\"\n[user]\n\tname = "
				  "\"Ada \\\"L\\\" \\\\ x\\ny\"\n");
}

static void names_of_keys_are_covered_where_the_kernel_has_them(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	size_t size;
	assert_null(cb_inside_text(CB_INSIDE_KEYS, &unit_policy, &f, &size));
	f.has_keys = true;
	char *text = cb_inside_text(CB_INSIDE_KEYS, &unit_policy, &f, &size);
	assert_string_equal(text, "");
	assert_int_equal(size, 0);
}

static void dns_is_the_host_s_or_the_sandbox_s_own(void **state)
{
	(void)state;
	struct cb_facts f = unit_facts();
	struct cb_policy policy = unit_policy;
	size_t size;
	assert_string_equal(cb_inside_text(CB_INSIDE_RESOLV, &policy, &f, &size), "");
	unit_set(&f.resolv_conf, "nameserver 192.0.2.1\n");
	assert_string_equal(cb_inside_text(CB_INSIDE_RESOLV, &policy, &f, &size),
			    "nameserver 192.0.2.1\n");
	policy.network = CB_TIER_INTERNET;
	assert_string_equal(cb_inside_text(CB_INSIDE_RESOLV, &policy, &f, &size),
			    "nameserver " CB_RESOLVER "\n");
	policy.ipv6 = true;
	assert_string_equal(cb_inside_text(CB_INSIDE_RESOLV, &policy, &f, &size),
			    "nameserver " CB_RESOLVER "\nnameserver " CB_RESOLVER6 "\n");
}

/* A binary file: its size counts, not its first NUL. */
static void the_time_zone_is_that_of_TZ_only_where_TZ_enters(void **state)
{
	(void)state;
	static const char *const pass[] = { "TZ", NULL };
	static const struct cb_mount_row row = { .kind = CB_KIND_MADE,
						 .made = CB_INSIDE_LOCALTIME,
						 .to = { CB_ANCHOR_ROOT, "/etc/localtime" },
						 .why = "time zone" };
	struct cb_facts f = unit_facts();
	struct cb_policy policy = unit_policy;
	size_t size = 0;
	assert_null(cb_inside_text(CB_INSIDE_LOCALTIME, &policy, &f, &size));
	unit_set(&f.localtime, "TZif");
	f.localtime_size = 4;
	unit_set(&f.zone, "TZif\1\2");
	f.zone_size = 6;
	policy.mounts = &row;
	policy.mount_count = 1;
	assert_null(cb_inside_zone(&policy, &f));
	assert_memory_equal(cb_inside_text(CB_INSIDE_LOCALTIME, &policy, &f, &size), "TZif", 4);
	assert_int_equal(size, 4);
	policy.env_pass = pass;
	assert_string_equal(cb_inside_zone(&policy, &f), "/etc/localtime");
	assert_memory_equal(cb_inside_text(CB_INSIDE_LOCALTIME, &policy, &f, &size), "TZif\1\2", 6);
	assert_int_equal(size, 6);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(the_gitconfig_holds_the_identity_quoted),
	cmocka_unit_test(names_of_keys_are_covered_where_the_kernel_has_them),
	cmocka_unit_test(dns_is_the_host_s_or_the_sandbox_s_own),
	cmocka_unit_test(the_time_zone_is_that_of_TZ_only_where_TZ_enters),
};

UNIT_MAIN(tests)
