/* Reads which profiles there are. What is found may be run, so it must be the user's or root's, and
 * no step on the way to it may lie in the project: there an agent could have made it. */
#include "commands/profiles/facts.h"

#include "base/path.h"
#include "host/read.h"
#include "host/trace-path.h"
#include "plan/instance.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct search {
	const char *project; /* NULL: there is none */
	const char *wanted;  /* NULL: all */
	uid_t uid;
	struct cb_profiles *list;
};

/* Nobody but root and the user can have put it there. */
static bool is_trusted(const struct search *s, const char *path, mode_t type)
{
	struct stat st;
	return lstat(path, &st) == 0 && (st.st_mode & S_IFMT) == type &&
	       (st.st_uid == 0 || st.st_uid == s->uid) && !(st.st_mode & S_IWOTH);
}

/* The directory `path` lies in, `up` times. */
static char *above(const char *path, int up)
{
	size_t len = strlen(path);
	while (up-- > 0)
		while (len > 0 && path[--len] != '/')
			;
	return strndup(path, len);
}

#define TOLD_LIMIT ((size_t)4096)

/* The launcher at `path`, if it is one of `name`; shown as `found`. */
static void try_program(const struct search *s, const char *path, const char *found,
			const char *name)
{
	char *real = cb_trace_path(path, s->project, false);
	char *package = real ? above(real, 2) : NULL;
	char *file = package ? cb_concat(package, "/share/claudebox/", name, "/about", NULL) : NULL;
	size_t size;
	char *text = file && is_trusted(s, real, S_IFREG) && access(real, X_OK) == 0
			 ? cb_file_read(file, TOLD_LIMIT, false, &size)
			 : NULL;
	if (text)
		cb_profiles_push_told(s->list, name, text, found, real);
	free(text);
	free(file);
	free(package);
	free(real);
}

static void try_name(const struct search *s, const char *real, const char *dir, const char *name)
{
	char *program = cb_profile_program(name);
	char *path = program ? cb_concat(real, "/", program, NULL) : NULL;
	char *found = program ? cb_concat(dir, "/", program, NULL) : NULL;
	if (path && found)
		try_program(s, path, found, name);
	else
		s->list->failed = true;
	free(found);
	free(path);
	free(program);
}

/* A directory that programs are in: really `real`, shown as `dir`. */
static void try_directory(const struct search *s, const char *real, const char *dir)
{
	if (!real || !is_trusted(s, real, S_IFDIR))
		return;
	if (s->wanted) {
		try_name(s, real, dir, s->wanted);
		return;
	}
	struct cb_directory entries = { .fd = cb_open_directory(AT_FDCWD, real, 0) };
	if (entries.fd < 0)
		return;
	for (const char *file; (file = cb_directory_next(&entries));) {
		const char *name = cb_profile_of_program(file);
		if (name)
			try_name(s, real, dir, name);
	}
	close(entries.fd);
}

/* The user's own, out-links of Nix: ~/.claudebox/profiles/NAME. */
static void try_own(const struct search *s, const char *home)
{
	char *dir = cb_concat(home, "/" CB_STATE_HOME "/profiles", NULL);
	struct cb_directory entries = { .fd = dir ? cb_open_directory(AT_FDCWD, dir, 0) : -1 };
	for (const char *name; entries.fd >= 0 && (name = cb_directory_next(&entries));) {
		if (!cb_profile_is_name(name) || (s->wanted && strcmp(name, s->wanted) != 0))
			continue;
		char *bin = cb_concat(dir, "/", name, "/bin", NULL);
		s->list->failed |= !bin;
		if (bin)
			try_name(s, bin, bin, name);
		free(bin);
	}
	if (entries.fd >= 0)
		close(entries.fd);
	free(dir);
}

#define OWN "~/" CB_STATE_HOME "/profiles/"

/* What of launchers is in a directory: the wanted one, and the first by name of the others. Names
 * only: it may be anybody's. */
static char *other_in(const char *bin, const char *wanted, bool *ret_wanted)
{
	char *other = NULL;
	char *real = cb_real_path(bin);
	struct cb_directory entries = { .fd = real ? cb_open_directory(AT_FDCWD, real, 0) : -1 };
	for (const char *file; entries.fd >= 0 && (file = cb_directory_next(&entries));) {
		const char *name = cb_profile_of_program(file);
		if (name && strcmp(name, wanted) == 0)
			*ret_wanted = true;
		else if (name && (!other || strcmp(file, other) < 0)) {
			free(other);
			other = strdup(file);
		}
	}
	if (entries.fd >= 0)
		close(entries.fd);
	free(real);
	return other;
}

