/* The launcher on a host that does not exist: facts from a file instead of from the machine, then
 * the same plan, the same bwrap words, the same output as --dry-run.
 *
 *     fake-host HOST.host [FLAG...]
 *
 * A host file has one `key value` a line: uid gid user home home_passwd cwd self agent, top
 * (git's, with common and root), name and email (git's), `env NAME=value`, `link PATH TARGET` (a
 * mount source that leads elsewhere), `missing PATH`, `protect ROOT PATH` and `hide ROOT PATH` (a
 * file that is there, below the shown directory ROOT; a directory when PATH ends in /), `config
 * ROOT PATH` (a git configuration, with a login in it), `secret_file NAME` (of the project), `new
 * PATH` (a watched file the last launch has not seen), `nix ANSWER` (of nix-answers.def). */
#include "base/path.h"
#include "cli/opts.h"
#include "host/facts.h"
#include "plan/bwrap.h"
#include "plan/guard.h"
#include "plan/plan.h"
#include "show/show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct host {
	struct cb_facts facts;
	struct cb_strv env, links, targets, missing;
};

static int set_nix(struct cb_facts *f, const char *answer)
{
	static const char *const answers[] = {
#define X(NAME, says) #NAME,
#include "vocab/nix-answers.def"
#undef X
	};
	for (unsigned i = 0; i < CB_NIX_COUNT; i++) {
		if (strcmp(answer, answers[i]) == 0) {
			f->nix = (enum cb_nix_answer)i;
			return 0;
		}
	}
	return -1;
}

static int set_field(struct host *h, const char *key, const char *value)
{
	struct cb_facts *f = &h->facts;
	const struct {
		const char *key;
		char **field;
	} fields[] = {
		{ "user", &f->user },
		{ "home", &f->home },
		{ "home_passwd", &f->home_passwd },
		{ "cwd", &f->cwd },
		{ "self", &f->self },
		{ "agent", &f->agent.program },
		{ "package", &f->agent.package },
		{ "top", &f->git.top },
		{ "gitdir", &f->git.gitdir },
		{ "common", &f->git.common },
		{ "root", &f->git.root },
		{ "name", &f->identity.name },
		{ "email", &f->identity.email },
		{ "resolv", &f->resolv_conf },
	};
	for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
		if (strcmp(key, fields[i].key) == 0)
			return (*fields[i].field = strdup(value)) ? 0 : -1;
	if (strcmp(key, "uid") == 0)
		f->uid = (uid_t)strtoul(value, NULL, 10);
	else if (strcmp(key, "gid") == 0)
		f->gid = (gid_t)strtoul(value, NULL, 10);
	else if (strcmp(key, "nix") == 0)
		return set_nix(f, value);
	else if (strcmp(key, "env") == 0)
		cb_strv_push(&h->env, value);
	else if (strcmp(key, "secret_file") == 0)
		cb_strv_push(&f->paths.secret_files, value);
	else if (strcmp(key, "missing") == 0)
		cb_strv_push(&h->missing, value);
	else
		return -1;
	return 0;
}

/* What is planted in each git configuration. */
static const char config[] = "[core]\n\tbare = false\n[remote \"origin\"]\n"
			     "\turl = https://me:c4n4ry@example.org/some.git\n"
			     "[http]\n\textraHeader = c4n4ry\n";

/* `protect`, `hide` or `config`, with `ROOT PATH` behind it. */
static int add_path(struct cb_project_paths *p, const char *word, char *value)
{
	char *path = strchr(value, ' ');
	if (!path)
		return -1;
	*path++ = '\0';
	size_t len = strlen(path);
	bool is_directory = path[len - 1] == '/';
	p->items = cb_grow(p->items, p->count, &p->cap, sizeof *p->items);
	bool is_config = strcmp(word, "config") == 0;
	p->items[p->count++] = (struct cb_project_path) {
		.path = strndup(path, len - is_directory),
		.root_len = strlen(value),
		.role = strcmp(word, "hide") == 0 ? CB_ROLE_HIDE : CB_ROLE_PROTECT,
		.is_directory = is_directory,
		.config = is_config ? strdup(config) : NULL,
		.config_size = is_config ? strlen(config) : 0,
	};
	return 0;
}

