/* Prints a compiled policy as `WHERE<TAB>STRING` lines, to compare with the policy it came from.
 * With an argument: only its SANDBOX.md. */
#include "vocab/policy.h"

#include <stdio.h>

static const char *const prefixes[] = {
#define X(NAME, prefix) prefix,
#include "vocab/anchors.def"
#undef X
};
static const char *const kinds[] = {
#define X(NAME, word, option, from) word,
#include "vocab/mount-kinds.def"
#undef X
};
static const enum cb_from froms[] = {
#define X(NAME, word, option, from) from,
#include "vocab/mount-kinds.def"
#undef X
};
static const char *const made[] = {
#define X(NAME, word) word,
#include "vocab/inside-files.def"
#undef X
};
static const char *const tiers[] = {
#define X(NAME, word, says) word,
#include "vocab/tiers.def"
#undef X
};

static void print(const char *where, const char *string)
{
	printf("%s\t%s\n", where, string ? string : "(null)");
}

static void print_path(const char *where, struct cb_path path)
{
	const char *slash = path.anchor != CB_ANCHOR_ROOT && path.rest[0] ? "/" : "";
	printf("%s\t%s%s%s\n", where, prefixes[path.anchor], slash, path.rest);
}

static void print_list(const char *where, const char *const *list)
{
	for (; *list; list++)
		print(where, *list);
}

static void print_mount(const struct cb_mount_row *row)
{
	print("mount.kind", kinds[row->kind]);
	if (froms[row->kind] == CB_FROM_GENERATED)
		print("mount.from", made[row->made]);
	else if (froms[row->kind] != CB_FROM_NONE)
		print_path("mount.from", row->from);
	print_path("mount.to", row->to);
	print("mount.optional", row->optional ? "true" : "false");
	print("mount.why", row->why);
}

int main(int argc, char **argv)
{
	(void)argv;
	const struct cb_policy *p = &cb_policy;
	if (argc > 1) {
		fputs(p->sandbox_md, stdout);
		return 0;
	}
	print("version", p->version);
	print("name", p->name);
	print("description", p->description);
	print("network", tiers[p->network]);
	print_list("domains", p->domains);
	for (size_t i = 0; p->ports[i]; i++)
		printf("ports\t%u\n", p->ports[i]);
	for (size_t i = 0; p->forward[i]; i++)
		printf("forward\t%u\n", p->forward[i]);
	print("agent.program", p->agent_program);
	print("nix.daemon", p->nix_daemon ? "true" : "false");
	print("nix.trusted", p->nix_trusted ? "true" : "false");
	print_list("agent.args", p->agent_args);
	print("tools.bwrap", p->bwrap);
	print("tools.shell", p->shell);
	print_list("path", p->path);
	print_list("env.pass", p->env_pass);
	for (size_t i = 0; i < p->env_set_count; i++) {
		print("env.set", p->env_set[i].name);
		if (p->env_set[i].text)
			print("env.text", p->env_set[i].text);
		else
			print_path("env.path", p->env_set[i].path);
	}
	for (size_t i = 0; i < p->mount_count; i++)
		print_mount(&p->mounts[i]);
	print_list("closure", p->closure);
	print_list("protect", p->protect);
	print_list("watch", p->watch);
	print_list("hide", p->hide);
	print("nesting", p->nesting ? "true" : "false");
	printf("limits.core\t%llu\n", (unsigned long long)p->limit_core);
	printf("limits.processes\t%llu\n", (unsigned long long)p->limit_processes);
	return 0;
}
