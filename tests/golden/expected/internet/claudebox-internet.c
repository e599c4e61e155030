/* Made by claudebox-gen from a policy: the tables of one launcher, data only.
 * The types are in runtime/vocab/policy.h. Change the policy, not this file. */
#include "vocab/policy.h"

static const char *const domains[] = {
	NULL,
};

static const uint16_t ports[] = {
	443, 0,
};

static const uint16_t forward[] = {
	0,
};

static const struct cb_prefix block[] = {
	{ "0.0.0.0/8", false, 8, { 0, 0, 0, 0 } },
	{ "10.0.0.0/8", false, 8, { 10, 0, 0, 0 } },
	{ "100.64.0.0/10", false, 10, { 100, 64, 0, 0 } },
	{ "127.0.0.0/8", false, 8, { 127, 0, 0, 0 } },
	{ "169.254.0.0/16", false, 16, { 169, 254, 0, 0 } },
	{ "172.16.0.0/12", false, 12, { 172, 16, 0, 0 } },
	{ "192.0.0.0/24", false, 24, { 192, 0, 0, 0 } },
	{ "192.168.0.0/16", false, 16, { 192, 168, 0, 0 } },
	{ "198.18.0.0/15", false, 15, { 198, 18, 0, 0 } },
	{ "224.0.0.0/4", false, 4, { 224, 0, 0, 0 } },
	{ "240.0.0.0/4", false, 4, { 240, 0, 0, 0 } },
	{ "::/96", true, 96, { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 } },
	{ "::ffff:0:0/96", true, 96, { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0 } },
	{ "64:ff9b::/96", true, 96, { 0, 100, 255, 155, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 } },
	{ "64:ff9b:1::/48", true, 48, { 0, 100, 255, 155, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 } },
	{ "100::/64", true, 64, { 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 } },
	{ "2001::/32", true, 32, { 32, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 } },
	{ "2002::/16", true, 16, { 32, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 } },
	{ "fc00::/7", true, 7, { 252, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 } },
	{ "fe80::/10", true, 10, { 254, 128, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 } },
	{ "fec0::/10", true, 10, { 254, 192, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 } },
	{ "ff00::/8", true, 8, { 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 } },
	{ .text = NULL },
};

static const char *const agent_args[] = {
	"--dangerously-skip-permissions",
	NULL,
};

static const char *const path[] = {
	"/nix/store/00000000000000000000000000000000-bashInteractive/bin",
	"/nix/store/00000000000000000000000000000000-coreutils/bin",
	"/nix/store/00000000000000000000000000000000-git/bin",
	"/nix/store/00000000000000000000000000000000-curl-bin/bin",
	"/nix/store/00000000000000000000000000000000-jq-bin/bin",
	"/nix/store/00000000000000000000000000000000-ripgrep/bin",
	"/nix/store/00000000000000000000000000000000-fd/bin",
	"/nix/store/00000000000000000000000000000000-nodejs/bin",
	"/nix/store/00000000000000000000000000000000-gnugrep/bin",
	"/nix/store/00000000000000000000000000000000-gnused/bin",
	"/nix/store/00000000000000000000000000000000-gawk/bin",
	"/nix/store/00000000000000000000000000000000-findutils/bin",
	"/nix/store/00000000000000000000000000000000-gnutar/bin",
	"/nix/store/00000000000000000000000000000000-gzip/bin",
	"/nix/store/00000000000000000000000000000000-diffutils/bin",
	"/nix/store/00000000000000000000000000000000-which/bin",
	"/nix/store/00000000000000000000000000000000-less/bin",
	"/nix/store/00000000000000000000000000000000-nano/bin",
	"/nix/store/00000000000000000000000000000000-procps/bin",
	NULL,
};

static const char *const env_pass[] = {
	"TERM",
	"COLORTERM",
	"NO_COLOR",
	"TZ",
	"EDITOR",
	"LANG",
	"LC_ALL",
	"ANTHROPIC_API_KEY",
	NULL,
};

