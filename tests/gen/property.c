/* Random policies that the generator accepts, on random hosts: no plan shows a secret path, and
 * every row of the table is in it, in order.
 *
 *     property SEED COUNT
 *
 * The policies are read and judged as the generator does it; what m4 and the compiler do in
 * between is looked at by strings.t. Built with -DWITHOUT_GUARD, the launcher's guard is taken out,
 * to show that the oracle sees what it lets through. */
#include "property.h"

#include "findings.h"
#include "policy/read.h"
#include "rules/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef WITHOUT_GUARD
int __wrap_cb_guard_source(const struct cb_facts *facts, const char *path, struct cb_error *err);
int __wrap_cb_guard_project(const struct cb_facts *facts, const char *what, const char *path,
			    struct cb_error *err);

int __wrap_cb_guard_source(const struct cb_facts *facts, const char *path, struct cb_error *err)
{
	(void)facts, (void)path, (void)err;
	return 0;
}

int __wrap_cb_guard_project(const struct cb_facts *facts, const char *what, const char *path,
			    struct cb_error *err)
{
	(void)facts, (void)what, (void)path, (void)err;
	return 0;
}
#endif

static uint64_t seed;

/* Below `limit`; the generator of Steele, Lea and Flood (SplitMix64). */
size_t random_below(size_t limit)
{
	uint64_t z = seed += 0x9e3779b97f4a7c15ULL;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return (size_t)((z ^ (z >> 31)) % limit);
}

void *checked(void *memory)
{
	if (!memory)
		abort();
	return memory;
}

char *copy(const char *text)
{
	return checked(strdup(text));
}

/* --- the policy --------------------------------------------------------------------------- */

const char *const sources[SOURCES] = {
	"/etc/hosts",        "/etc/fonts",     "/usr/share/zoneinfo",
	"/opt/data",         "/srv/x",         "~/.config/nvim",
	"~/.sshfs",          "~/src/lib",      "~/.local/bin",
	"@project/docs",     "@project/a/b",   "@state/x",
	"@state/claude",     "@login",         "@config/CLAUDE.md",
	"@config/agents",    "@claude/skills", "@claude/CLAUDE.md",
	"/home/ada/src/lib",
};
static const char *const bad_sources[] = {
	"~",
	"~/.ssh",
	"~/.config",
	"/",
	"/etc",
	"/run/dbus",
	"@config",
	"@runtime/x",
	"@claude/settings.json",
	"/var/lib",
	"/root/x",
	"/home/ada/.aws",
	"~/.gitconfig",
	"/home",
	"@claude",
};
static const char *const kinds[] = { "ro", "ro", "ro", "ro", "rw", "tmpfs", "dir", "link", "made" };
static const char *const made[] = { "passwd", "hosts", "localtime", "gitconfig", "resolv.conf" };
static const char *const places[] = { "/x", "/etc", "/opt", "~/x", "~/.claude", "@runtime" };

static void add_row(struct cb_text *text, size_t number)
{
	const char *kind = PICK(kinds);
	cb_text_printf(text, ",\n{\"kind\":\"%s\",\"to\":\"%s/%zu\",\"why\":\"row %zu\"", kind,
		       PICK(places), random_below(40), number);
	bool bind = strcmp(kind, "ro") == 0 || strcmp(kind, "rw") == 0;
	if (bind)
		cb_text_printf(text, ",\"from\":\"%s\"",
			       random_below(40) ? PICK(sources) : PICK(bad_sources));
	if (bind && random_below(3))
		cb_text_add(text, ",\"optional\":true");
	if (strcmp(kind, "made") == 0)
		cb_text_printf(text, ",\"from\":\"%s\"", PICK(made));
	if (strcmp(kind, "link") == 0)
		cb_text_add(text, ",\"from\":\"" STORE "bash/bin/sh\"");
	cb_text_add(text, "}");
}

static void make_policy(struct cb_text *text, bool closure)
{
	bool daemon = random_below(closure ? 20 : 3) == 0;
	cb_text_printf(
	    text,
	    "{\"version\":\"0\",\"system\":\"x86_64-linux\",\"name\":\"random\",\"description\":"
	    "\"\","
	    "\"network\":\"%s\",\"agent\":{\"program\":%s,\"args\":[]},"
	    "\"tools\":{\"bwrap\":\"" STORE "bwrap/bin/bwrap\",\"shell\":\"" STORE
	    "bash/bin/bash\","
	    "\"git\":\"" STORE "git/bin/git\",\"slirp4netns\":null,"
	    "\"nixBuild\":null,\"packages\":null},\"path\":[\"" STORE "bash/bin\"],"
	    "\"env\":{\"pass\":[\"TERM\"],\"set\":{},\"allowSecret\":[]},\"state\":\"%s\","
	    "\"domains\":[],\"ports\":[443],\"forward\":[],\"block\":[],\"ipv6\":false,\"protect\":"
	    "[],\"watch\":[],\"hide\":[],\"nix\":{\"daemon\":%s,\"daemonNetwork\":%s,"
	    "\"trusted\":%s},\"nesting\":%s,\"limits\":{\"core\":0,\"processes\":0,\"tmpfs\":0},"
	    "\"mounts\":[\n"
	    "{\"kind\":\"proc\",\"to\":\"/proc\",\"why\":\"p\"},{\"kind\":\"dev\",\"to\":\"/dev\","
	    "\"why\":\"d\"},{\"kind\":\"tmpfs\",\"to\":\"/tmp\",\"why\":\"t\"},",
	    random_below(2) ? "full" : "none",
	    random_below(3) ? "null" : "\"" STORE "claude/bin/claude\"",
	    random_below(2) ? "project" : "shared", daemon ? "true" : "false",
	    daemon && random_below(2) ? "true" : "false",
	    daemon && random_below(2) ? "true" : "false", random_below(2) ? "true" : "false");
	cb_text_add(text, closure ? "{\"kind\":\"closure\",\"to\":\"/nix/store\",\"why\":\"s\"}"
				  : "{\"kind\":\"ro\",\"from\":\"/nix/store\",\"to\":"
				    "\"/nix/store\",\"why\":\"s\"}");
	if (daemon)
		cb_text_add(text,
			    ",{\"kind\":\"daemon\",\"to\":\"" CB_NIX_SOCKETS "\",\"why\":\"n\"}");
	if (random_below(4))
		cb_text_add(text, ",{\"kind\":\"tmpfs\",\"to\":\"~\",\"why\":\"h\"}");
	size_t rows = random_below(10), project = random_below(rows + 1);
	for (size_t i = 0; i <= rows; i++) {
		if (i == project)
			cb_text_add(text, ",{\"kind\":\"rw\",\"from\":\"@project\",\"to\":"
					  "\"@project\",\"why\":\"w\"}");
		else
			add_row(text, i);
	}
	cb_text_add(text, "]}");
}

