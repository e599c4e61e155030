/* The table of --check and how its rows are made. Pure. */
#include "commands/check/check.h"

#include "vocab/secrets.h"

static const struct {
	const char *what;
	void (*decide)(struct cb_checker *c);
} checks[] = {
#define X(what, decide) { what, decide },
#include "commands/check/checks.def"
#undef X
};

void cb_check_add(struct cb_checker *c, enum cb_health health, const char *hint, const char *found,
		  ...)
{
	struct cb_check_report *r = c->report;
	va_list ap;
	va_start(ap, found);
	struct cb_check_row row = { .health = health,
				    .what = c->what,
				    .found = cb_vformat(found, ap),
				    .hint = hint ? cb_strdup(hint) : NULL };
	va_end(ap);
	cb_secret_strike(row.found);
	if (row.hint)
		cb_secret_strike(row.hint);
	r->rows = cb_grow(r->rows, r->len, &r->cap, sizeof *r->rows);
	r->rows[r->len++] = row;
}

void cb_check_add_error(struct cb_checker *c, const struct cb_error *err)
{
	cb_check_add(c, CB_HEALTH_FAIL, err->hint, "%s", err->what);
}

struct cb_check_report cb_check_decide(const struct cb_policy *policy,
				       const struct cb_check_facts *facts)
{
	struct cb_check_report report = { 0 };
	struct cb_checker c = { .policy = policy, .facts = facts, .report = &report };
	for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
		c.what = checks[i].what;
		checks[i].decide(&c);
	}
	return report;
}

enum cb_health cb_check_worst(const struct cb_check_report *report)
{
	enum cb_health worst = CB_HEALTH_OK;
	for (size_t i = 0; i < report->len; i++)
		if (report->rows[i].health > worst)
			worst = report->rows[i].health;
	return worst;
}
