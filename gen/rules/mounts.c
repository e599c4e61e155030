/* Rules on one mount row: its shape and its destination. Pure. */
#include "rules/rules.h"

#include "base/path.h"

#include <limits.h>

static void report_not_normal(const struct cb_check *check, const char *pointer, const char *text)
{
	if (strlen(text) >= PATH_MAX)
		cb_report(check, pointer, NULL, "is longer than a path can be (%d bytes)",
			  PATH_MAX - 1);
	else
		cb_report(check, pointer,
			  "/x, ~/x, @project/x or @runtime/x, without \".\", \"..\", \"//\" or a "
			  "slash at the end",
			  "\"%s\" is relative or not normal", text);
}

void cb_rule_to_path(const struct cb_check *check)
{
	const struct cb_model_mount *row = check->row;
	if (!row->to.normal)
		report_not_normal(check, "/to", row->to.text);
}

void cb_rule_from_needed(const struct cb_check *check)
{
	const struct cb_model_mount *row = check->row;
	if (cb_kind_from(row->kind) != CB_FROM_NONE && !row->from.text)
		cb_report(check, "/from", NULL, "is missing: kind %s needs one",
			  cb_word_kind(row->kind));
}

void cb_rule_from_refused(const struct cb_check *check)
{
	const struct cb_model_mount *row = check->row;
	if (cb_kind_from(row->kind) == CB_FROM_NONE && row->from.text)
		cb_report(check, "/from", NULL, "kind %s takes none", cb_word_kind(row->kind));
}

void cb_rule_from_path(const struct cb_check *check)
{
	const struct cb_model_mount *row = check->row;
	if (!row->from.text)
		return;
	enum cb_from from = cb_kind_from(row->kind);
	if ((from == CB_FROM_PATH && !row->from.normal) ||
	    (from == CB_FROM_TEXT && strlen(row->from.text) >= PATH_MAX))
		report_not_normal(check, "/from", row->from.text);
	else if (from == CB_FROM_TEXT && !cb_path_is_normal(row->from.text))
		cb_report(check, "/from", NULL, "%s: a link's target is absolute and normal",
			  row->from.text);
}

void cb_rule_from_made(const struct cb_check *check)
{
	const struct cb_model_mount *row = check->row;
	static const char hint[] = "one of:"
#define X(NAME, word) " " word
#include "vocab/inside-files.def"
#undef X
	    ;
	enum cb_inside_file file;
	if (cb_kind_from(row->kind) == CB_FROM_GENERATED && row->from.text &&
	    !cb_inside_file_of(row->from.text, &file))
		cb_report(check, "/from", hint, "%s is no file the launcher makes", row->from.text);
}

void cb_rule_optional(const struct cb_check *check)
{
	const struct cb_model_mount *row = check->row;
	if (!row->optional)
		return;
	if (cb_kind_from(row->kind) != CB_FROM_PATH)
		cb_report(check, "/optional", NULL, "kind %s has no source to be missing",
			  cb_word_kind(row->kind));
	else if (cb_path_is(&row->from, CB_ANCHOR_PROJECT, ""))
		cb_report(check, "/optional", NULL, "the project is always there");
}

void cb_rule_why(const struct cb_check *check)
{
	const struct cb_model_mount *row = check->row;
	if (row->why[strspn(row->why, " ")] == '\0')
		cb_report(check, "/why", NULL, "is empty");
}

void cb_rule_rw_outside(const struct cb_check *check)
{
	const struct cb_model_mount *row = check->row;
	enum cb_anchor anchor = row->from.path.anchor;
	if (row->kind == CB_KIND_RW && row->from.text && row->from.normal &&
	    anchor != CB_ANCHOR_PROJECT && anchor != CB_ANCHOR_STATE && anchor != CB_ANCHOR_LOGIN)
		cb_report(check, "/from", "kind ro, or a tmpfs in its place",
			  "%s would be writable outside the project", row->from.text);
}

void cb_rule_to_anchor(const struct cb_check *check)
{
	const struct cb_model_mount *row = check->row;
	if (row->to.normal && cb_anchor_is_on_host(row->to.path.anchor))
		cb_report(check, "/to", NULL, "%s is a place on the host only", row->to.text);
}

void cb_rule_to_project(const struct cb_check *check)
{
	const struct cb_model_mount *row = check->row;
	if (row->to.normal && row->to.path.anchor == CB_ANCHOR_PROJECT && row->to.path.rest[0])
		cb_report(check, "/to", "mount it beside the project, or below ~",
			  "%s lies inside the project", row->to.text);
}

void cb_rule_to_root(const struct cb_check *check)
{
	const struct cb_model_mount *row = check->row;
	if (cb_path_is(&row->to, CB_ANCHOR_ROOT, "/"))
		cb_report(check, "/to", NULL, "/ is the sandbox's own empty root");
}

/* In the store only the store: whole, as the closure, or one store path at its own place. */
void cb_rule_to_store(const struct cb_check *check)
{
	const struct cb_model_mount *row = check->row;
	if (!row->to.normal)
		return;
	if (row->kind == CB_KIND_CLOSURE) {
		if (!cb_path_is(&row->to, CB_ANCHOR_ROOT, CB_STORE_PATH))
			cb_report(check, "/to", NULL, "a closure row is mounted at " CB_STORE_PATH);
		return;
	}
	if (row->to.path.anchor == CB_ANCHOR_ROOT &&
	    cb_path_is_within(row->to.path.rest, CB_STORE_PATH) &&
	    !(row->kind == CB_KIND_RO && cb_path_is(&row->from, CB_ANCHOR_ROOT, row->to.path.rest)))
		cb_report(check, "/to", "only kind ro, from the same path, or kind closure",
			  "%s is the store's", row->to.text);
}
