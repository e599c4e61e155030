/* Rules on the environment, asked of each name in it. Pure. */
#include "rules/rules.h"

#include "vocab/secrets.h"

/* The number of the first of that name in a list; NULL: there is none. */
static const size_t *find(const struct cb_check *check, enum cb_names list)
{
	const char *name = check->name->name;
	return cb_path_set_get(&check->names[list], CB_ANCHOR_ROOT, name, strlen(name));
}

void cb_rule_env_name(const struct cb_check *check)
{
	static const char letters[] = "0123456789_abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	const char *name = check->name->name;
	bool good = name[0] != '\0' && strspn(name, letters) == strlen(name) &&
		    !(name[0] >= '0' && name[0] <= '9');
	if (!good && check->name->list != CB_ALLOW)
		cb_report(check, "", NULL, "\"%s\" is no name of a variable", name);
}

void cb_rule_env_reserved(const struct cb_check *check)
{
	static const char *const reserved[] = {
		"HOME", "USER", "PATH", "SHELL", "XDG_RUNTIME_DIR",
#define X(name, value) name,
#include "vocab/proxy-names.def"
#undef X
	};
	enum { ALWAYS = 5, ALL = sizeof reserved / sizeof reserved[0] };
	size_t count = check->model->network == CB_TIER_DOMAINS ? ALL : ALWAYS;
	const char *name = check->name->name, *hint = NULL;
	if (strcmp(name, "PATH") == 0)
		hint = "its directories are those of packages";
	for (size_t i = 0; i < count; i++)
		if (strcmp(name, reserved[i]) == 0 && check->name->list != CB_ALLOW)
			cb_report(check, "", hint, "%s is made by the launcher", name);
}

static bool matches(const char *name, const char *pattern)
{
	size_t len = strlen(pattern);
	if (pattern[len - 1] == '*')
		return strncmp(name, pattern, len - 1) == 0;
	return strcmp(name, pattern) == 0;
}

void cb_rule_env_danger(const struct cb_check *check)
{
	enum { PASS = 1 << CB_PASS, BOTH = PASS | 1 << CB_SET };
	static const struct {
		const char *pattern;
		unsigned where;
		const char *why;
	} names[] = {
#define X(name, WHERE, why) { name, WHERE, why },
#include "rules/env-names.def"
#undef X
	};
	const struct cb_env_name *name = check->name;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if ((names[i].where & 1U << name->list) && matches(name->name, names[i].pattern))
			cb_report(check, "", NULL, "%s may not be %s: %s", name->name,
				  name->list == CB_PASS ? "passed" : "set", names[i].why);
}

/* A path is no secret, whatever the variable is called: SOPS_AGE_KEY_FILE=/… Without the list of
 * those that are allowed, of which the reader has said so, none would be. */
void cb_rule_env_secret_name(const struct cb_check *check)
{
	const struct cb_env_name *name = check->name;
	const char *text = name->set ? name->set->text : NULL;
	bool holds = name->list == CB_PASS || (text && text[0] != '\0' && text[0] != '/');
	if (holds && check->model->env_secrets.items && cb_secret_name(name->name) &&
	    !find(check, CB_ALLOW))
		cb_report(check, "", "if it is meant to enter, name it in env.allowSecret",
			  "%s looks like a secret", name->name);
}

void cb_rule_env_secret_value(const struct cb_check *check)
{
	const struct cb_model_set *set = check->name->set;
	const char *shape = set && set->text ? cb_secret_shape(set->text) : NULL;
	if (shape)
		cb_report(
		    check, "",
		    cb_format("let %s in from the host: env.pass and env.allowSecret", set->name),
		    "its value looks like %s, and the store is readable by everyone", shape);
}

void cb_rule_env_allow_unused(const struct cb_check *check)
{
	const char *name = check->name->name;
	if (check->name->list == CB_ALLOW && !find(check, CB_PASS) && !find(check, CB_SET))
		cb_report(check, "", "name it in env.pass, or leave it out",
			  "%s is neither passed nor set", name);
}

void cb_rule_env_twice(const struct cb_check *check)
{
	const struct cb_env_name *name = check->name;
	if (name->set && find(check, CB_PASS))
		cb_report(check, "", NULL, "%s is also in env.pass", name->name);
	if (!name->set && *find(check, name->list) != name->index)
		cb_report(check, "", NULL, "%s is there already", name->name);
}

void cb_rule_env_path(const struct cb_check *check)
{
	const struct cb_model_path *path = check->name->set ? &check->name->set->path : NULL;
	if (path && path->text && (!path->normal || cb_anchor_is_on_host(path->path.anchor)))
		cb_report(check, "/path", NULL, "\"%s\" is %s", path->text,
			  path->normal ? "a place on the host only"
				       : "relative, not normal or too long");
}