static const struct cb_env_row env_set[] = {
	{ .name = "CLAUDE_CODE_RESUME_HINT_COMMAND", .text = "claudebox-internet" },
	{ .name = "CLAUDE_CONFIG_DIR", .path = { CB_ANCHOR_HOME, ".claude" } },
	{ .name = "CLAUDE_SECURESTORAGE_CONFIG_DIR", .path = { CB_ANCHOR_HOME, ".claudebox/credentials" } },
	{ .name = "DISABLE_AUTOUPDATER", .text = "1" },
	{ .name = "DISABLE_INSTALLATION_CHECKS", .text = "1" },
	{ .name = "GIT_CONFIG_NOSYSTEM", .text = "1" },
	{ .name = "LOCALE_ARCHIVE", .text = "/nix/store/00000000000000000000000000000000-glibcLocalesUtf8/lib/locale/locale-"
	"archive" },
	{ .name = "NIX_SSL_CERT_FILE", .text = "/nix/store/00000000000000000000000000000000-cacert/etc/ssl/certs/ca-bundle.crt" },
	{ .name = "SSL_CERT_FILE", .text = "/nix/store/00000000000000000000000000000000-cacert/etc/ssl/certs/ca-bundle.crt" },
	{ .name = "TERMINFO_DIRS", .text = "/nix/store/00000000000000000000000000000000-ncurses/share/terminfo" },
	{ .name = "TMPDIR", .text = "/tmp" },
	{ .name = "TZDIR", .text = "/nix/store/00000000000000000000000000000000-tzdata/share/zoneinfo" },
	{ .name = NULL },
};

