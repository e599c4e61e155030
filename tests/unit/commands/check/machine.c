/* The machine on which nothing is wrong, and what a row of it is compared with. */
#include "unit.h"

#include "commands/check/machine.h"
#include "host.h"

#include <errno.h>
#include <string.h>

#define PRIVATE_DIR (S_IFDIR | 0700)

static char home_is[] = "HOME=/home/ada";
static char *const plain_env[] = { home_is, NULL };

struct cb_check_facts unit_check_facts(void)
{
	struct cb_check_facts f = {
		.landlock = 6, .nix = CB_NIX_UNTRUSTED, .path_count = 3, .home_believed = true
	};
	unit_set(&f.release, "6.12.1-test");
	unit_set(&f.bwrap.output, "bubblewrap 0.12.0");
	unit_set(&f.bwrap_real, UNIT_STORE "bubblewrap/bin/bwrap");
	unit_set(&f.slirp.output, "slirp4netns version 1.2.0");
	f.user.uid = 1000;
	f.env = plain_env;
	unit_set(&f.user.user, "ada");
	unit_set(&f.user.home, "/home/ada");
	for (size_t i = 0; i < CB_STATE_DIRS; i++)
		f.state[i] = (struct cb_own_file) { .mode = PRIVATE_DIR, .uid = 1000 };
	f.login = (struct cb_own_file) { .mode = S_IFREG | 0600, .uid = 1000, .size = 9 };
	f.disk_free = (uint64_t)5 << 30;
	f.disk_inodes = 100000;
	unit_set(&f.agent.program, UNIT_STORE "claude-code-2.1.197/bin/claude");
	unit_set(&f.agent.package, UNIT_STORE "claude-code-2.1.197/bin/claude");
	f.has_launch = true;
	f.launch = unit_facts();
	unit_set(&f.launch.resolv_conf, "nameserver 192.0.2.1\n");
	unit_set(&f.launch.identity.name, "Ada");
	unit_set(&f.launch.identity.email, "ada@example.org");
	return f;
}

static const uint16_t no_ports[] = { 0 };

struct cb_policy unit_policy_of(enum cb_tier tier)
{
	struct cb_policy policy = unit_policy_with_login();
	policy.network = tier;
	policy.forward = no_ports;
	policy.nix_daemon = tier == CB_TIER_FULL;
	if (tier == CB_TIER_INTERNET)
		policy.slirp = UNIT_STORE "slirp4netns/bin/slirp4netns";
	return policy;
}

const struct cb_check_row *unit_row(const struct cb_check_report *report, const char *what)
{
	for (size_t i = 0; i < report->len; i++)
		if (strcmp(report->rows[i].what, what) == 0)
			return &report->rows[i];
	return NULL;
}

void unit_expect(const struct cb_policy *policy, struct cb_check_facts *f, const char *what,
		 enum cb_health health, const char *found, const char *hint)
{
	const struct cb_check_report report = cb_check_decide(policy, f);
	const struct cb_check_row *row = unit_row(&report, what);
	assert_non_null(row);
	if (row->health != health || !strstr(row->found, found))
		fail_msg("%s: %d \"%s\", wanted %d \"%s\"", what, row->health, row->found, health,
			 found);
	/* Whatever is not well says what to do. */
	assert_int_equal(row->hint != NULL, health != CB_HEALTH_OK);
	if (hint && !strstr(row->hint, hint))
		fail_msg("%s: the hint \"%s\" lacks \"%s\"", what, row->hint, hint);
	assert_int_equal(cb_check_worst(&report), health);
}
