/* The environment of a plan, built from empty: what the launcher makes, what the policy sets,
 * what the policy and the user let in. */
#include "plan/parts.h"

#include "plan/inside-files.h"
#include "vocab/secrets.h"

#include <stdlib.h>
#include <string.h>

/* Takes `value`. */
static int take_var(struct cb_planner *m, const char *name, char *value, enum cb_origin origin)
{
	struct cb_plan *plan = m->plan;
	char *copy = strdup(name);
	if (!copy || !value ||
	    !(plan->vars =
		  cb_grow(plan->vars, plan->var_count, &plan->var_cap, sizeof *plan->vars))) {
		free(copy);
		free(value);
		return cb_fail_memory(m->err);
	}
	/* L23: flagged and masked by name or by what the value looks like, whoever let it in. */
	bool secret = cb_secret_name(name) || cb_secret_shape(value);
	plan->vars[plan->var_count++] = (struct cb_var) { copy, value, origin, secret };
	return 0;
}

static const struct cb_var *find_var(const struct cb_plan *plan, const char *name)
{
	for (size_t i = 0; i < plan->var_count; i++)
		if (strcmp(plan->vars[i].name, name) == 0)
			return &plan->vars[i];
	return NULL;
}

static char *join_path_list(const char *const *dirs)
{
	char *list = strdup("");
	for (size_t i = 0; list && dirs[i]; i++) {
		char *longer = cb_concat(list, i ? ":" : "", dirs[i], NULL);
		free(list);
		list = longer;
	}
	return list;
}

/* L16: these only tell programs where the proxy is; that there is no other way is the network's
 * doing. */
static int proxy_vars(struct cb_planner *m)
{
	static const struct {
		const char *name, *value;
	} vars[] = {
#define X(name, value) { name, value },
#include "vocab/proxy-names.def"
#undef X
	};
	if (m->policy->network != CB_TIER_DOMAINS)
		return 0;
	for (size_t i = 0; i < sizeof vars / sizeof vars[0]; i++)
		if (take_var(m, vars[i].name, strdup(vars[i].value), CB_ORIGIN_CLAUDEBOX) < 0)
			return -1;
	return 0;
}

static int make_vars(struct cb_planner *m)
{
	const struct cb_path runtime = { CB_ANCHOR_RUNTIME, "" };
	if (take_var(m, "HOME", strdup(m->facts->home), CB_ORIGIN_CLAUDEBOX) < 0 ||
	    take_var(m, "USER", strdup(m->facts->user), CB_ORIGIN_CLAUDEBOX) < 0 ||
	    take_var(m, "PATH", join_path_list(m->policy->path), CB_ORIGIN_CLAUDEBOX) < 0 ||
	    take_var(m, "SHELL", strdup(m->policy->shell), CB_ORIGIN_CLAUDEBOX) < 0 ||
	    take_var(m, "XDG_RUNTIME_DIR", cb_plan_expand(m, runtime), CB_ORIGIN_CLAUDEBOX) < 0)
		return -1;
	if (proxy_vars(m) < 0)
		return -1;
	/* Without it nix would look for a store of its own; where the daemon was left out it says
	 * that it cannot connect, rather than that the file system is read-only. */
	if (m->policy->nix_daemon &&
	    take_var(m, "NIX_REMOTE", strdup("daemon"), CB_ORIGIN_CLAUDEBOX) < 0)
		return -1;
	/* The client refuses to run as root without it. */
	return m->facts->uid == 0 ? take_var(m, "IS_SANDBOX", strdup("1"), CB_ORIGIN_CLAUDEBOX) : 0;
}

static int set_vars(struct cb_planner *m)
{
	for (size_t i = 0; i < m->policy->env_set_count; i++) {
		const struct cb_env_row *row = &m->policy->env_set[i];
		char *value = row->text ? strdup(row->text) : cb_plan_expand(m, row->path);
		if (take_var(m, row->name, value, CB_ORIGIN_POLICY) < 0)
			return -1;
	}
	return 0;
}

/* As it is; but a file of the host that TZ names is inside under another name. */
static char *passed_value(const struct cb_planner *m, const char *name, const char *value)
{
	const char *zone = cb_inside_zone(m->policy, m->facts);
	return zone && strcmp(name, "TZ") == 0 ? cb_concat(":", zone, NULL) : strdup(value);
}

static int pass_vars(struct cb_planner *m)
{
	for (size_t i = 0; m->policy->env_pass[i]; i++) {
		const char *name = m->policy->env_pass[i];
		const char *value = cb_env_get(m->facts->env, name);
		if (value && take_var(m, name, passed_value(m, name, value), CB_ORIGIN_HOST) < 0)
			return -1;
	}
	return 0;
}

bool cb_is_name(const char *name)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
	static const char digits[] =
	    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
	return *name && strchr(letters, *name) && name[strspn(name, digits)] == '\0';
}

/* One name of CLAUDEBOX_EXTRA_ENV. */
static int add_extra(struct cb_planner *m, char *name)
{
	const char *value = cb_env_get(m->facts->env, name);
	const struct cb_var *known = find_var(m->plan, name);
	if (!cb_is_name(name)) {
		/* Whoever writes NAME=value has written what may be a secret; and a URL with a
		 * comma in its password is here without its end. */
		char *value_at = name + strcspn(name, "=:");
		if (*value_at)
			value_at[1] = '\0';
		cb_fail(m->err, CB_EXIT_REFUSED,
			"CLAUDEBOX_EXTRA_ENV names \"%s\" (no name of a variable)", name);
		return cb_hint(m->err, "names separated by commas: CLAUDEBOX_EXTRA_ENV=\"A,B\"");
	}
	/* D-04: no reason to stop, one list may serve several profiles. */
	if (known && known->origin != CB_ORIGIN_HOST && known->origin != CB_ORIGIN_EXTRA)
		cb_strv_take(&m->plan->notes,
			     cb_concat("the sandbox sets ", name,
				       " itself: CLAUDEBOX_EXTRA_ENV changes nothing of it", NULL));
	if (known || !value)
		return 0;
	return take_var(m, name, strdup(value), CB_ORIGIN_EXTRA);
}

/* D-03: names separated by commas, blanks around them ignored, unset ones too. */
static int extra_vars(struct cb_planner *m)
{
	const char *list = cb_env_get(m->facts->env, "CLAUDEBOX_EXTRA_ENV");
	while (list && *list) {
		size_t len = strcspn(list, ",");
		const char *begin = list, *end = list + len;
		while (begin < end && strchr(" \t\n", *begin))
			begin++;
		while (end > begin && strchr(" \t\n", end[-1]))
			end--;
		char *name = strndup(begin, (size_t)(end - begin));
		int result = !name ? cb_fail_memory(m->err) : *name ? add_extra(m, name) : 0;
		free(name);
		if (result < 0)
			return -1;
		list += len + (list[len] == ',');
	}
	return 0;
}

int cb_plan_env(struct cb_planner *m)
{
	return make_vars(m) < 0 || set_vars(m) < 0 || pass_vars(m) < 0 || extra_vars(m) < 0 ? -1
											    : 0;
}
