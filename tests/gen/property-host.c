/* Random hosts: a home, a project, a repository, an agent, and links across all of them. */
#include "property.h"

#include "base/path.h"
#include "plan/guard.h"
#include "vocab/secrets.h"

#include <stdlib.h>
#include <string.h>

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
	return keep(text[0] == '~' ? checked(cb_format("%s%s", world->facts.home, text + 1))
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
		char *next = checked(cb_format("%s%s", to, real + len));
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
				   ? keep(checked(cb_format("~/%s", secret->path.rest)))
				   : secret->path.rest;
		if (strncmp(from, "@config", 7) == 0)
			from = keep(checked(cb_format("~/.claudebox%s", from + 7)));
		if (strncmp(from, "@claude", 7) == 0)
			from = keep(checked(cb_format("~/.claude%s", from + 7)));
		if (strncmp(from, "@project", 8) == 0)
			from = keep(checked(cb_format("~/src/app%s", from + 8)));
		if (from[0] == '@')
			continue;
		world->links[world->link_count++] =
		    (struct link) { in_home(world, from), in_home(world, PICK(targets)) };
	}
}

/* As host/facts.c does it. */
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
	switch (path.anchor) {
	case CB_ANCHOR_ROOT:
		return copy(path.rest);
	case CB_ANCHOR_HOME:
		return cb_path_join(f->home, path.rest);
	case CB_ANCHOR_PROJECT:
		return cb_path_join(f->project.path, path.rest);
	case CB_ANCHOR_CONFIG:
		return cb_format("%s/.claudebox/%s", f->home, path.rest);
	case CB_ANCHOR_CLAUDE:
		return cb_format("%s/.claude/%s", f->home, path.rest);
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

void world_make(struct world *world)
{
	static char term[] = "TERM=xterm";
	static char *const env[] = { term, NULL };
	struct cb_facts *f = &world->facts;
	f->uid = 1000;
	f->nix = (enum cb_nix_answer)random_below(CB_NIX_COUNT);
	if (f->nix == CB_NIX_MEANT) /* the plan's own word */
		f->nix = CB_NIX_ABSENT;
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
	struct cb_error err;
	if (cb_choose_project(world->policy, f, &f->project, &err) < 0)
		abort();
	look_at_sources(world);
}

void world_clear(struct world *world)
{
	world->opts = (struct cb_opts) { 0 };
	kept = (struct cb_strv) { 0 };
}
