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
#include "path.h"
#include "read.h"
#include "rules.h"
#include "secrets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STORE "/nix/store/00000000000000000000000000000000-"
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

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
static size_t random_below(size_t limit)
{
	uint64_t z = seed += 0x9e3779b97f4a7c15ULL;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return (size_t)((z ^ (z >> 31)) % limit);
}

#define PICK(array) ((array)[random_below(COUNT(array))])

static void *checked(void *memory)
{
	if (!memory)
		abort();
	return memory;
}

static char *copy(const char *text)
{
	return checked(strdup(text));
}

/* --- the policy --------------------------------------------------------------------------- */

static const char *const sources[] = {
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
	cb_text_printf(
	    text,
	    "{\"version\":\"0\",\"system\":\"x86_64-linux\",\"name\":\"random\",\"description\":"
	    "\"\","
	    "\"network\":\"%s\",\"agent\":{\"program\":%s,\"args\":[]},"
	    "\"tools\":{\"bwrap\":\"" STORE "bwrap/bin/bwrap\",\"shell\":\"" STORE
	    "bash/bin/bash\","
	    "\"git\":\"" STORE "git/bin/git\"},\"path\":[\"" STORE "bash/bin\"],"
	    "\"env\":{\"pass\":[\"TERM\"],\"set\":{},\"allowSecret\":[]},\"state\":\"%s\","
	    "\"protect\":[],\"watch\":[],\"hide\":[],\"nesting\":%s,\"limits\":{\"core\":0,\"tmpfs\":0},\"mounts\":[\n"
	    "{\"kind\":\"proc\",\"to\":\"/proc\",\"why\":\"p\"},{\"kind\":\"dev\",\"to\":\"/dev\","
	    "\"why\":\"d\"},{\"kind\":\"tmpfs\",\"to\":\"/tmp\",\"why\":\"t\"},",
	    random_below(2) ? "full" : "none",
	    random_below(3) ? "null" : "\"" STORE "claude/bin/claude\"",
	    random_below(2) ? "project" : "shared", random_below(2) ? "true" : "false");
	cb_text_add(text, closure ? "{\"kind\":\"closure\",\"to\":\"/nix/store\",\"why\":\"s\"}"
				  : "{\"kind\":\"ro\",\"from\":\"/nix/store\",\"to\":"
				    "\"/nix/store\",\"why\":\"s\"}");
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
	static const struct cb_bpf filter[] = { { 6, 0, 0, 0x7fff0000 } };
	struct cb_mount_row *rows = checked(calloc(model->mount_count + 1, sizeof *rows));
	for (size_t i = 0; i < model->mount_count; i++) {
		const struct cb_model_mount *row = &model->mounts[i];
		rows[i] = (struct cb_mount_row) { .kind = row->kind,
						  .optional = row->optional,
						  .from = row->from.path,
						  .to = row->to.path,
						  .why = row->why };
		if (cb_kind_from(row->kind) == CB_FROM_TEXT)
			rows[i].from = (struct cb_path) { CB_ANCHOR_ROOT, row->from.text };
		if (cb_kind_from(row->kind) == CB_FROM_MADE &&
		    !cb_made_of(row->from.text, &rows[i].made))
			abort();
	}
	*ret_rows = rows;
	return (struct cb_policy) { .version = model->version,
				    .name = model->name,
				    .description = model->description,
				    .network = model->network,
				    .agent_program = model->agent_program,
				    .agent_args = nothing,
				    .bwrap = model->bwrap,
				    .shell = model->shell,
				    .git = model->git,
				    .path = nothing,
				    .env_pass = nothing,
				    .env_secrets = nothing,
				    .mounts = rows,
				    .mount_count = model->mount_count,
				    .closure =
					model->closure.items ? model->closure.items : nothing,
				    .state = model->state,
				    .filter = filter,
				    .filter_count = 1,
				    .sandbox_md = "" };
}

/* --- the host ----------------------------------------------------------------------------- */

static const char *const homes[] = { "/home/ada", "/home/ada", "/root", "/data/ada",
				     "/var/lib/svc" };
