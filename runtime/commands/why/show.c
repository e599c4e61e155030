/* The answer of --why. */
#include "commands/why/show.h"

#include "vocab/secrets.h"

#include <stdlib.h>
#include <string.h>

static void show_words(struct cb_screen s, const char *label, const char *text)
{
	struct cb_flow f = cb_show_label(s, label, false);
	cb_flow_words(&f, text);
	putc('\n', s.file);
}

/* What was typed, or follows from it. */
static void put_typed(struct cb_flow *f, const char *text)
{
	char *copy = strdup(text);
	if (copy)
		cb_secret_strike(copy);
	cb_flow_item(f, "", copy ? copy : CB_MASK);
	free(copy);
}

/* A path, or a line that ends in one: nothing in it is broken. */
static void show_path(struct cb_screen s, const char *label, const char *before, const char *path)
{
	struct cb_flow f = cb_show_label(s, label, false);
	fputs(before, s.file);
	put_typed(&f, path);
	putc('\n', s.file);
}

static void show_row(struct cb_screen s, const char *label, const struct cb_op *op)
{
	char *before = cb_concat(cb_word_kind(op->kind), " ", NULL);
	show_path(s, label, before ? before : "", op->to);
	free(before);
	show_words(s, "because", op->why);
}

static void show_visible(struct cb_screen s, const struct cb_sight *sight)
{
	const struct cb_place *place = &sight->place;
	if (place->is_way) {
		show_words(s, "because",
			   "it leads to what is mounted below it; nothing else is in it");
		return;
	}
	show_row(s, "row", place->op);
	if (place->source && strcmp(place->source, sight->path) != 0)
		show_path(s, "from", "", place->source);
}

static void show_absent(struct cb_screen s, const struct cb_plan *plan, const char *asked,
			const struct cb_sight *sight, const char *refused)
{
	const struct cb_place *place = &sight->place;
	if (!place->op) {
		show_words(s, "because",
			   "no row shows it, and nothing of the host is visible unless one does");
	} else {
		show_row(s, "row", place->op);
		if (place->source)
			show_path(s, "missing", "", place->source);
	}
	char *elsewhere = cb_why_elsewhere(plan, sight->host ? sight->host : asked);
	if (elsewhere) {
		show_path(s, "but", "it is shown as ", elsewhere);
	} else if (!sight->host) {
		show_words(s, "host", "nothing of this name is there either");
	} else if (refused) {
		show_words(s, "never", refused);
		show_words(s, "hint",
			   "no row and no flag may show it; what the agent needs of it, copy into "
			   "the project");
	} else {
		show_path(s, "hint", "claudebox --mount-ro ", asked);
	}
	free(elsewhere);
}

static const char *access_words(const struct cb_place *place)
{
	if (!place->op)
		return ", read-only"; /* the root, and what leads from it to a row */
	if (place->op->kind == CB_KIND_PROC || place->op->kind == CB_KIND_DEV)
		return ", the sandbox's own";
	return cb_why_is_writable(place->op) ? ", writable" : ", read-only";
}

void cb_show_why_path(struct cb_screen s, const struct cb_plan *plan, const char *asked,
		      const struct cb_sight *sight, const char *refused)
{
	struct cb_flow f = cb_show_label(s, sight->visible ? "visible" : "absent", !sight->visible);
	put_typed(&f, asked);
	if (sight->visible)
		fputs(access_words(&sight->place), s.file);
	putc('\n', s.file);
	for (size_t i = 0; i < sight->links.len; i++)
		show_path(s, "link", "", sight->links.items[i]);
	if (sight->visible)
		show_visible(s, sight);
	else
		show_absent(s, plan, asked, sight, refused);
	if (!sight->visible && sight->host && strcmp(sight->host, asked) != 0)
		show_path(s, "on host", "", sight->host);
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
	cb_print(s.file, var->name);
	putc('=', s.file);
	cb_print(s.file, cb_shown_value(var));
	putc('\n', s.file);
	show_words(s, "origin", origins[var->origin]);
	if (var->secret) {
		const char *shape = cb_secret_shape(var->value);
		struct cb_flow f = cb_show_label(s, "secret", true);
		cb_flow_words(&f, "it looks like");
		cb_flow_item(&f, " ", shape ? shape : "a secret");
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
		show_words(s, "origin", "made: bubblewrap sets it");
		return;
	}
	struct cb_flow f = cb_show_label(s, "absent", true);
	put_typed(&f, name);
	putc('\n', s.file);
	show_words(s, "because",
		   entry == CB_ENTRY_NOT_SET
		       ? "it is not set here: the profile would let it in"
		       : "the environment is built from nothing, and the profile does not name it");
	if (entry == CB_ENTRY_UNKNOWN)
		show_words(s, "host", "it is not set there either");
	if (cb_secret_name(name))
		show_words(s, "secret", "a variable of this name usually holds one");
	if (entry == CB_ENTRY_NOT_NAMED) {
		show_path(s, "hint", "for one launch: CLAUDEBOX_EXTRA_ENV=", name);
		show_words(s, "", "for a profile: env.pass in its policy");
	}
}