/* What the tables of an accepted policy would be. */
static struct cb_policy compile(const struct cb_model *model, struct cb_mount_row **ret_rows)
{
	static const char *const nothing[] = { NULL };
	static const uint16_t no_ports[] = { 0 };
	static const struct cb_bpf filter[] = { { 6, 0, 0, 0x7fff0000 } };
	struct cb_mount_row *rows = checked(calloc(model->mounts.count + 1, sizeof *rows));
	for (size_t i = 0; i < model->mounts.count; i++) {
		const struct cb_model_mount *row = &model->mounts.items[i];
		rows[i] = (struct cb_mount_row) { .kind = row->kind,
						  .optional = row->optional,
						  .from = row->from.path,
						  .to = row->to.path,
						  .why = row->why };
		if (cb_kind_from(row->kind) == CB_FROM_TEXT)
			rows[i].from = (struct cb_path) { CB_ANCHOR_ROOT, row->from.text };
		if (cb_kind_from(row->kind) == CB_FROM_GENERATED &&
		    !cb_inside_file_of(row->from.text, &rows[i].made))
			abort();
	}
	*ret_rows = rows;
	return (struct cb_policy) { .version = model->version,
				    .name = model->name,
				    .description = model->description,
				    .network = model->network,
				    .domains = nothing,
				    .ports = no_ports,
				    .forward = no_ports,
				    .nix_daemon = model->nix_daemon,
				    .nix_trusted = model->nix_trusted,
				    .agent_program = model->agent_program,
				    .agent_args = nothing,
				    .bwrap = model->bwrap,
				    .shell = model->shell,
				    .git = model->git,
				    .path = nothing,
				    .env_pass = nothing,
				    .mounts = rows,
				    .mount_count = model->mounts.count,
				    .closure =
					model->closure.items ? model->closure.items : nothing,
				    .state = model->state,
				    .filter = filter,
				    .filter_count = 1,
				    .sandbox_md = "" };
}

/* --- a case ------------------------------------------------------------------------------- */

static struct {
	unsigned policies, accepted, hosts, planned, refused;
} tally;

static const char *try_host(const struct cb_policy *policy)
{
	struct world world = { .policy = policy };
	struct cb_plan plan = { 0 };
	struct cb_error err = { 0 };
	const char *wrong = NULL;
	world_make(&world);
	world.opts.given[CB_OPT_SHELL] = random_below(3) == 0;
	tally.hosts++;
	if (cb_plan_make(policy, &world.facts, &world.opts, &plan, &err) == 0) {
		tally.planned++;
		wrong = oracle_leak(&world, &plan);
		wrong = wrong ? wrong : oracle_order(&world, &plan);
	} else {
		tally.refused++;
		wrong = err.what && err.hint ? NULL : "a refusal without its reason or its hint";
	}
	world_clear(&world);
	return wrong;
}

static const char *try_policy(void)
{
	struct cb_text text = { 0 };
	struct cb_model model = { 0 };
	struct cb_findings found = { 0 };
	bool closure = random_below(3) == 0;
	tally.policies++;
	make_policy(&text, closure);
	cb_read_policy(text.data, text.len, &model, &found);
	if (closure)
		cb_read_closure(copy(STORE "bash\n" STORE "claude\n"), &model);
	cb_check_rules(&model, &found);
	if (found.count > 0)
		return NULL;
	tally.accepted++;
	struct cb_mount_row *rows;
	const struct cb_policy policy = compile(&model, &rows);
	const char *wrong = NULL;
	for (int i = 0; i < 4 && !wrong; i++)
		wrong = try_host(&policy);
	if (wrong)
		fprintf(stderr, "%s\n", text.data);
	free(rows);
	return wrong;
}

int main(int argc, char **argv)
{
	uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
	unsigned long count = argc > 2 ? strtoul(argv[2], NULL, 0) : 1000;
	for (unsigned long i = 0; i < count; i++) {
		seed = (first + i) * 0x2545f4914f6cdd1dULL;
		const char *wrong = try_policy();
		if (wrong) {
			printf("seed %llu: %s\n", (unsigned long long)(first + i), wrong);
			return 1;
		}
	}
	printf("seeds %llu to %llu: %u policies, %u accepted; on %u hosts %u planned, %u refused\n",
	       (unsigned long long)first, (unsigned long long)(first + count - 1), tally.policies,
	       tally.accepted, tally.hosts, tally.planned, tally.refused);
	return 0;
}
