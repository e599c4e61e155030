/* The host of the unit tests, and the policy symbol the runtime archive needs. */
#include "host.h"

#include "plan/guard.h"

#include <stdlib.h>
#include <string.h>

#define STORE "/nix/store/00000000000000000000000000000000-"

static const char *const nothing[] = { NULL };
static const uint16_t no_ports[] = { 0 };
static const char *const path[] = { STORE "coreutils/bin", STORE "git/bin", NULL };
static const char *const args[] = { "--dangerously-skip-permissions", NULL };
static const char *const pass[] = { "TERM", "ANTHROPIC_API_KEY", NULL };
static const struct cb_env_row set[] = {
	{ "TMPDIR", "/tmp", { CB_ANCHOR_ROOT, NULL } },
	{ "CLAUDE_CONFIG_DIR", NULL, { CB_ANCHOR_HOME, ".claude" } },
};
static const struct cb_bpf filter[] = { { 6, 0, 0, 0x7fff0000 } };

static const struct cb_mount_row mounts[] = {
	{ .kind = CB_KIND_PROC, .to = { CB_ANCHOR_ROOT, "/proc" }, .why = "processes" },
	{ .kind = CB_KIND_TMPFS, .to = { CB_ANCHOR_ROOT, "/tmp" }, .why = "scratch" },
	{ .kind = CB_KIND_RO,
	  .optional = true,
	  .from = { CB_ANCHOR_ROOT, "/etc/hosts" },
	  .to = { CB_ANCHOR_ROOT, "/etc/hosts" },
	  .why = "host names" },
	{ .kind = CB_KIND_MADE,
	  .made = CB_INSIDE_PASSWD,
	  .to = { CB_ANCHOR_ROOT, "/etc/passwd" },
	  .why = "your user name" },
	{ .kind = CB_KIND_TMPFS, .to = { CB_ANCHOR_HOME, "" }, .why = "an empty home" },
	{ .kind = CB_KIND_RW,
	  .from = { CB_ANCHOR_PROJECT, "" },
	  .to = { CB_ANCHOR_PROJECT, "" },
	  .why = "the project" },
	{ .kind = CB_KIND_RW,
	  .from = { CB_ANCHOR_STATE, "claude" },
	  .to = { CB_ANCHOR_HOME, ".claude" },
	  .why = "the agent's state" },
	{ .kind = CB_KIND_RO,
	  .optional = true,
	  .from = { CB_ANCHOR_CONFIG, "CLAUDE.md" },
	  .to = { CB_ANCHOR_HOME, ".claude/CLAUDE.md" },
	  .why = "your notes" },
};

#define UNIT_POLICY                                                                                \
	{                                                                                          \
		.version = "0.0.0", .name = "unit", .description = "for tests",                    \
		.network = CB_TIER_FULL, .domains = nothing, .ports = no_ports,                    \
		.forward = no_ports, .agent_args = args, .bwrap = STORE "bubblewrap/bin/bwrap",    \
		.shell = STORE "bash/bin/bash", .path = path, .env_pass = pass, .env_set = set,    \
		.env_set_count = sizeof set / sizeof set[0], .mounts = mounts,                     \
		.mount_count = sizeof mounts / sizeof mounts[0], .closure = nothing,               \
		.protect = nothing, .watch = nothing, .hide = nothing, .filter = filter,           \
		.filter_count = 1, .sandbox_md = "# inside\n"                                      \
	}

const struct cb_policy unit_policy = UNIT_POLICY;
const struct cb_policy cb_policy = UNIT_POLICY;

/* char arrays, because an environment is not const. */
static char term[] = "TERM=xterm", planted[] = "SECRET=c4n4ry", language[] = "LANGUAGE=de";
static char *const env[] = { term, planted, language, NULL };

static char *copy(const char *text)
{
	char *s = strdup(text);
	if (!s)
		abort();
	return s;
}

void unit_set(char **field, const char *value)
{
	free(*field);
	*field = value ? copy(value) : NULL;
}

static void choose(const struct cb_policy *policy, struct cb_facts *f)
{
	struct cb_error err;
	if (cb_choose_project(policy, f, &f->project, &err) < 0)
		abort();
}

struct cb_facts unit_facts(void)
{
	struct cb_facts f = {
		.uid = 1000,
		.gid = 100,
		.user = copy("ada"),
		.home = copy("/home/ada"),
		.home_passwd = copy("/home/ada"),
		.cwd = copy("/home/ada/src/app/lib"),
		.self = copy(STORE "claudebox/bin/claudebox"),
		.env = env,
	};
	f.git.top = copy("/home/ada/src/app");
	f.git.gitdir = copy("/home/ada/src/app/.git");
	f.git.root = copy("/home/ada/src/app");
	f.agent.program = copy(STORE "claude/bin/claude");
	f.agent.package = copy(STORE "claude/bin/claude");
	f.source_count = unit_policy.mount_count;
	f.sources = calloc(f.source_count + 1, sizeof *f.sources);
	if (!f.sources)
		abort();
	choose(&unit_policy, &f);
	return f;
}

void unit_no_git(struct cb_facts *f, const char *cwd)
{
	f->git = (struct cb_git) { 0 };
	unit_set(&f->cwd, cwd);
	choose(&unit_policy, f);
}

int unit_plan(const struct cb_policy *policy, struct cb_facts *f, const struct cb_opts *opts,
	      struct cb_plan *ret, struct cb_error *err)
{
	choose(policy, f);
	return cb_plan_make(policy, f, opts, ret, err);
}

struct cb_policy unit_policy_with_login(void)
{
	static const struct cb_mount_row login = { .kind = CB_KIND_RW,
						   .from = { CB_ANCHOR_LOGIN, "" },
						   .to = { CB_ANCHOR_HOME,
							   ".claudebox/credentials" },
						   .why = "the login" };
	struct cb_policy policy = unit_policy;
	policy.mounts = &login;
	policy.mount_count = 1;
	return policy;
}