static const struct cb_mount_row mounts[] = {
	{ .kind = CB_KIND_PROC,
	  .to = { CB_ANCHOR_ROOT, "/proc" }, .why = "processes of the sandbox only" },
	{ .kind = CB_KIND_MADE, .made = CB_MADE_KEYS,
	  .to = { CB_ANCHOR_ROOT, "/proc/keys" }, .why = "empty: the names of your keys in the kernel" },
	{ .kind = CB_KIND_DEV,
	  .to = { CB_ANCHOR_ROOT, "/dev" }, .why = "a minimal /dev: no disks, no devices of yours" },
	{ .kind = CB_KIND_TMPFS,
	  .to = { CB_ANCHOR_ROOT, "/tmp" }, .why = "scratch space, gone afterwards" },
	{ .kind = CB_KIND_CLOSURE,
	  .to = { CB_ANCHOR_ROOT, "/nix/store" }, .why = "the programs of this profile and what they need, read-only" },
	{ .kind = CB_KIND_MADE, .made = CB_MADE_PASSWD,
	  .to = { CB_ANCHOR_ROOT, "/etc/passwd" }, .why = "your user name, no other account" },
	{ .kind = CB_KIND_MADE, .made = CB_MADE_GROUP,
	  .to = { CB_ANCHOR_ROOT, "/etc/group" }, .why = "your group, no other" },
	{ .kind = CB_KIND_MADE, .made = CB_MADE_HOSTS,
	  .to = { CB_ANCHOR_ROOT, "/etc/hosts" }, .why = "localhost and the sandbox's own name" },
	{ .kind = CB_KIND_MADE, .made = CB_MADE_NSSWITCH,
	  .to = { CB_ANCHOR_ROOT, "/etc/nsswitch.conf" }, .why = "names from files and DNS, from no service of yours" },
	{ .kind = CB_KIND_MADE, .made = CB_MADE_LOCALTIME,
	  .to = { CB_ANCHOR_ROOT, "/etc/localtime" }, .why = "your time zone" },
	{ .kind = CB_KIND_LINK, .from = { CB_ANCHOR_ROOT, "/nix/store/00000000000000000000000000000000-claudebox-os-release" },
	  .to = { CB_ANCHOR_ROOT, "/etc/os-release" }, .why = "a name for what is in here, none of your system's" },
	{ .kind = CB_KIND_MADE, .made = CB_MADE_SANDBOX_MD,
	  .to = { CB_ANCHOR_ROOT, "/etc/claude-code/CLAUDE.md" }, .why = "tells the agent where it is" },
	{ .kind = CB_KIND_LINK, .from = { CB_ANCHOR_ROOT, "/nix/store/00000000000000000000000000000000-cacert/etc/ssl/certs/ca-bundle.crt" },
	  .to = { CB_ANCHOR_ROOT, "/etc/ssl/certs/ca-certificates.crt" }, .why = "certificates, where most programs look for them" },
	{ .kind = CB_KIND_LINK, .from = { CB_ANCHOR_ROOT, "/nix/store/00000000000000000000000000000000-cacert/etc/ssl/certs/ca-bundle.crt" },
	  .to = { CB_ANCHOR_ROOT, "/etc/ssl/certs/ca-bundle.crt" }, .why = "certificates, where other programs look for them" },
	{ .kind = CB_KIND_LINK, .from = { CB_ANCHOR_ROOT, "/nix/store/00000000000000000000000000000000-coreutils/bin/env" },
	  .to = { CB_ANCHOR_ROOT, "/usr/bin/env" }, .why = "the first line of scripts" },
	{ .kind = CB_KIND_LINK, .from = { CB_ANCHOR_ROOT, "/nix/store/00000000000000000000000000000000-bashInteractive/bin/sh" },
	  .to = { CB_ANCHOR_ROOT, "/bin/sh" }, .why = "the first line of scripts, system(3)" },
	{ .kind = CB_KIND_LINK, .from = { CB_ANCHOR_ROOT, "/nix/store/00000000000000000000000000000000-glibc/lib/ld-linux-x86-64.so.2" },
	  .to = { CB_ANCHOR_ROOT, "/lib64/ld-linux-x86-64.so.2" }, .why = "starts programs from outside the store, as claude" },
	{ .kind = CB_KIND_LINK, .from = { CB_ANCHOR_ROOT, "/nix/store/00000000000000000000000000000000-glibc/lib" },
	  .to = { CB_ANCHOR_ROOT, "/lib/x86_64-linux-gnu" }, .why = "the C library for those programs" },
	{ .kind = CB_KIND_LINK, .from = { CB_ANCHOR_ROOT, "/nix/store/00000000000000000000000000000000-glibcLocalesUtf8/lib/locale" },
	  .to = { CB_ANCHOR_ROOT, "/usr/lib/locale" }, .why = "languages for those programs" },
	{ .kind = CB_KIND_TMPFS,
	  .to = { CB_ANCHOR_HOME, "" }, .why = "an empty home: nothing of yours is in it" },
	{ .kind = CB_KIND_TMPFS,
	  .to = { CB_ANCHOR_RUNTIME, "" }, .why = "XDG_RUNTIME_DIR, without the sockets of your session" },
	{ .kind = CB_KIND_FILE, .made = CB_MADE_GITCONFIG,
	  .to = { CB_ANCHOR_HOME, ".gitconfig" }, .why = "your name, address, plain aliases, inert settings" },
	{ .kind = CB_KIND_FILE, .made = CB_MADE_GITIGNORE,
	  .to = { CB_ANCHOR_HOME, ".config/git/ignore" }, .why = "what git ignores for you everywhere" },
	{ .kind = CB_KIND_RW, .from = { CB_ANCHOR_STATE, "claude" },
	  .to = { CB_ANCHOR_HOME, ".claude" }, .why = "the agent's memory, kept below ~/.claudebox" },
	{ .kind = CB_KIND_RW, .from = { CB_ANCHOR_STATE, "cache" },
	  .to = { CB_ANCHOR_HOME, ".cache" }, .why = "caches, kept below ~/.claudebox" },
	{ .kind = CB_KIND_RW, .from = { CB_ANCHOR_LOGIN, "" },
	  .to = { CB_ANCHOR_HOME, ".claudebox/credentials" }, .why = "the agent's own login, shared by your projects" },
	{ .kind = CB_KIND_RO, .optional = true, .from = { CB_ANCHOR_CONFIG, "CLAUDE.md" },
	  .to = { CB_ANCHOR_HOME, ".claude/CLAUDE.md" }, .why = "what you tell every agent, from ~/.claudebox" },
	{ .kind = CB_KIND_RO, .optional = true, .from = { CB_ANCHOR_CONFIG, "settings.json" },
	  .to = { CB_ANCHOR_HOME, ".claude/settings.json" }, .why = "the agent's settings, from ~/.claudebox" },
	{ .kind = CB_KIND_RO, .optional = true, .from = { CB_ANCHOR_CONFIG, "agents" },
	  .to = { CB_ANCHOR_HOME, ".claude/agents" }, .why = "agents, from ~/.claudebox" },
	{ .kind = CB_KIND_RO, .optional = true, .from = { CB_ANCHOR_CONFIG, "commands" },
	  .to = { CB_ANCHOR_HOME, ".claude/commands" }, .why = "commands, from ~/.claudebox" },
	{ .kind = CB_KIND_RO, .optional = true, .from = { CB_ANCHOR_CONFIG, "skills" },
	  .to = { CB_ANCHOR_HOME, ".claude/skills" }, .why = "skills, from ~/.claudebox" },
	{ .kind = CB_KIND_RW, .from = { CB_ANCHOR_PROJECT, "" },
	  .to = { CB_ANCHOR_PROJECT, "" }, .why = "the project: the agent may change all of it" },
	{ .kind = CB_KIND_MADE, .made = CB_MADE_RESOLV,
	  .to = { CB_ANCHOR_ROOT, "/etc/resolv.conf" }, .why = "names are asked of your machine's own resolver" },
};

