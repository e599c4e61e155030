/* --check: the agent's program, as it would be started. Which version it is is told by its path or
 * its package, since running it would be running it uncontained. Pure. */
#include "commands/check/check.h"

#include "base/path.h"

#include <string.h>

#define VERSION_LIMIT 40

/* A text that looks like a version, and like nothing else. */
static char *copy_version(const char *text, size_t len)
{
	static const char letters[] =
	    "0123456789.-+_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	if (len == 0 || len > VERSION_LIMIT || strspn(text, letters) < len || text[0] < '0' ||
	    text[0] > '9')
		return NULL;
	return cb_strndup(text, len);
}

/* A text without escapes that is a member of the outermost object; NULL: there is none. */
static const char *find_member(const char *json, const char *name, size_t *ret_len)
{
	static const char blanks[] = " \t\r\n";
	int depth = 0;
	for (const char *p = json; *p; p++) {
		depth += (*p == '{' || *p == '[') - (*p == '}' || *p == ']');
		if (*p != '"')
			continue;
		const char *text = p + 1;
		for (p = text; *p && *p != '"'; p++)
			p += *p == '\\' && p[1];
		if (!*p)
			return NULL;
		const char *colon = p + 1 + strspn(p + 1, blanks);
		if (depth != 1 || *colon != ':' || (size_t)(p - text) != strlen(name) ||
		    strncmp(text, name, strlen(name)) != 0)
			continue;
		const char *value = colon + 1 + strspn(colon + 1, blanks);
		*ret_len = *value == '"' ? strcspn(value + 1, "\"\\") : 0;
		return *value == '"' && value[1 + *ret_len] == '"' ? value + 1 : NULL;
	}
	return NULL;
}

/* Any package.json may lie above a program: only one of claude's own counts. */
static char *version_of_package(const char *json)
{
	size_t len, name_len;
	const char *name = find_member(json, "name", &name_len);
	const char *version = find_member(json, "version", &len);
	if (!name || !version || !memmem(name, name_len, "claude", strlen("claude")))
		return NULL;
	return copy_version(version, len);
}

/* /nix/store/HASH-NAME-VERSION/…: what follows the last dash before a digit. */
static char *version_of_store_path(const char *program)
{
	const char *entry = program + strlen(CB_STORE_PATH "/");
	size_t len = strcspn(entry, "/");
	for (size_t i = len; i-- > 1;)
		if (entry[i - 1] == '-' && entry[i] >= '0' && entry[i] <= '9' && i > 33)
			return copy_version(entry + i, len - i);
	return NULL;
}

char *cb_check_agent_version(const char *program, const char *package_json)
{
	static const char versions[] = "/claude/versions/";
	const char *installed = strstr(program, versions);
	char *version = NULL;
	if (cb_path_is_within(program, CB_STORE_PATH))
		version = version_of_store_path(program);
	else if (installed)
		version = copy_version(installed + strlen(versions),
				       strcspn(installed + strlen(versions), "/"));
	return version || !package_json ? version : version_of_package(package_json);
}

static const char *kind_of(const char *program)
{
	return cb_path_is_within(program, CB_STORE_PATH)    ? "from the Nix store"
	       : strstr(program, "/node_modules/")          ? "installed by npm"
	       : strstr(program, "/share/claude/versions/") ? "by its own installer"
							    : "as found on PATH";
}

/* Whether the last mount at or above the path has something there, as far as the plan tells. */
static bool is_inside(const struct cb_plan *plan, const char *path)
{
	for (size_t i = plan->op_count; i > 0; i--) {
		const struct cb_op *op = &plan->ops[i - 1];
		if (cb_path_is_within(path, op->to))
			return op->kind == CB_KIND_RO || op->kind == CB_KIND_RW ||
			       strcmp(path, op->to) == 0;
	}
	return false;
}

/* What the agent, a script, needs and does not have in there; NULL: nothing. */
static const char *find_lack(const struct cb_check_facts *f, const struct cb_plan *plan)
{
	if (!f->interpreter)
		return NULL;
	if (!is_inside(plan, f->interpreter))
		return f->interpreter;
	return f->env_program && !f->env_program_found ? f->env_program : NULL;
}

/* By `plan` it would be started; NULL: none could be made. */
static void add_program(struct cb_checker *c, const struct cb_plan *plan)
{
	const char *program = c->facts->agent.program;
	bool in_project = plan && cb_path_is_within(program, plan->project);
	const char *lack = plan ? find_lack(c->facts, plan) : NULL;
	if (lack) {
		cb_check_fail(c,
			      "install claude as a program of its own (npm install -g "
			      "@anthropic-ai/claude-code, or its own installer), or let the "
			      "policy's `packages` bring what runs it",
			      "%s is a script for %s, which is not inside", program, lack);
		return;
	}
	const char *version = cb_check_agent_version(program, c->facts->agent_package_json);
	cb_check_add(c, in_project ? CB_HEALTH_WARN : CB_HEALTH_OK,
		     in_project ? "it lies in the project, where an agent can change it; install "
				  "one outside"
				: NULL,
		     "%s, %s: %s", version ? version : "version unknown", kind_of(program),
		     program);
}

void cb_check_agent(struct cb_checker *c)
{
	struct cb_plan shell = { 0 }, agent = { 0 };
	struct cb_error err = { 0 }, why = { 0 };
	bool planned = c->facts->has_launch && cb_check_plan(c, true, &shell, &err) == 0;
	if (planned && cb_check_plan(c, false, &agent, &why) < 0)
		cb_check_add_error(c, &why);
	else if (!c->facts->agent.program)
		cb_check_fail(c, "npm install -g @anthropic-ai/claude-code", "claude not found");
	else
		add_program(c, planned ? &agent : NULL);
}
