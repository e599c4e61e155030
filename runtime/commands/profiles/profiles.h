/* --profile and --profiles: each profile is a launcher of its own, called claudebox-NAME, and has a
 * file beside it that says what it is. Nothing is run to find one. */
#ifndef CB_COMMANDS_PROFILES_PROFILES_H
#define CB_COMMANDS_PROFILES_PROFILES_H

#include "base/error.h"
#include "base/strv.h"
#include "host/facts.h"
#include "show/show.h"

#include <stdbool.h>
#include <stddef.h>

struct cb_profile {
	const char *name, *network, *description;
	const char *found;   /* where, as it is shown */
	const char *program; /* what would be run: its real path */
};

struct cb_profiles {
	struct cb_profile *items;
	size_t len, cap;
};

/* ~/.claudebox/profiles/NAME, where the user keeps a profile: why it was not taken. */
struct cb_own_profile {
	bool exists, is_dangling;
	bool has_program;  /* in its bin/ is a program of that name */
	const char *other; /* the first launcher of another profile in there; NULL: none */
};

/* --- facts.c ---------------------------------------------------------------------------- */

/* Adds the launchers beside the path `called`, which this program was started by, then the user's
 * own, then those on PATH; only `wanted`, unless it is NULL. Takes nothing that the project or
 * another user could have put there. `user` is what cb_facts_read_user() read. */
int cb_profiles_read(const struct cb_facts *user, const char *called, const char *wanted,
		     struct cb_profiles *list, struct cb_error *err);

struct cb_own_profile cb_own_profile_read(const char *home, const char *name);

/* --- decide.c: pure ---------------------------------------------------------------------- */

/* What the generator accepts as a name: never a path, never a flag. */
bool cb_profile_is_name(const char *name);

/* The name of a profile's program, and the profile of a program's name; NULL: it is none. */
char *cb_profile_program(const char *name);
const char *cb_profile_of_program(const char *file);

/* Adds one, unless there is one of its name already. */
void cb_profiles_push(struct cb_profiles *list, struct cb_profile profile);

/* Adds the one that the text of an `about` file describes: name, network and description, a line
 * each. Not where that name is another one. Changes the text, and keeps it. */
void cb_profiles_push_about(struct cb_profiles *list, const char *name, char *about,
			    const char *found, const char *program);

const struct cb_profile *cb_profiles_find(const struct cb_profiles *list, const char *name);
void cb_profiles_sort(struct cb_profiles *list); /* by name */

/* Says why `wanted` was not found among `list`, and how to have it. Returns -1. */
int cb_profile_refuse(const struct cb_profiles *list, const struct cb_own_profile *own,
		      const char *wanted, struct cb_error *err);

/* The environment for another launcher: without the variable that would choose once more. */
char **cb_profile_env(char *const *env);

/* --- show.c ------------------------------------------------------------------------------ */

/* A line for each; `current` is the name of this one. */
void cb_show_profiles(struct cb_screen screen, const struct cb_profiles *list, const char *current,
		      const char *home);

#endif