static const char *const closure[] = {
	"/nix/store/00000000000000000000000000000000-bashInteractive",
	"/nix/store/00000000000000000000000000000000-bubblewrap",
	"/nix/store/00000000000000000000000000000000-cacert",
	"/nix/store/00000000000000000000000000000000-claudebox-os-release",
	"/nix/store/00000000000000000000000000000000-coreutils",
	"/nix/store/00000000000000000000000000000000-curl-bin",
	"/nix/store/00000000000000000000000000000000-diffutils",
	"/nix/store/00000000000000000000000000000000-fd",
	"/nix/store/00000000000000000000000000000000-findutils",
	"/nix/store/00000000000000000000000000000000-gawk",
	"/nix/store/00000000000000000000000000000000-git",
	"/nix/store/00000000000000000000000000000000-glibc",
	"/nix/store/00000000000000000000000000000000-glibcLocalesUtf8",
	"/nix/store/00000000000000000000000000000000-gnugrep",
	"/nix/store/00000000000000000000000000000000-gnused",
	"/nix/store/00000000000000000000000000000000-gnutar",
	"/nix/store/00000000000000000000000000000000-gzip",
	"/nix/store/00000000000000000000000000000000-jq-bin",
	"/nix/store/00000000000000000000000000000000-less",
	"/nix/store/00000000000000000000000000000000-nano",
	"/nix/store/00000000000000000000000000000000-ncurses",
	"/nix/store/00000000000000000000000000000000-nodejs",
	"/nix/store/00000000000000000000000000000000-procps",
	"/nix/store/00000000000000000000000000000000-ripgrep",
	"/nix/store/00000000000000000000000000000000-slirp4netns",
	"/nix/store/00000000000000000000000000000000-tzdata",
	"/nix/store/00000000000000000000000000000000-which",
	NULL,
};

static const char *const protect[] = {
	".git/hooks",
	".git/config",
	".git/config.worktree",
	".git/commondir",
	".git/gitdir",
	NULL,
};

