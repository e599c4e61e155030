/* Prints the answer of --why: a verdict, the mount or the origin behind it, what to do. */
#include "commands/why/why.h"

#include "vocab/secrets.h"
#include "vocab/words.h"

#include <string.h>

/* A line with what was typed, or follows from it: nothing in that is broken, and a secret in it is
 * struck out. */
static void show_typed(struct cb_screen s, const char *label, bool alarm, const char *before,
		       const char *typed, const char *after)
{
	struct cb_flow f = cb_show_label(s, label, alarm);
	char *copy = cb_strdup(typed);
	cb_secret_strike(copy);
	fputs(before, s.file);
	cb_flow_item(&f, "", copy);
	fputs(after, s.file);
	putc('\n', s.file);
}

static void show_path(struct cb_screen s, const char *label, const char *before, const char *path)
{
	show_typed(s, label, false, before, path, "");
}

static void show_mount(struct cb_screen s, const struct cb_op *op)
{
	show_path(s, "row", cb_format("%s ", cb_word_kind(op->kind)), op->to);
	cb_show_words(s, "because", false, op->why);
}

static void show_visible(struct cb_screen s, const struct cb_resolution *r)
{
	if (r->match.is_ancestor) {
		cb_show_words(s, "because", false,
			      "it leads to what is mounted below it; nothing else is in it");
		return;
	}
	show_mount(s, r->match.op);
	if (r->match.source && strcmp(r->match.source, r->path) != 0)
		show_path(s, "from", "", r->match.source);
}

static void show_absent(struct cb_screen s, const struct cb_plan *plan, const char *asked,
			const struct cb_resolution *r, const char *refused)
{
	if (r->match.op)
		show_mount(s, r->match.op);
	else
		cb_show_words(
		    s, "because", false,
		    "no row shows it, and nothing of the host is visible unless one does");
	if (r->match.source)
		show_path(s, "missing", "", r->match.source);
	const char *elsewhere = cb_why_elsewhere(plan, r->host ? r->host : asked);
	if (elsewhere) {
		show_path(s, "but", "it is shown as ", elsewhere);
	} else if (!r->host) {
		cb_show_words(s, "host", false, "nothing of this name is there either");
	} else if (refused) {
		cb_show_words(s, "never", false, refused);
		cb_show_words(
		    s, "hint", false,
		    "no row and no flag may show it; what the agent needs of it, copy into "
		    "the project");
	} else {
		show_path(s, "hint", "claudebox --mount-ro ", asked);
	}
	if (r->host && strcmp(r->host, asked) != 0)
		show_path(s, "on host", "", r->host);
}

static const char *access_words(const struct cb_op *op)
{
	if (!op)
		return ", read-only"; /* the root, and what leads from it to a mount */
	if (op->kind == CB_KIND_PROC || op->kind == CB_KIND_DEV)
		return ", the sandbox's own";
	return cb_why_is_writable(op) ? ", writable" : ", read-only";
}

void cb_show_why_path(struct cb_screen s, const struct cb_plan *plan, const char *asked,
		      const struct cb_resolution *r, const char *refused)
{
	show_typed(s, r->visible ? "visible" : "absent", !r->visible, "", asked,
		   r->visible ? access_words(r->match.op) : "");
	for (size_t i = 0; i < r->links.len; i++)
		show_path(s, "link", "", r->links.items[i]);
	if (r->visible)
		show_visible(s, r);
	else
		show_absent(s, plan, asked, r, refused);
}

static void show_entering(struct cb_screen s, const struct cb_var *var)
{
	static const char *const origins[] = {
		"made: the launcher sets it itself",
		"policy: the profile sets it",
		"host: your environment, by the profile's env.pass",
		"extra: your environment, by CLAUDEBOX_EXTRA_ENV",
	};
	cb_show_label(s, "enters", false);
	cb_print(s, cb_format("%s=%s", var->name, cb_shown_value(var)));
	putc('\n', s.file);
	cb_show_words(s, "origin", false, origins[var->origin]);
	if (var->secret) {
		struct cb_flow f = cb_show_label(s, "secret", true);
		cb_flow_words(&f, "it looks like");
		cb_flow_item(&f, " ", cb_shown_shape(var));
		putc('\n', s.file);
	}
}

void cb_show_why_variable(struct cb_screen s, const struct cb_plan *plan, const char *name,
			  enum cb_entry entry, const struct cb_var *var)
{
	if (entry == CB_ENTRY_ENTERS) {
		show_entering(s, var);
		return;
	}
	if (entry == CB_ENTRY_OF_BWRAP) {
		show_path(s, "enters", "PWD=", plan->workdir);
		cb_show_words(s, "origin", false, "made: bubblewrap sets it");
		return;
	}
	show_typed(s, "absent", true, "", name, "");
	cb_show_words(
	    s, "because", false,
	    entry == CB_ENTRY_NOT_SET
		? "it is not set here: the profile would let it in"
		: "the environment is built from nothing, and the profile does not name it");
	if (entry == CB_ENTRY_UNKNOWN)
		cb_show_words(s, "host", false, "it is not set there either");
	if (cb_secret_name(name))
		cb_show_words(s, "secret", false, "a variable of this name usually holds one");
	if (entry == CB_ENTRY_NOT_NAMED) {
		show_path(s, "hint", "for one launch: CLAUDEBOX_EXTRA_ENV=", name);
		cb_show_words(s, "", false, "for a profile: env.pass in its policy");
	}
}
