/* The lines of an agreement, and what differs from those of the last one. */
#include "plan/agreement.h"

#include "base/path.h"
#include "plan/plan.h"
#include "vocab/words.h"

#include <string.h>

#define NOTE "note "

char *cb_agreement_path(const char *project, const char *profile)
{
	return cb_format("%s/agreed/%s", cb_state_name(CB_STATE_PROJECT, project), profile);
}

static void add_network(const struct cb_plan *plan, struct cb_strv *lines)
{
	const struct cb_policy *p = plan->policy;
	cb_strv_take(lines, cb_format("network %s", cb_word_tier(p->network)));
	for (size_t i = 0; p->domains[i]; i++)
		cb_strv_take(lines, cb_format("host %s", p->domains[i]));
	for (size_t i = 0; p->network == CB_TIER_DOMAINS && p->ports[i]; i++)
		cb_strv_take(lines, cb_format("port %u of these hosts", p->ports[i]));
	for (size_t i = 0; p->forward[i]; i++)
		cb_strv_take(lines, cb_format("port %u of the host's loopback", p->forward[i]));
	if (cb_plan_has_daemon(plan))
		cb_strv_push(lines, "the Nix daemon");
}

/* A program of the store changes its path with each update, and is nobody's secret. */
static void add_mount(const struct cb_op *op, struct cb_strv *lines)
{
	bool named = op->from && !op->text && strcmp(op->from, op->to) != 0 &&
		     !cb_path_is_within(op->from, CB_STORE_PATH);
	if (op->build != CB_BUILD_STORE)
		cb_strv_take(lines, cb_format("mount %s %s%s%s", cb_word_kind(op->kind), op->to,
					      named ? " <- " : "", named ? op->from : ""));
}

static struct cb_strv lines_of(const struct cb_plan *plan)
{
	struct cb_strv lines = { 0 };
	add_network(plan, &lines);
	for (size_t i = 0; i < plan->op_count; i++)
		add_mount(&plan->ops[i], &lines);
	for (size_t i = 0; i < plan->var_count; i++)
		cb_strv_take(&lines, cb_format("variable %s", plan->vars[i].name));
	for (size_t i = 0; i < plan->tools.names.len; i++)
		cb_strv_take(&lines, cb_format("tool %s", plan->tools.names.items[i]));
	for (size_t i = 0; i < plan->notes.len; i++)
		cb_strv_take(&lines, cb_format(NOTE "%s", plan->notes.items[i]));
	/* The record has a line for each: a path may hold a newline. */
	for (size_t i = 0; i < lines.len; i++)
		for (char *at = lines.items[i]; (at = strchr(at, '\n'));)
			*at = '?';
	return lines;
}

static bool has_line(const struct cb_strv *lines, const char *line)
{
	for (size_t i = 0; i < lines->len; i++)
		if (strcmp(lines->items[i], line) == 0)
			return true;
	return false;
}

static bool is_note(const char *line)
{
	return strncmp(line, NOTE, strlen(NOTE)) == 0;
}

struct cb_agreement cb_agreement_make(const struct cb_plan *plan, const struct cb_contents *record)
{
	struct cb_agreement a = { .lines = lines_of(plan), .known = record->text };
	if (!a.known)
		return a;
	struct cb_strv before = cb_strv_lines(record->text, record->size);
	for (size_t i = 0; i < a.lines.len; i++)
		if (!has_line(&before, a.lines.items[i]))
			cb_strv_push(&a.added, a.lines.items[i]);
	for (size_t i = 0; i < before.len; i++)
		if (!is_note(before.items[i]) && !has_line(&a.lines, before.items[i]))
			cb_strv_push(&a.removed, before.items[i]);
	return a;
}

void cb_plan_remember_agreement(struct cb_plan *plan)
{
	cb_state_ops_push(&plan->state_ops, CB_STATE_OP_TEXT,
			  cb_agreement_path(plan->project, plan->policy->name),
			  cb_strv_join(&plan->agreement.lines, "\n"));
}

bool cb_agreement_holds(const struct cb_agreement *a)
{
	return a->known && a->added.len == 0 && a->removed.len == 0;
}