static const char *const watch[] = {
	".git/rebase-merge",
	".envrc",
	"flake.nix",
	".mise.toml",
	".vscode",
	".idea",
	".cursor",
	".zed",
	".claude/settings.json",
	".claude/settings.local.json",
	".claude/hooks",
	".claude/commands",
	".claude/agents",
	".claude/skills",
	".mcp.json",
	".devcontainer",
	".husky",
	".pre-commit-config.yaml",
	".yarnrc.yml",
	".cargo/config.toml",
	NULL,
};

static const char *const hide[] = {
	NULL,
};

static const struct cb_bpf filter[] = {
	{ 0x20, 0, 0, 0x00000004 }, { 0x15, 0, 78, 0xc000003e }, { 0x20, 0, 0, 0x00000000 },
	{ 0x35, 0, 1, 0x40000000 }, { 0x15, 0, 252, 0xffffffff }, { 0x15, 144, 0, 0x000000f8 },
	{ 0x15, 143, 0, 0x000000f9 }, { 0x15, 142, 0, 0x000000fa }, { 0x15, 141, 0, 0x0000012a },
	{ 0x15, 140, 0, 0x00000141 }, { 0x15, 139, 0, 0x00000143 }, { 0x15, 138, 0, 0x000001a9 },
	{ 0x15, 137, 0, 0x000001aa }, { 0x15, 136, 0, 0x000001ab }, { 0x15, 242, 0, 0x000001b5 },
	{ 0x15, 0, 3, 0x00000010 }, { 0x20, 0, 0, 0x0000001c }, { 0x54, 0, 0, 0x00000000 },
	{ 0x15, 79, 236, 0x00000000 }, { 0x15, 4, 0, 0x00000053 }, { 0x15, 3, 0, 0x00000055 },
	{ 0x15, 2, 0, 0x0000005a }, { 0x15, 1, 0, 0x0000005b }, { 0x15, 0, 3, 0x00000085 },
	{ 0x20, 0, 0, 0x0000001c }, { 0x54, 0, 0, 0x00000000 }, { 0x15, 75, 228, 0x00000000 },
	{ 0x15, 22, 0, 0x00000102 }, { 0x15, 21, 0, 0x00000103 }, { 0x15, 20, 0, 0x0000010c },
	{ 0x15, 19, 0, 0x000001c4 }, { 0x15, 0, 21, 0x00000002 }, { 0x20, 0, 0, 0x0000001c },
	{ 0x54, 0, 0, 0x00000000 }, { 0x15, 0, 220, 0x00000000 }, { 0x20, 0, 0, 0x00000018 },
	{ 0x54, 0, 0, 0x00400000 }, { 0x15, 0, 9, 0x00400000 }, { 0x20, 0, 0, 0x00000024 },
	{ 0x54, 0, 0, 0x00000000 }, { 0x15, 0, 6, 0x00000000 }, { 0x20, 0, 0, 0x00000020 },
	{ 0x54, 0, 0, 0x00000800 }, { 0x15, 106, 0, 0x00000800 }, { 0x20, 0, 0, 0x00000020 },
	{ 0x54, 0, 0, 0x00000400 }, { 0x15, 103, 0, 0x00000400 }, { 0x20, 0, 0, 0x00000018 },
	{ 0x54, 0, 0, 0x00000040 }, { 0x15, 0, 205, 0x00000040 }, { 0x20, 0, 0, 0x00000024 },
	{ 0x54, 0, 0, 0x00000000 }, { 0x15, 72, 202, 0x00000000 }, { 0x15, 0, 21, 0x00000101 },
	{ 0x20, 0, 0, 0x00000024 }, { 0x54, 0, 0, 0x00000000 }, { 0x15, 0, 198, 0x00000000 },
	{ 0x20, 0, 0, 0x00000020 }, { 0x54, 0, 0, 0x00400000 }, { 0x15, 0, 9, 0x00400000 },
	{ 0x20, 0, 0, 0x0000002c }, { 0x54, 0, 0, 0x00000000 }, { 0x15, 0, 6, 0x00000000 },
	{ 0x20, 0, 0, 0x00000028 }, { 0x54, 0, 0, 0x00000800 }, { 0x15, 84, 0, 0x00000800 },
	{ 0x20, 0, 0, 0x00000028 }, { 0x54, 0, 0, 0x00000400 }, { 0x15, 81, 0, 0x00000400 },
	{ 0x20, 0, 0, 0x00000020 }, { 0x54, 0, 0, 0x00000040 }, { 0x15, 0, 183, 0x00000040 },
	{ 0x20, 0, 0, 0x0000002c }, { 0x54, 0, 0, 0x00000000 }, { 0x15, 69, 180, 0x00000000 },
	{ 0x15, 1, 0, 0x00000029 }, { 0x15, 0, 178, 0x00000035 }, { 0x20, 0, 0, 0x00000014 },
	{ 0x54, 0, 0, 0x00000000 }, { 0x15, 73, 175, 0x00000000 }, { 0x15, 0, 176, 0x40000003 },
	{ 0x20, 0, 0, 0x00000000 }, { 0x15, 67, 0, 0x00000066 }, { 0x15, 66, 0, 0x0000011e },
	{ 0x15, 65, 0, 0x0000011f }, { 0x15, 64, 0, 0x00000120 }, { 0x15, 63, 0, 0x00000150 },
	{ 0x15, 62, 0, 0x00000165 }, { 0x15, 61, 0, 0x00000176 }, { 0x15, 60, 0, 0x000001a9 },
	{ 0x15, 59, 0, 0x000001aa }, { 0x15, 58, 0, 0x000001ab }, { 0x15, 164, 0, 0x000001b5 },
	{ 0x15, 8, 0, 0x00000008 }, { 0x15, 7, 0, 0x0000000e }, { 0x15, 6, 0, 0x0000000f },
	{ 0x15, 5, 0, 0x00000027 }, { 0x15, 0, 3, 0x00000036 }, { 0x20, 0, 0, 0x00000018 },
	{ 0x15, 50, 0, 0x0000541c }, { 0x15, 49, 154, 0x00005412 }, { 0x15, 0, 6, 0x0000005e },
	{ 0x20, 0, 0, 0x00000018 }, { 0x54, 0, 0, 0x00000800 }, { 0x15, 45, 0, 0x00000800 },
	{ 0x20, 0, 0, 0x00000018 }, { 0x54, 0, 0, 0x00000400 }, { 0x15, 42, 147, 0x00000400 },
	{ 0x15, 16, 0, 0x00000128 }, { 0x15, 15, 0, 0x00000129 }, { 0x15, 14, 0, 0x00000132 },
	{ 0x15, 13, 0, 0x000001c4 }, { 0x15, 0, 18, 0x00000005 }, { 0x20, 0, 0, 0x00000018 },
	{ 0x54, 0, 0, 0x00400000 }, { 0x15, 0, 6, 0x00400000 }, { 0x20, 0, 0, 0x00000020 },
	{ 0x54, 0, 0, 0x00000800 }, { 0x15, 31, 0, 0x00000800 }, { 0x20, 0, 0, 0x00000020 },
	{ 0x54, 0, 0, 0x00000400 }, { 0x15, 28, 0, 0x00000400 }, { 0x20, 0, 0, 0x00000018 },
	{ 0x54, 0, 0, 0x00000040 }, { 0x15, 0, 130, 0x00000040 }, { 0x20, 0, 0, 0x00000020 },
	{ 0x54, 0, 0, 0x00000800 }, { 0x15, 22, 0, 0x00000800 }, { 0x20, 0, 0, 0x00000020 },
	{ 0x54, 0, 0, 0x00000400 }, { 0x15, 19, 124, 0x00000400 }, { 0x15, 0, 19, 0x00000127 },
	{ 0x20, 0, 0, 0x00000020 }, { 0x54, 0, 0, 0x00400000 }, { 0x15, 0, 6, 0x00400000 },
	{ 0x20, 0, 0, 0x00000028 }, { 0x54, 0, 0, 0x00000800 }, { 0x15, 12, 0, 0x00000800 },
	{ 0x20, 0, 0, 0x00000028 }, { 0x54, 0, 0, 0x00000400 }, { 0x15, 9, 0, 0x00000400 },
	{ 0x20, 0, 0, 0x00000020 }, { 0x54, 0, 0, 0x00000040 }, { 0x15, 0, 111, 0x00000040 },
	{ 0x20, 0, 0, 0x00000028 }, { 0x54, 0, 0, 0x00000800 }, { 0x15, 3, 0, 0x00000800 },
	{ 0x20, 0, 0, 0x00000028 }, { 0x54, 0, 0, 0x00000400 }, { 0x15, 0, 105, 0x00000400 },
	{ 0x06, 0, 0, 0x00050001 }, { 0x15, 1, 0, 0x00000167 }, { 0x15, 0, 102, 0x00000168 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0x80000000 }, { 0x15, 100, 0, 0x80000000 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xc0000000 }, { 0x15, 97, 0, 0x40000000 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xe0000000 }, { 0x15, 94, 0, 0x20000000 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xf0000000 }, { 0x15, 91, 0, 0x10000000 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xf8000000 }, { 0x15, 88, 0, 0x08000000 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xfc000000 }, { 0x15, 85, 0, 0x04000000 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xfe000000 }, { 0x15, 82, 0, 0x02000000 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xff000000 }, { 0x15, 79, 0, 0x01000000 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xff800000 }, { 0x15, 76, 0, 0x00800000 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xffc00000 }, { 0x15, 73, 0, 0x00400000 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xffe00000 }, { 0x15, 70, 0, 0x00200000 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xfff00000 }, { 0x15, 67, 0, 0x00100000 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xfff80000 }, { 0x15, 64, 0, 0x00080000 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xfffc0000 }, { 0x15, 61, 0, 0x00040000 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xfffe0000 }, { 0x15, 58, 0, 0x00020000 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xffff0000 }, { 0x15, 55, 0, 0x00010000 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xffff8000 }, { 0x15, 52, 0, 0x00008000 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xffffc000 }, { 0x15, 49, 0, 0x00004000 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xffffe000 }, { 0x15, 46, 0, 0x00002000 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xfffff000 }, { 0x15, 43, 0, 0x00001000 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xfffff800 }, { 0x15, 40, 0, 0x00000800 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xfffffc00 }, { 0x15, 37, 0, 0x00000400 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xfffffe00 }, { 0x15, 34, 0, 0x00000200 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xffffff00 }, { 0x15, 31, 0, 0x00000100 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xffffff80 }, { 0x15, 28, 0, 0x00000080 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xffffffc0 }, { 0x15, 25, 0, 0x00000040 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xffffffe0 }, { 0x15, 22, 0, 0x00000020 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xfffffff8 }, { 0x15, 19, 0, 0x00000018 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xfffffffc }, { 0x15, 16, 0, 0x00000014 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x54, 0, 0, 0xfffffffe }, { 0x15, 13, 0, 0x00000012 },
	{ 0x20, 0, 0, 0x00000010 }, { 0x15, 11, 0, 0x00000011 }, { 0x54, 0, 0, 0xfffffffc },
	{ 0x15, 9, 0, 0x0000000c }, { 0x20, 0, 0, 0x00000010 }, { 0x15, 7, 0, 0x0000000b },
	{ 0x54, 0, 0, 0xfffffffe }, { 0x15, 5, 0, 0x00000008 }, { 0x54, 0, 0, 0xfffffffc },
	{ 0x15, 3, 0, 0x00000004 }, { 0x20, 0, 0, 0x00000010 }, { 0x15, 1, 0, 0x00000003 },
	{ 0x06, 0, 0, 0x7fff0000 }, { 0x06, 0, 0, 0x00050061 }, { 0x06, 0, 0, 0x00050026 },
};