static const char *const projects[] = {
	"~/src/app", "~/src/app",      "~/src/app", "/tmp/app",
	"/srv/app",  "/data/app",      "~/dot",     "~",
	"~/.ssh/x",  "/etc/app",       "/data",     "~/.config",
	"/mnt/keys", "~/.claudebox/x", "/",         "/home/bob/app",
};
static const char *const agents[] = { STORE "claude/bin/claude",
				      "~/.local/bin/claude",
				      "~/.claude/local/claude",
				      "/opt/claude/cli.js",
				      "/usr/local/bin/claude",
				      "~/src/app/node/claude",
				      NULL };
static const char *const targets[] = {
	"/data/a",     "/data/keys/ssh", "/mnt/keys",   "~/dot/x",
	"~/.ssh/id",   "~/.aws",         "/run/dbus",   "~/.config",
	"/etc/shadow", "~/src/app",      STORE "dot/x", "/",
	"~",           "/root",          "/tmp/app",    "/run/user/1000/bus",
	"/home/bob/x",
};

/* Frees nothing: a case's strings live until it ends, in this list. */
static struct cb_strv kept;

static const char *keep(char *text)
{
	cb_strv_take(&kept, checked(text));
	return kept.items[kept.len - 1];
}

static const char *in_home(const struct world *world, const char *text)
{
	return keep(text[0] == '~' ? checked(cb_concat(world->facts.home, text + 1, NULL))
				   : copy(text));
}

char *world_real(const struct world *world, const char *path)
{
	char *real = copy(path);
	for (int steps = 0; steps < 8; steps++) {
		const struct link *hit = NULL;
		size_t len = 0;
		for (size_t i = 0; i < world->link_count && !hit; i++) {
			len = strlen(world->links[i].from);
			if (strncmp(real, world->links[i].from, len) == 0 &&
			    (real[len] == '\0' || real[len] == '/'))
				hit = &world->links[i];
		}
		if (!hit)
			return real;
		const char *to = strcmp(hit->to, "/") == 0 && real[len] ? "" : hit->to;
		char *next = checked(cb_concat(to, real + len, NULL));
		free(real);
		real = next;
	}
	free(real);
	return NULL;
}

/* Some of what a policy or the secret list names is a link here. */
static void make_links(struct world *world)
{
	for (size_t n = random_below(COUNT(world->links)); n > 0; n--) {
		const struct cb_secret_path *secret =
		    &cb_secret_paths[random_below(cb_secret_path_count)];
		const char *from = PICK(sources);
		if (random_below(3) == 0)
			from = secret->path.anchor == CB_ANCHOR_HOME
				   ? keep(checked(cb_concat("~/", secret->path.rest, NULL)))
				   : secret->path.rest;
		if (strncmp(from, "@config", 7) == 0)
			from = keep(checked(cb_concat("~/.claudebox", from + 7, NULL)));
		if (strncmp(from, "@claude", 7) == 0)
			from = keep(checked(cb_concat("~/.claude", from + 7, NULL)));
		if (strncmp(from, "@project", 8) == 0)
			from = keep(checked(cb_concat("~/src/app", from + 8, NULL)));
		if (from[0] == '@')
			continue;
		world->links[world->link_count++] =
		    (struct link) { in_home(world, from), in_home(world, PICK(targets)) };
	}
}

/* As facts.c does it. */
static void find_secrets(struct world *world, const char *home)
{
	for (size_t i = 0; i < cb_secret_path_count; i++) {
		char *path = checked(cb_path_join(home, cb_secret_paths[i].path.rest));
		char *real = world_real(world, path);
		if (real && strcmp(real, path) != 0 && !cb_path_is_within(real, "/nix/store") &&
		    !cb_path_is_within(world->facts.home, real))
			cb_strv_push(&world->facts.secret_reals, real);
		free(real);
		free(path);
	}
}

static char *source_of(const struct world *world, struct cb_path path)
{
	const struct cb_facts *f = &world->facts;
	const char *project = f->git.top ? f->git.top : f->cwd;
	switch (path.anchor) {
	case CB_ANCHOR_ROOT:
		return copy(path.rest);
	case CB_ANCHOR_HOME:
		return cb_path_join(f->home, path.rest);
	case CB_ANCHOR_PROJECT:
		return cb_path_join(project, path.rest);
	case CB_ANCHOR_CONFIG:
		return cb_concat(f->home, "/.claudebox/", path.rest, NULL);
	case CB_ANCHOR_CLAUDE:
		return cb_concat(f->home, "/.claude/", path.rest, NULL);
	default:
		return NULL;
	}
}