/* The record knows the project and nothing in it. */
static int add_new(struct cb_facts *f, const char *path)
{
	struct cb_watch *w = &f->paths.watch;
	struct cb_strv unused = { 0 };
	if (!w->record.text)
		w->record.text = cb_record_next(NULL, f->git.top, NULL, 0, &unused, &unused);
	w->files = cb_grow(w->files, w->count, &w->cap, sizeof *w->files);
	w->files[w->count++] = (struct cb_watched) { .path = strdup(path) };
	return 0;
}

static int read_line(struct host *h, char *line)
{
	line[strcspn(line, "\n")] = '\0';
	if (*line == '\0' || *line == '#')
		return 0;
	char *value = strchr(line, ' ');
	if (!value)
		return -1;
	*value++ = '\0';
	if (strcmp(line, "protect") == 0 || strcmp(line, "hide") == 0 ||
	    strcmp(line, "config") == 0)
		return add_path(&h->facts.paths, line, value);
	if (strcmp(line, "new") == 0)
		return add_new(&h->facts, value);
	if (strcmp(line, "link") != 0)
		return set_field(h, line, value);
	char *target = strchr(value, ' ');
	if (!target)
		return -1;
	*target++ = '\0';
	cb_strv_push(&h->links, value);
	cb_strv_push(&h->targets, target);
	return 0;
}

static int read_host(struct host *h, const char *name)
{
	char line[4096];
	FILE *file = fopen(name, "r");
	if (!file)
		return -1;
	int result = 0;
	while (result == 0 && fgets(line, sizeof line, file))
		result = read_line(h, line);
	fclose(file);
	return result;
}

/* Where a mount source of the policy leads on this host; NULL: it is missing. */
static char *resolve(const struct host *h, struct cb_path path)
{
	const struct cb_facts *f = &h->facts;
	char *full = cb_path_on_host(path, f->home, f->project.path);
	for (size_t i = 0; full && i < h->links.len; i++)
		if (strcmp(full, h->links.items[i]) == 0) {
			free(full);
			return strdup(h->targets.items[i]);
		}
	for (size_t i = 0; full && i < h->missing.len; i++)
		if (strcmp(full, h->missing.items[i]) == 0) {
			free(full);
			return NULL;
		}
	return full;
}

/* What a launch reads for the project, once it is chosen. */
static int resolve_sources(struct host *h)
{
	struct cb_error err;
	if (cb_choose_project(&cb_policy, &h->facts, &h->facts.project, &err) < 0)
		return -1;
	h->facts.sources = calloc(cb_policy.mount_count + 1, sizeof *h->facts.sources);
	if (!h->facts.sources)
		return -1;
	h->facts.source_count = cb_policy.mount_count;
	for (size_t i = 0; i < cb_policy.mount_count; i++) {
		const struct cb_mount_row *row = &cb_policy.mounts[i];
		if (row->kind == CB_KIND_RO || row->kind == CB_KIND_RW)
			h->facts.sources[i].real = resolve(h, row->from);
	}
	return 0;
}

static void show_text(const struct cb_plan *plan, const struct cb_bwrap *bwrap)
{
	struct cb_screen screen = { .file = stdout, .utf8 = true };
	cb_show_plan(screen, plan);
	cb_show_command(screen, plan, bwrap);
}

static int show(const struct host *h, char **argv, struct cb_error *err)
{
	struct cb_opts opts = { 0 };
	struct cb_plan plan = { 0 };
	struct cb_bwrap bwrap = { 0 };
	if (cb_opts_parse(argv, &opts, err) < 0 ||
	    cb_plan_make(&cb_policy, &h->facts, &opts, &plan, err) < 0 ||
	    cb_bwrap_make(&plan, &bwrap, err) < 0)
		return -1;
	if (opts.json)
		cb_show_json(stdout, &plan, &bwrap);
	else
		show_text(&plan, &bwrap);
	return 0;
}

int main(int argc, char **argv)
{
	struct host h = { 0 };
	struct cb_error err = { 0 };
	if (argc < 2 || read_host(&h, argv[1]) < 0 || resolve_sources(&h) < 0) {
		fprintf(stderr, "fake-host: cannot read the host file\n");
		return CB_EXIT_USAGE;
	}
	h.facts.env = h.env.items;
	if (show(&h, argv + 1, &err) < 0) {
		cb_show_error((struct cb_screen) { .file = stdout, .utf8 = true }, &err);
		return (int)err.code;
	}
	return 0;
}
