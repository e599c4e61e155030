/* Rules on the environment. Pure. */
#include "rules/rules.h"

#include "rules/path-set.h"
#include "vocab/secrets.h"

#include <string.h>

enum where { PASS = 1, SET = 2, BOTH = PASS | SET };

/* Names are kept in a path set: it is a set of strings as well. */
static bool has_name(const struct cb_path_set *set, const char *name)
{
	return cb_path_set_get(set, CB_ANCHOR_ROOT, name, strlen(name)) != NULL;
}

static void put_name(struct cb_path_set *set, const char *name)
{
	cb_path_set_put(set, CB_ANCHOR_ROOT, name, strlen(name), 0);
}

static void put_names(struct cb_path_set *set, const struct cb_model_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->items[i])
			put_name(set, list->items[i]);
}

struct variable {
	enum where where;
	const char *name;
	const char *text; /* the value of a SET variable when it is a text */
	const char *pointer;
};

typedef void question(const struct cb_check *check, const struct variable *variable,
		      const struct cb_path_set *allowed);

static void ask_each(const struct cb_check *check, question *ask)
{
	const struct cb_model *model = check->model;
	cleanup_text struct cb_text pointer = { 0 };
	cleanup_path_set struct cb_path_set allowed = { 0 };
	if (!cb_path_set_init(&allowed, model->env_secrets.count)) {
		check->found->failed = true;
		return;
	}
	put_names(&allowed, &model->env_secrets);
	for (size_t i = 0; i < model->env_pass.count; i++) {
		cb_text_cut(&pointer, 0);
		cb_text_printf(&pointer, "/env/pass/%zu", i);
		const struct variable variable = { PASS, model->env_pass.items[i], NULL,
						   cb_text_str(&pointer) };
		if (variable.name)
			ask(check, &variable, &allowed);
	}
	for (size_t i = 0; i < model->env_set_count; i++) {
		const struct cb_model_set *set = &model->env_set[i];
		cb_text_cut(&pointer, 0);
		cb_text_add(&pointer, "/env/set");
		cb_pointer_push(&pointer, set->name);
		const struct variable variable = { SET, set->name, set->text,
						   cb_text_str(&pointer) };
		ask(check, &variable, &allowed);
	}
	check->found->failed |= pointer.failed;
}

static struct cb_finding *at(const struct cb_check *check, const struct variable *variable)
{
	return cb_finding_add(check->found, check->rule, "%s", variable->pointer);
}

static void ask_name(const struct cb_check *check, const struct variable *variable,
		     const struct cb_path_set *allowed)
{
	static const char letters[] = "0123456789_abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	(void)allowed;
	if (variable->name[0] != '\0' &&
	    strspn(variable->name, letters) == strlen(variable->name) &&
	    !(variable->name[0] >= '0' && variable->name[0] <= '9'))
		return;
	cb_finding_say(at(check, variable), "\"%s\" is no name of a variable", variable->name);
}

void cb_rule_env_name(const struct cb_check *check)
{
	ask_each(check, ask_name);
}

static void ask_reserved(const struct cb_check *check, const struct variable *variable,
			 const struct cb_path_set *allowed)
{
	static const char *const reserved[] = {
		"HOME", "USER", "PATH", "SHELL", "XDG_RUNTIME_DIR",
#define X(name, value) name,
#include "vocab/proxy-names.def"
#undef X
	};
	enum { ALWAYS = 5, ALL = sizeof reserved / sizeof reserved[0] };
	(void)allowed;
	size_t count = check->model->network == CB_TIER_DOMAINS ? ALL : ALWAYS;
	for (size_t i = 0; i < count; i++) {
		if (strcmp(variable->name, reserved[i]) != 0)
			continue;
		struct cb_finding *finding = at(check, variable);
		cb_finding_say(finding, "%s is made by the launcher", variable->name);
		if (strcmp(variable->name, "PATH") == 0)
			cb_finding_hint(finding, "its directories are those of packages");
	}
}

void cb_rule_env_reserved(const struct cb_check *check)
{
	ask_each(check, ask_reserved);
}

static bool matches(const char *name, const char *pattern)
{
	size_t len = strlen(pattern);
	if (pattern[len - 1] == '*')
		return strncmp(name, pattern, len - 1) == 0;
	return strcmp(name, pattern) == 0;
}

static void ask_danger(const struct cb_check *check, const struct variable *variable,
		       const struct cb_path_set *allowed)
{
	static const struct {
		const char *pattern;
		enum where where;
		const char *why;
	} names[] = {
#define X(name, WHERE, why) { name, WHERE, why },
#include "rules/env-names.def"
#undef X
	};
	(void)allowed;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if ((names[i].where & variable->where) && matches(variable->name, names[i].pattern))
			cb_finding_say(at(check, variable), "%s may not be %s: %s", variable->name,
				       variable->where == PASS ? "passed" : "set", names[i].why);
}