static void look_at_sources(struct world *world)
{
	struct cb_facts *f = &world->facts;
	f->source_count = world->policy->mount_count;
	f->sources = checked(calloc(f->source_count + 1, sizeof *f->sources));
	for (size_t i = 0; i < f->source_count; i++) {
		const struct cb_mount_row *row = &world->policy->mounts[i];
		bool bind = row->kind == CB_KIND_RO || row->kind == CB_KIND_RW;
		char *path = bind ? source_of(world, row->from) : NULL;
		if (path && random_below(6))
			f->sources[i].real = world_real(world, path);
		free(path);
	}
	f->extras = checked(calloc(3, sizeof *f->extras));
	for (size_t n = random_below(3); n > 0; n--) {
		const char *path = in_home(world, PICK(targets));
		cb_strv_push(random_below(2) ? &world->opts.mount_ro : &world->opts.mount_rw, path);
	}
	const struct cb_strv *lists[] = { &world->opts.mount_ro, &world->opts.mount_rw };
	for (size_t l = 0; l < 2; l++)
		for (size_t i = 0; i < lists[l]->len; i++)
			f->extras[f->extra_count++].real = world_real(world, lists[l]->items[i]);
}

static char *real_or(const struct world *world, const char *path, const char *otherwise)
{
	char *real = world_real(world, path);
	return real ? real : copy(otherwise);
}

static void make_host(struct world *world)
{
	static char term[] = "TERM=xterm";
	static char *const env[] = { term, NULL };
	struct cb_facts *f = &world->facts;
	f->uid = 1000;
	f->env = env;
	f->user = copy("ada");
	f->home = copy(PICK(homes));
	make_links(world);
	char *home = real_or(world, f->home, "/home/ada");
	free(f->home);
	f->home = strcmp(home, "/") == 0 ? copy("/home/ada") : copy(home);
	free(home);
	f->home_passwd = random_below(4) ? copy(f->home) : real_or(world, PICK(homes), f->home);
	f->cwd = real_or(world, in_home(world, PICK(projects)), "/srv/app");
	f->self = copy(STORE "claudebox/bin/claudebox");
	if (random_below(2)) { /* a work tree, perhaps with its repository elsewhere */
		const char *slash = strrchr(f->cwd, '/');
		f->git.top = slash > f->cwd && random_below(3) == 0
				 ? strndup(f->cwd, (size_t)(slash - f->cwd))
				 : copy(f->cwd);
		f->git.gitdir = cb_path_join(f->git.top, ".git");
		f->git.root = copy(f->git.top);
		if (random_below(3) == 0)
			f->git.common = real_or(world, in_home(world, PICK(targets)), "/data/a");
	}
	const char *agent = PICK(agents);
	if (agent) {
		f->agent.program = real_or(world, in_home(world, agent), "/opt/claude/cli.js");
		f->agent.package = copy(f->agent.program);
		char *slash = strrchr(f->agent.package, '/');
		if (random_below(3) == 0 && slash > f->agent.package)
			*slash = '\0';
	}
	find_secrets(world, f->home);
	if (strcmp(f->home, f->home_passwd) != 0)
		find_secrets(world, f->home_passwd);
	look_at_sources(world);
}

/* --- a case ------------------------------------------------------------------------------- */

static struct {
	unsigned policies, accepted, hosts, planned, refused;
} tally;

static const char *try_host(const struct cb_policy *policy)
{
	struct world world = { .policy = policy };
	cleanup_plan struct cb_plan plan = { 0 };
	cleanup_error struct cb_error err = { 0 };
	const char *wrong = NULL;
	make_host(&world);
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
	cb_opts_clear(&world.opts);
	cb_facts_clear(&world.facts);
	cb_strv_clear(&kept);
	return wrong;
}

static const char *try_policy(void)
{
	cleanup_text struct cb_text text = { 0 };
	cleanup_error struct cb_error err = { 0 };
	cleanup_model struct cb_model model = { 0 };
	cleanup_places struct cb_places places = { 0 };
	cleanup_findings struct cb_findings found = { 0 };
	bool closure = random_below(3) == 0;
	tally.policies++;
	make_policy(&text, closure);
	if (cb_read_policy(text.data, text.len, &model, &places, &found, &err) != 0 ||
	    (closure && cb_read_closure(copy(STORE "bash\n" STORE "claude\n"), &model, &err) != 0))
		return "the reader fails";
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
