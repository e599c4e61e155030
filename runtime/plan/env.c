/* The environment inside, built from empty: what the launcher sets, what the policy sets, what the
 * policy and the user let in. */
#include "plan/planner.h"

#include "plan/inside-files.h"
#include "vocab/secrets.h"

#include <string.h>

/* Takes `value`. */
static void push_var(struct cb_planner *m, const char *name, char *value, enum cb_origin origin)
{
	struct cb_plan *plan = m->plan;
	/* L23: by its name or its value, whoever let it in. */
	bool secret = cb_secret_name(name) || cb_secret_shape(value);
	plan->vars = cb_grow(plan->vars, plan->var_count, &plan->var_cap, sizeof *plan->vars);
	plan->vars[plan->var_count++] = (struct cb_var) { cb_strdup(name), value, origin, secret };
}

struct cb_var *cb_plan_find_var(const struct cb_plan *plan, const char *name)
{
	for (size_t i = 0; i < plan->var_count; i++)
		if (strcmp(plan->vars[i].name, name) == 0)
			return &plan->vars[i];
	return NULL;
}

static char *join_path_list(const char *const *dirs)
{
	char *list = cb_strdup("");
	for (size_t i = 0; dirs[i]; i++)
		list = cb_format("%s%s%s", list, i ? ":" : "", dirs[i]);
	return list;
}

static void push_own(struct cb_planner *m, const char *name, const char *value)
{
	push_var(m, name, cb_strdup(value), CB_ORIGIN_CLAUDEBOX);
}

/* What the launcher sets. */
static void push_own_vars(struct cb_planner *m)
{
	push_own(m, "HOME", m->facts->home);
	push_own(m, "USER", m->facts->user);
	push_own(m, "PATH", join_path_list(m->policy->path));
	push_own(m, "SHELL", m->policy->shell);
	push_own(m, "XDG_RUNTIME_DIR",
		 cb_plan_expand(m, (struct cb_path) { CB_ANCHOR_RUNTIME, "" }));
	/* L16: these only tell programs where the proxy is. The network namespace has no other way
	 * out. */
	if (m->policy->network == CB_TIER_DOMAINS) {
#define X(name, value) push_own(m, name, value);
#include "vocab/proxy-names.def"
#undef X
	}
	/* Without it nix would use a store of its own. Without the daemon it then says that it
	 * cannot connect, not that the file system is read-only. */
	if (m->policy->nix_daemon)
		push_own(m, "NIX_REMOTE", "daemon");
	/* The client refuses to run as root without it. */
	if (m->facts->uid == 0)
		push_own(m, "IS_SANDBOX", "1");
}

/* What the policy sets. */
static void push_set_vars(struct cb_planner *m)
{
	for (size_t i = 0; i < m->policy->env_set_count; i++) {
		const struct cb_env_row *row = &m->policy->env_set[i];
		push_var(m, row->name,
			 row->text ? cb_strdup(row->text) : cb_plan_expand(m, row->path),
			 CB_ORIGIN_POLICY);
	}
}

/* The same value; but a file that TZ names has another path inside. */
static char *passed_value(const struct cb_planner *m, const char *name, const char *value)
{
	const char *zone = cb_inside_zone(m->policy, m->facts);
	return zone && strcmp(name, "TZ") == 0 ? cb_format(":%s", zone) : cb_strdup(value);
}

/* What the policy lets in. */
static void push_passed_vars(struct cb_planner *m)
{
	for (size_t i = 0; m->policy->env_pass[i]; i++) {
		const char *name = m->policy->env_pass[i];
		const char *value = cb_env_get(m->facts->env, name);
		if (value)
			push_var(m, name, passed_value(m, name, value), CB_ORIGIN_HOST);
	}
}

bool cb_is_name(const char *name)
{
	static const char letters[] =
	    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
	return *name && !strchr("0123456789", *name) && name[strspn(name, letters)] == '\0';
}

/* One name of CLAUDEBOX_EXTRA_ENV. */
static int push_extra(struct cb_planner *m, char *name)
{
	const char *value = cb_env_get(m->facts->env, name);
	const struct cb_var *known = cb_plan_find_var(m->plan, name);
	if (!cb_is_name(name)) {
		/* After NAME= or in a URL there may be a secret: it is not repeated. */
		char *value_at = name + strcspn(name, "=:");
		if (*value_at)
			value_at[1] = '\0';
		cb_fail(m->err, CB_EXIT_REFUSED,
			"CLAUDEBOX_EXTRA_ENV names \"%s\" (no name of a variable)", name);
		return cb_hint(m->err, "names separated by commas: CLAUDEBOX_EXTRA_ENV=\"A,B\"");
	}
	/* D-04: not refused, because one list may serve several profiles. */
	if (known && known->origin != CB_ORIGIN_HOST && known->origin != CB_ORIGIN_EXTRA)
		cb_strv_take(
		    &m->plan->notes,
		    cb_format(
			"the sandbox sets %s itself: CLAUDEBOX_EXTRA_ENV changes nothing of it",
			name));
	if (!known && value)
		push_var(m, name, cb_strdup(value), CB_ORIGIN_EXTRA);
	return 0;
}

/* D-03: names separated by commas, blanks around them ignored, unset ones too. */
static int push_extra_vars(struct cb_planner *m)
{
	static const char blank[] = " \t\n";
	const char *names = cb_env_get(m->facts->env, "CLAUDEBOX_EXTRA_ENV");
	char *rest = names ? cb_strdup(names) : NULL, *name;
	while ((name = strsep(&rest, ","))) {
		name += strspn(name, blank);
		for (char *end = name + strlen(name); end > name && strchr(blank, end[-1]);)
			*--end = '\0';
		if (*name && push_extra(m, name) < 0)
			return -1;
	}
	return 0;
}

int cb_plan_set_env(struct cb_planner *m)
{
	push_own_vars(m);
	push_set_vars(m);
	push_passed_vars(m);
	return push_extra_vars(m);
}