/* There is something at `own`, and it was not taken. */
static int refuse_own(const char *own, const char *bin, const char *program, const char *name,
		      struct cb_error *err)
{
	struct stat st;
	bool there = false;
	char *other = other_in(bin, name, &there);
	if (stat(own, &st) < 0) {
		cb_fail(err, CB_EXIT_REFUSED, "the profile \"%s\" is a dangling link: " OWN "%s",
			name, name);
		cb_hint(err, "build it again: nix build FLAKE#%s --out-link " OWN "%s", name, name);
	} else if (there) {
		cb_fail(err, CB_EXIT_REFUSED, OWN "%s/bin/%s is not run: it may not be trusted",
			name, program);
		cb_hint(err, "a launcher of claudebox that is yours or root's, that nobody else "
			     "can write, and to which no link leads through the project");
	} else if (other) {
		cb_fail(err, CB_EXIT_REFUSED, OWN "%s holds %s, not %s", name, other, program);
		cb_hint(err, "set name = \"%s\" in its policy, or build it as " OWN "%s", name,
			cb_profile_of_program(other));
	} else {
		cb_fail(err, CB_EXIT_REFUSED, OWN "%s holds no %s", name, program);
		cb_hint(err, "build it: nix build FLAKE#%s --out-link " OWN "%s", name, name);
	}
	free(other);
	return -1;
}

/* A profile of the user's own was found nowhere: if it is where it belongs, the reason is not that
 * there is none. */
static int explain_own(const char *home, const char *name, struct cb_error *err)
{
	struct stat st;
	char *own = cb_concat(home, "/" CB_STATE_HOME "/profiles/", name, NULL);
	char *bin = own ? cb_concat(own, "/bin", NULL) : NULL;
	char *program = cb_profile_program(name);
	int result = 0;
	if (!bin || !program)
		result = cb_fail_memory(err);
	else if (lstat(own, &st) == 0)
		result = refuse_own(own, bin, program, name, err);
	free(program);
	free(bin);
	free(own);
	return result;
}

/* An entry that is not absolute means the current directory: the project. */
static void try_path(const struct search *s, const char *path)
{
	while (path && *path) {
		size_t len = strcspn(path, ":");
		char *dir = strndup(path, len);
		s->list->failed |= !dir;
		char *real = dir && dir[0] == '/' ? cb_trace_path(dir, s->project, false) : NULL;
		try_directory(s, real, dir);
		free(real);
		free(dir);
		path += len + (path[len] == ':');
	}
}

/* Beside what was called, and where that really lies. The way there was gone already, when this
 * program was started: only what lies beside it is looked at with care. */
static void try_beside(const struct search *s, const char *called)
{
	char *real = strchr(called, '/') ? cb_real_path(called) : NULL;
	const char *const paths[] = { called, real };
	for (size_t i = 0; real && i < 2; i++) {
		char *dir = above(paths[i], 1);
		char *place = dir ? cb_real_path(*dir ? dir : "/") : NULL;
		try_directory(s, place, dir);
		free(place);
		free(dir);
	}
	free(real);
}

/* What is the project here, as far as it can be told; the home, and what it lies in, is none. */
static const char *project_of(const char *cwd, const struct cb_git *git, const char *home)
{
	if (git->top && !cb_path_is_within(home, git->top))
		return git->top;
	return cwd && !cb_path_is_within(home, cwd) ? cwd : NULL;
}

int cb_profiles_read(const struct cb_facts *f, const char *called, const char *wanted,
		     struct cb_profiles *ret, struct cb_error *err)
{
	char buffer[PATH_MAX];
	const char *cwd = getcwd(buffer, sizeof buffer) && buffer[0] == '/' ? buffer : NULL;
	struct cb_git git = { 0 };
	if (cwd && cb_git_read(cwd, f->uid, &git, err) < 0)
		return -1;
	const struct search s = { project_of(cwd, &git, f->home), wanted, f->uid, ret };
	try_beside(&s, called);
	try_own(&s, f->home);
	try_path(&s, cb_env_get(f->env, "PATH"));
	cb_git_clear(&git);
	if (ret->failed)
		return cb_fail_memory(err);
	return wanted && !cb_profiles_find(ret, wanted) ? explain_own(f->home, wanted, err) : 0;
}
