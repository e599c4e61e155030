/* Names of profiles, the list of them, and the words for one that is not there. Pure. */
#include "commands/profiles/profiles.h"

#include "base/near.h"
#include "vocab/paths.h"

#include <stdlib.h>
#include <string.h>

#define NAME_LIMIT 64
#define PROGRAM "claudebox"

bool cb_profile_is_name(const char *name)
{
	size_t len = strspn(name, "0123456789abcdefghijklmnopqrstuvwxyz-");
	return len > 0 && len <= NAME_LIMIT && !name[len] && name[0] != '-';
}

char *cb_profile_program(const char *name)
{
	bool plain = strcmp(name, CB_PROFILE_DEFAULT) == 0;
	return plain ? cb_strdup(PROGRAM) : cb_format(PROGRAM "-%s", name);
}

const char *cb_profile_of_program(const char *file)
{
	size_t len = strlen(PROGRAM);
	if (strncmp(file, PROGRAM, len) != 0)
		return NULL;
	const char *name = file[len] ? file + len + 1 : CB_PROFILE_DEFAULT;
	bool named = cb_profile_is_name(name) && strcmp(file, cb_profile_program(name)) == 0;
	return named ? name : NULL;
}

const struct cb_profile *cb_profiles_find(const struct cb_profiles *list, const char *name)
{
	for (size_t i = 0; i < list->len; i++)
		if (strcmp(list->items[i].name, name) == 0)
			return &list->items[i];
	return NULL;
}

void cb_profiles_push(struct cb_profiles *list, struct cb_profile profile)
{
	if (cb_profiles_find(list, profile.name))
		return;
	list->items = cb_grow(list->items, list->len, &list->cap, sizeof *list->items);
	list->items[list->len++] = profile;
}

void cb_profiles_push_about(struct cb_profiles *list, const char *name, char *about,
			    const char *found, const char *program)
{
	const char *lines[3];
	for (size_t i = 0; i < 3; i++) {
		lines[i] = about;
		about = strchr(about, '\n');
		if (!about)
			return;
		*about++ = '\0';
	}
	if (strcmp(lines[0], name) == 0)
		cb_profiles_push(
		    list, (struct cb_profile) { lines[0], lines[1], lines[2], found, program });
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct cb_profile *)a)->name, ((const struct cb_profile *)b)->name);
}

void cb_profiles_sort(struct cb_profiles *list)
{
	if (list->len > 1)
		qsort(list->items, list->len, sizeof *list->items, by_name);
}

static bool is_shipped(const char *name)
{
	static const char *const shipped[] = {
#define X(name) name,
#include "vocab/shipped-profiles.def"
#undef X
	};
	for (size_t i = 0; i < sizeof shipped / sizeof shipped[0]; i++)
		if (strcmp(shipped[i], name) == 0)
			return true;
	return false;
}

#define OWN "~/" CB_STATE_HOME "/profiles/"

static int refuse_own(const struct cb_own_profile *own, const char *name, struct cb_error *err)
{
	const char *program = cb_profile_program(name);
	if (own->is_dangling) {
		cb_fail(err, CB_EXIT_REFUSED, "the profile \"%s\" is a dangling link: " OWN "%s",
			name, name);
		return cb_hint(err, "build it again: nix build FLAKE#%s --out-link " OWN "%s", name,
			       name);
	}
	if (own->has_program) {
		cb_fail(err, CB_EXIT_REFUSED, OWN "%s/bin/%s is not run: it may not be trusted",
			name, program);
		return cb_hint(err, "a launcher of claudebox that is yours or root's, that nobody "
				    "else can write, and to which no link leads through the "
				    "project");
	}
	if (own->other) {
		cb_fail(err, CB_EXIT_REFUSED, OWN "%s holds %s, not %s", name, own->other, program);
		return cb_hint(err, "set name = \"%s\" in its policy, or build it as " OWN "%s",
			       name, cb_profile_of_program(own->other));
	}
	cb_fail(err, CB_EXIT_REFUSED, OWN "%s holds no %s", name, program);
	return cb_hint(err, "build it: nix build FLAKE#%s --out-link " OWN "%s", name, name);
}

int cb_profile_refuse(const struct cb_profiles *list, const struct cb_own_profile *own,
		      const char *wanted, struct cb_error *err)
{
	if (own->exists)
		return refuse_own(own, wanted, err);
	const char *known = list->len ? list->items[0].name : "none";
	for (size_t i = 1; i < list->len; i++)
		known = cb_format("%s, %s", known, list->items[i].name);
	cb_fail(err, CB_EXIT_REFUSED, "there is no profile \"%s\" (here are: %s)", wanted, known);
	for (size_t i = 0; i < list->len; i++)
		if (cb_is_near(wanted, list->items[i].name))
			return cb_hint(err, "did you mean %s?", list->items[i].name);
	if (!is_shipped(wanted))
		return cb_hint(err, "one of your own: nix build FLAKE#%s --out-link " OWN "%s",
			       wanted, wanted);
	return cb_hint(err,
		       "it comes with claudebox, in whose clone: nix build .#%s --out-link " OWN
		       "%s; the package claudebox-all has every profile",
		       cb_profile_program(wanted), wanted);
}

char **cb_profile_env(char *const *env)
{
	size_t count = 0, len = strlen(CB_PROFILE_VARIABLE "=");
	while (env[count])
		count++;
	char **kept = cb_alloc(count + 1, sizeof *kept), **end = kept;
	for (; *env; env++)
		if (strncmp(*env, CB_PROFILE_VARIABLE "=", len) != 0)
			*end++ = *env;
	return kept;
}