static const char sandbox_md[] =
	"# You are in claudebox\n"
	"\n"
	"You run in a claudebox sandbox (bubblewrap), profile **internet**: the internet "
	"without your own networks, only its own programs.\n"
	"Of the host only what is named here is there.\n"
	"\n"
	"- **Network:** the internet, but no LAN, no tailnet and no service of the host. "
	"Private addresses (LAN, tailnet, link-local, the host's own services) do not ans"
	"wer, on purpose; services you start are reachable from in here only.\n"
	"- **Project:** read-write, and the host's: what you change there stays. A git wo"
	"rk tree made outside of it is lost at the end: make it below.\n"
	"- **In the project:** Read-only, in every git directory that belongs to it: .git"
	"/hooks, .git/config, .git/config.worktree, .git/commondir, .git/gitdir. So what "
	"writes to git's configuration fails. Instead of `git branch -m OLD NEW` say `git"
	" branch NEW OLD` and `git branch -D OLD`, instead of `git submodule update` say "
	"`git submodule foreach 'git checkout \044sha1'`. Settings, remotes, tracking and"
	" hook installers (husky, `pre-commit install`) are the user's, on the host: name"
	" the command.\n"
	"- **Home:** `HOME` starts empty, and what you write to it is gone afterwards. Ke"
	"pt from one session to the next: ~/.claude, ~/.cache, ~/.claudebox/credentials. "
	"`/tmp` is this session's own, and gone afterwards. Unix sockets can be made ther"
	"e, below `XDG_RUNTIME_DIR` and in the project only.\n"
	"- **Programs:** on `PATH` from the packages bashInteractive, coreutils, git, cur"
	"l-bin, jq-bin, ripgrep, fd, nodejs, gnugrep, gnused, gawk, findutils, gnutar, gz"
	"ip, diffutils, which, less, nano, procps. `/nix/store` holds only the programs o"
	"f this profile and what they need, read-only.\n"
	"- **A program is missing:** nothing can be fetched by nix here: say which one.\n"
	"- **Limits:** No user namespaces: bwrap, unshare and containers do not work. Cra"
	"shes leave no core dumps. Refused: TIOCSTI, keyrings, io_uring, userfaultfd, per"
	"f_event_open, bpf, openat2, set-uid and set-gid modes (in a repository shared by"
	" a group: `umask 002` before git), sockets other than unix, IPv4, IPv6 and netli"
	"nk.\n"
	"- **Not here, on purpose:** SSH and GnuPG keys, ssh-agent, credentials of clouds"
	", registries and git, browser data, the host's processes. Commit here; `git push"
	"` is the user's, on the host: say what is to be pushed.\n"
	"\n"
	"If a task needs something that is not here, name it: the user can change the pro"
	"file.\n";

