/* Rules on one mount row: its shape and its destination. Pure. */
#include "rules/rules.h"

#include "base/path.h"
#include "policy/store-path.h"

#include <limits.h>
#include <string.h>

static const char path_hint[] = "/x, ~/x, @project/x or @runtime/x, without \".\", \"..\", \"//\" "
				"or a slash at the end";

static struct cb_finding *at(const struct cb_check *check, size_t index, const char *key)
{
	return cb_finding_add(check->found, check->rule, "/mounts/%zu/%s", index, key);
}

static void say_not_normal(struct cb_finding *finding, const char *text)
{
	if (strlen(text) >= PATH_MAX) {
		cb_finding_say(finding, "is longer than a path can be (%d bytes)", PATH_MAX - 1);
		return;
	}
	cb_finding_say(finding, "\"%s\" is relative or not normal", text);
	cb_finding_hint(finding, "%s", path_hint);
}

void cb_rule_to_path(const struct cb_check *check, const struct cb_model_mount *row, size_t index)
{
	if (!row->to.normal)
		say_not_normal(at(check, index, "to"), row->to.text);
}

void cb_rule_from_needed(const struct cb_check *check, const struct cb_model_mount *row,
			 size_t index)
{
	if (cb_kind_from(row->kind) != CB_FROM_NONE && !row->from.text)
		cb_finding_say(at(check, index, "from"), "is missing: kind %s needs one",
			       cb_kind_word(row->kind));
}

void cb_rule_from_refused(const struct cb_check *check, const struct cb_model_mount *row,
			  size_t index)
{
	if (cb_kind_from(row->kind) == CB_FROM_NONE && row->from.text)
		cb_finding_say(at(check, index, "from"), "kind %s takes none",
			       cb_kind_word(row->kind));
}

void cb_rule_from_path(const struct cb_check *check, const struct cb_model_mount *row, size_t index)
{
	if (!row->from.text)
		return;
	enum cb_from from = cb_kind_from(row->kind);
	if ((from == CB_FROM_PATH && !row->from.normal) ||
	    (from == CB_FROM_TEXT && strlen(row->from.text) >= PATH_MAX))
		say_not_normal(at(check, index, "from"), row->from.text);
	else if (from == CB_FROM_TEXT && !cb_path_is_normal(row->from.text))
		cb_finding_say(at(check, index, "from"),
			       "%s: a link's target is absolute and normal", row->from.text);
}

void cb_rule_from_made(const struct cb_check *check, const struct cb_model_mount *row, size_t index)
{
	static const char known[] = ""
#define X(NAME, word) " " word
#include "vocab/inside-files.def"
#undef X
	    ;
	enum cb_inside_file made;
	if (cb_kind_from(row->kind) != CB_FROM_GENERATED || !row->from.text ||
	    cb_inside_file_of(row->from.text, &made))
		return;
	struct cb_finding *finding = at(check, index, "from");
	cb_finding_say(finding, "%s is no file the launcher makes", row->from.text);
	cb_finding_hint(finding, "one of:%s", known);
}

void cb_rule_optional(const struct cb_check *check, const struct cb_model_mount *row, size_t index)
{
	if (!row->optional)
		return;
	if (cb_kind_from(row->kind) != CB_FROM_PATH)
		cb_finding_say(at(check, index, "optional"), "kind %s has no source to be missing",
			       cb_kind_word(row->kind));
	else if (cb_path_is(&row->from, CB_ANCHOR_PROJECT, ""))
		cb_finding_say(at(check, index, "optional"), "the project is always there");
}

void cb_rule_why(const struct cb_check *check, const struct cb_model_mount *row, size_t index)
{
	if (row->why[strspn(row->why, " ")] == '\0')
		cb_finding_say(at(check, index, "why"), "is empty");
}

void cb_rule_rw_outside(const struct cb_check *check, const struct cb_model_mount *row,
			size_t index)
{
	if (row->kind != CB_KIND_RW || !row->from.text || !row->from.normal ||
	    row->from.path.anchor == CB_ANCHOR_PROJECT ||
	    row->from.path.anchor == CB_ANCHOR_STATE || row->from.path.anchor == CB_ANCHOR_LOGIN)
		return;
	struct cb_finding *finding = at(check, index, "from");
	cb_finding_say(finding, "%s would be writable outside the project", row->from.text);
	cb_finding_hint(finding, "kind ro, or a tmpfs in its place");
}

void cb_rule_to_anchor(const struct cb_check *check, const struct cb_model_mount *row, size_t index)
{
	if (row->to.normal && cb_anchor_is_on_host(row->to.path.anchor))
		cb_finding_say(at(check, index, "to"), "%s is a place on the host only",
			       row->to.text);
}

void cb_rule_to_project(const struct cb_check *check, const struct cb_model_mount *row,
			size_t index)
{
	if (!row->to.normal || row->to.path.anchor != CB_ANCHOR_PROJECT || !row->to.path.rest[0])
		return;
	struct cb_finding *finding = at(check, index, "to");
	cb_finding_say(finding, "%s lies inside the project", row->to.text);
	cb_finding_hint(finding, "mount it beside the project, or below ~");
}

void cb_rule_to_root(const struct cb_check *check, const struct cb_model_mount *row, size_t index)
{
	if (cb_path_is(&row->to, CB_ANCHOR_ROOT, "/"))
		cb_finding_say(at(check, index, "to"), "/ is the sandbox's own empty root");
}

/* In the store only the store: whole, as the closure, or one store path at its own place. */
void cb_rule_to_store(const struct cb_check *check, const struct cb_model_mount *row, size_t index)
{
	if (!row->to.normal)
		return;
	if (row->kind == CB_KIND_CLOSURE) {
		if (!cb_path_is(&row->to, CB_ANCHOR_ROOT, CB_STORE))
			cb_finding_say(at(check, index, "to"),
				       "a closure row is mounted at " CB_STORE);
		return;
	}
	if (row->to.path.anchor != CB_ANCHOR_ROOT ||
	    !cb_path_is_within(row->to.path.rest, CB_STORE))
		return;
	if (row->kind != CB_KIND_RO || !cb_path_is(&row->from, CB_ANCHOR_ROOT, row->to.path.rest)) {
		struct cb_finding *finding = at(check, index, "to");
		cb_finding_say(finding, "%s is the store's", row->to.text);
		cb_finding_hint(finding, "only kind ro, from the same path, or kind closure");
	}
}