void cb_rule_env_danger(const struct cb_check *check)
{
	ask_each(check, ask_danger);
}

/* A path is no secret, whatever the variable is called: SOPS_AGE_KEY_FILE=/… */
static void ask_secret_name(const struct cb_check *check, const struct variable *variable,
			    const struct cb_path_set *allowed)
{
	const char *text = variable->text;
	if (variable->where == SET && (!text || text[0] == '\0' || text[0] == '/'))
		return;
	if (!cb_secret_name(variable->name) || has_name(allowed, variable->name))
		return;
	struct cb_finding *finding = at(check, variable);
	cb_finding_say(finding, "%s looks like a secret", variable->name);
	cb_finding_hint(finding, "if it is meant to enter, name it in env.allowSecret");
}

/* Without its list, of which the reader has said so, nothing would be allowed. */
void cb_rule_env_secret_name(const struct cb_check *check)
{
	if (check->model->env_secrets.items)
		ask_each(check, ask_secret_name);
}

static void ask_secret_value(const struct cb_check *check, const struct variable *variable,
			     const struct cb_path_set *allowed)
{
	(void)allowed;
	const char *shape = variable->text ? cb_secret_shape(variable->text) : NULL;
	if (!shape)
		return;
	struct cb_finding *finding = at(check, variable);
	cb_finding_say(finding, "its value looks like %s, and the store is readable by everyone",
		       shape);
	cb_finding_hint(finding, "let %s in from the host: env.pass and env.allowSecret",
			variable->name);
}

void cb_rule_env_secret_value(const struct cb_check *check)
{
	ask_each(check, ask_secret_value);
}

void cb_rule_env_allow_unused(const struct cb_check *check)
{
	const struct cb_model *model = check->model;
	cleanup_path_set struct cb_path_set given = { 0 };
	if (!cb_path_set_init(&given, model->env_pass.count + model->env_set_count)) {
		check->found->failed = true;
		return;
	}
	put_names(&given, &model->env_pass);
	for (size_t i = 0; i < model->env_set_count; i++)
		put_name(&given, model->env_set[i].name);
	for (size_t i = 0; i < model->env_secrets.count; i++) {
		const char *name = model->env_secrets.items[i];
		if (!name || has_name(&given, name))
			continue;
		struct cb_finding *finding =
		    cb_finding_add(check->found, check->rule, "/env/allowSecret/%zu", i);
		cb_finding_say(finding, "%s is neither passed nor set", name);
		cb_finding_hint(finding, "name it in env.pass, or leave it out");
	}
}

static void find_twice(const struct cb_check *check, const struct cb_model_list *list,
		       const char *pointer, struct cb_path_set *seen)
{
	for (size_t i = 0; i < list->count; i++) {
		if (!list->items[i])
			continue;
		if (has_name(seen, list->items[i]))
			cb_finding_say(
			    cb_finding_add(check->found, check->rule, "%s/%zu", pointer, i),
			    "%s is there already", list->items[i]);
		put_name(seen, list->items[i]);
	}
}

void cb_rule_env_twice(const struct cb_check *check)
{
	const struct cb_model *model = check->model;
	cleanup_path_set struct cb_path_set secrets = { 0 };
	cleanup_path_set struct cb_path_set passed = { 0 };
	if (!cb_path_set_init(&secrets, model->env_secrets.count) ||
	    !cb_path_set_init(&passed, model->env_pass.count)) {
		check->found->failed = true;
		return;
	}
	find_twice(check, &model->env_secrets, "/env/allowSecret", &secrets);
	find_twice(check, &model->env_pass, "/env/pass", &passed);
	for (size_t i = 0; i < model->env_set_count; i++) {
		const char *name = model->env_set[i].name;
		if (!has_name(&passed, name))
			continue;
		cleanup_text struct cb_text pointer = { 0 };
		cb_pointer_push(&pointer, name);
		cb_finding_say(
		    cb_finding_add(check->found, check->rule, "/env/set%s", cb_text_str(&pointer)),
		    "%s is also in env.pass", name);
	}
}

void cb_rule_env_path(const struct cb_check *check)
{
	const struct cb_model *model = check->model;
	for (size_t i = 0; i < model->env_set_count; i++) {
		const struct cb_model_path *path = &model->env_set[i].path;
		if (!path->text || (path->normal && !cb_anchor_is_on_host(path->path.anchor)))
			continue;
		cleanup_text struct cb_text pointer = { 0 };
		cb_pointer_push(&pointer, model->env_set[i].name);
		cb_finding_say(cb_finding_add(check->found, check->rule, "/env/set%s/path",
					      cb_text_str(&pointer)),
			       "\"%s\" is %s", path->text,
			       path->normal ? "a place on the host only"
					    : "relative, not normal or too long");
	}
}
