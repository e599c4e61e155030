/* The profiles of a machine: each is a launcher of its own, called claudebox-NAME, and tells about
 * itself in a file beside it. Pure: names, texts and lists. */
#ifndef CB_COMMANDS_PROFILES_NAMES_H
#define CB_COMMANDS_PROFILES_NAMES_H

#include "base/strv.h"
#include "cli/opts.h"

#include <stdbool.h>
#include <stddef.h>

struct cb_profile {
	char *name, *network, *description;
	char *found;   /* where, as it is shown */
	char *program; /* what would be run: no link in it */
};

struct cb_profiles {
	struct cb_profile *items;
	size_t len, cap;
	bool failed; /* out of memory, sticky */
};

#define cleanup_profiles __attribute__((cleanup(cb_profiles_clear)))

/* A profile can be called so: what the generator accepts, and so no path and no flag. */
bool cb_profile_is_name(const char *name);

/* What its program is called; caller frees. And the profile of a program; NULL: it is none. */
char *cb_profile_program(const char *name);
const char *cb_profile_of_program(const char *file);

/* Copies into the list unless the name is there already: the first that is found counts. */
void cb_profiles_push(struct cb_profiles *list, const struct cb_profile *profile);

/* The same, with what its file tells: name, network and description, a line each. One of another
 * name is not taken. */
void cb_profiles_push_told(struct cb_profiles *list, const char *name, char *text,
			   const char *found, const char *program);

const struct cb_profile *cb_profiles_find(const struct cb_profiles *list, const char *name);
void cb_profiles_sort(struct cb_profiles *list); /* by name */
void cb_profiles_clear(struct cb_profiles *list);

/* The command line for another launcher: without --profile and its value. */
void cb_profiles_argv(const struct cb_opts *opts, const char *program, struct cb_strv *ret);

/* The environment for it: without the variable that would choose once more. */
void cb_profiles_env(char *const *env, struct cb_strv *ret);

#endif