const struct cb_policy cb_policy = {
	.version = "0.1.0",
	.name = "internet",
	.description = "the internet without your own networks, only its own programs",
	.network = CB_TIER_INTERNET,
	.domains = domains,
	.ports = ports,
	.forward = forward,
	.block = block,
	.block_count = 22,
	.ipv6 = false,
	.nix_daemon = false,
	.nix_trusted = false,
	.agent_program = NULL,
	.agent_args = agent_args,
	.bwrap = "/nix/store/00000000000000000000000000000000-bubblewrap/bin/bwrap",
	.shell = "/nix/store/00000000000000000000000000000000-bashInteractive/bin/bash",
	.git = "/nix/store/00000000000000000000000000000000-git/bin/git",
	.slirp = "/nix/store/00000000000000000000000000000000-slirp4netns/bin/slirp4netns",
	.nix_build = NULL,
	.packages = NULL,
	.path = path,
	.env_pass = env_pass,
	.env_set = env_set,
	.env_set_count = 12,
	.mounts = mounts,
	.mount_count = 33,
	.closure = closure,
	.protect = protect,
	.watch = watch,
	.hide = hide,
	.state = CB_STATE_PROJECT,
	.nesting = false,
	.limit_core = 0,
	.limit_processes = 4096,
	.limit_tmpfs = 4294967296,
	.filter = filter,
	.filter_count = 258,
	.sandbox_md = sandbox_md,
};
