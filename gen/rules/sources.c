/* Rules on where a mount comes from: what of the host it would show. Pure. The launcher's guard
 * asks again with real paths; here a policy that can only leak is stopped at build time. */
#include "rules/rules.h"

#include "base/path.h"
#include "vocab/secrets.h"

static const char *const home_parents[] = {
#define X(path) path,
#include "rules/home-parents.def"
#undef X
};

static const struct cb_secret_path host_places[] = {
#define X(ANCHOR, rest, what) { { CB_ANCHOR_##ANCHOR, rest }, what },
#include "rules/host-places.def"
#undef X
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool has_source(const struct cb_model_mount *row)
{
	return cb_kind_from(row->kind) == CB_FROM_PATH && row->from.text && row->from.normal;
}

/* `path` within the home it lies in, for /home/NAME/…: "" for the home itself; NULL: in none. */
static const char *within_home(const char *path)
{
	for (size_t i = 0; i < COUNT(home_parents); i++) {
		size_t len = strlen(home_parents[i]);
		if (!cb_path_is_within(path, home_parents[i]) || path[len] == '\0')
			continue;
		const char *rest = strchr(path + len + 1, '/');
		return rest ? rest + 1 : "";
	}
	return NULL;
}

static bool exposes(const struct cb_model_mount *row, const struct cb_path *secret)
{
	const char *rest = row->from.path.rest;
	if (row->from.path.anchor == secret->anchor)
		return rest[0] == '\0' || cb_path_overlaps(rest, secret->rest);
	if (row->from.path.anchor == CB_ANCHOR_ROOT && secret->anchor == CB_ANCHOR_HOME) {
		/* A whole home is source_home's finding. */
		rest = within_home(rest);
		return rest && rest[0] != '\0' && cb_path_overlaps(rest, secret->rest);
	}
	return false;
}

static char *exposed(const struct cb_secret_path *place)
{
	return cb_format("exposes %s%s%s (%s)", cb_anchors[place->path.anchor].word,
			 place->path.anchor == CB_ANCHOR_ROOT ? "" : "/", place->path.rest,
			 place->what);
}

void cb_rule_source_secret(const struct cb_check *check)
{
	const struct cb_model_mount *row = check->row;
	const struct cb_secret_path *first = NULL;
	size_t more = 0;
	for (size_t i = 0; has_source(row) && i < cb_secret_path_count; i++) {
		if (!exposes(row, &cb_secret_paths[i].path))
			continue;
		more += first != NULL;
		first = first ? first : &cb_secret_paths[i];
	}
	if (more > 0)
		cb_report(check, "/from", "mount only the part that is needed", "%s and %zu more",
			  exposed(first), more);
	else if (first)
		cb_report(check, "/from",
			  "leave the row out: nothing at, below or above it may be mounted", "%s",
			  exposed(first));
}

void cb_rule_source_home(const struct cb_check *check)
{
	const struct cb_model_mount *row = check->row;
	if (!has_source(row) || row->from.path.anchor != CB_ANCHOR_ROOT)
		return;
	const char *path = row->from.path.rest;
	const char *rest = within_home(path);
	bool shown = rest && rest[0] == '\0';
	for (size_t i = 0; i < COUNT(home_parents); i++)
		shown |= cb_path_is_within(home_parents[i], path);
	if (shown)
		cb_report(check, "/from", "mount the part that is needed, as ~/...",
			  "%s shows whole homes, and what is secret in them", path);
}

void cb_rule_source_host(const struct cb_check *check)
{
	const struct cb_model_mount *row = check->row;
	for (size_t i = 0; has_source(row) && i < COUNT(host_places); i++) {
		if (!exposes(row, &host_places[i].path))
			continue;
		cb_report(check, "/from", NULL, "%s", exposed(&host_places[i]));
		return;
	}
}

void cb_rule_source_runtime(const struct cb_check *check)
{
	const struct cb_model_mount *row = check->row;
	if (has_source(row) && row->from.path.anchor == CB_ANCHOR_RUNTIME)
		cb_report(check, "/from", NULL,
			  "%s exposes the host's session sockets (ssh-agent, gpg-agent, D-Bus)",
			  row->from.text);
}

/* What of the user's own configuration a sandbox may see: what the agent reads, nothing that runs
 * on the host or logs in. */
void cb_rule_source_config(const struct cb_check *check)
{
	const struct cb_model_mount *row = check->row;
	static const char *const allowed[] = { "CLAUDE.md", "agents", "commands", "skills",
					       "settings.json" };
	enum cb_anchor anchor = row->from.path.anchor;
	if (!has_source(row) || (anchor != CB_ANCHOR_CONFIG && anchor != CB_ANCHOR_CLAUDE))
		return;
	/* The last one only from @config: in the host's own there are hooks, which run. */
	size_t count = COUNT(allowed) - (anchor == CB_ANCHOR_CLAUDE);
	for (size_t i = 0; i < count; i++)
		if (row->kind == CB_KIND_RO && strcmp(row->from.path.rest, allowed[i]) == 0)
			return;
	cb_report(check, "/from",
		  cb_format("kind ro, and one of CLAUDE.md, agents, commands, skills%s",
			    anchor == CB_ANCHOR_CONFIG ? ", settings.json" : ""),
		  "%s may not be shown", row->from.text);
}
