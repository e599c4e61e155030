/* Reads which profiles there are. What is found may be run, so it must be the user's or root's, and
 * no step on the way to it may lie in the project: there an agent could have made it. */
#include "commands/profiles/profiles.h"

#include "base/path.h"
#include "host/read-facts.h"
#include "host/read.h"
#include "host/walk.h"
#include "plan/guard.h"
#include "vocab/paths.h"

#include <fcntl.h>
#include <limits.h>
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

/* The directory that `path` lies in. */
static char *parent_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	return cb_strndup(path, slash ? (size_t)(slash - path) : 0);
}

/* The names in a directory to which no link leads; none where it cannot be read. */
static struct cb_strv list_names(const char *path)
{
	struct cb_strv names = { 0 };
	struct cb_directory entries = { .fd = cb_open_directory(AT_FDCWD, path, 0) };
	if (entries.fd < 0)
		return names;
	for (const char *name; (name = cb_directory_next(&entries));)
		cb_strv_push(&names, name);
	close(entries.fd);
	return names;
}

#define ABOUT_LIMIT ((size_t)4096)

/* The launcher of `name` in the directory `real`, which is shown as `dir`. */
static void try_name(const struct search *s, const char *real, const char *dir, const char *name)
{
	size_t size;
	char *file = cb_profile_program(name);
	char *program = cb_trace_path(cb_format("%s/%s", real, file), s->project, false);
	if (!program || !is_trusted(s, program, S_IFREG) || access(program, X_OK) < 0)
		return;
	char *package = parent_of(parent_of(program));
	char *about = cb_file_read(cb_format("%s/share/claudebox/%s/about", package, name),
				   ABOUT_LIMIT, false, &size);
	if (about)
		cb_profiles_push_about(s->list, name, about, cb_format("%s/%s", dir, file),
				       program);
}

/* The launchers in the directory `real`, which is shown as `dir`. */
static void try_directory(const struct search *s, const char *real, const char *dir)
{
	if (!real || !is_trusted(s, real, S_IFDIR))
		return;
	if (s->wanted) {
		try_name(s, real, dir, s->wanted);
		return;
	}
	const struct cb_strv files = list_names(real);
	for (size_t i = 0; i < files.len; i++) {
		const char *name = cb_profile_of_program(files.items[i]);
		if (name)
			try_name(s, real, dir, name);
	}
}

/* Beside the path this program was started by, and where that really lies. The links on that path
 * have been followed already: only what lies beside it is looked at with care. */
static void try_beside(const struct search *s, const char *called)
{
	const char *real = strchr(called, '/') ? cb_real_path(called) : NULL;
	const char *const paths[] = { called, real };
	for (size_t i = 0; real && i < 2; i++) {
		char *dir = parent_of(paths[i]);
		try_directory(s, cb_real_path(*dir ? dir : "/"), dir);
	}
}

static char *own_path(const char *home, const char *name)
{
	return cb_format("%s/" CB_STATE_HOME "/profiles/%s", home, name);
}

/* The user's own, out-links of Nix: ~/.claudebox/profiles/NAME. */
static void try_own(const struct search *s, const char *home)
{
	const struct cb_strv names = list_names(cb_format("%s/" CB_STATE_HOME "/profiles", home));
	for (size_t i = 0; i < names.len; i++) {
		const char *name = names.items[i];
		if (!cb_profile_is_name(name) || (s->wanted && strcmp(name, s->wanted) != 0))
			continue;
		char *bin = cb_format("%s/bin", own_path(home, name));
		try_name(s, bin, bin, name);
	}
}

/* An entry that is not absolute means the current directory: the project. */
static void try_path(const struct search *s, const char *path)
{
	while (path && *path) {
		size_t len = strcspn(path, ":");
		char *dir = cb_strndup(path, len);
		if (dir[0] == '/')
			try_directory(s, cb_trace_path(dir, s->project, false), dir);
		path += len + (path[len] == ':');
	}
}

/* The project, if there is one: not the home, nor what the home lies in. */
static const char *project_of(const char *cwd, const struct cb_git *git, const char *home)
{
	if (git->top && !cb_path_is_within(home, git->top))
		return git->top;
	return cwd && !cb_path_is_within(home, cwd) ? cwd : NULL;
}

int cb_profiles_read(const struct cb_facts *user, const char *called, const char *wanted,
		     struct cb_profiles *list, struct cb_error *err)
{
	char buffer[PATH_MAX];
	const char *cwd = getcwd(buffer, sizeof buffer) && buffer[0] == '/' ? buffer : NULL;
	struct cb_git git = { 0 };
	if (cwd)
		cb_git_read(cwd, user->uid, &git);
	if (cb_guard_git(&git, err) < 0)
		return -1;
	const struct search s = { project_of(cwd, &git, user->home), wanted, user->uid, list };
	try_beside(&s, called);
	try_own(&s, user->home);
	try_path(&s, cb_env_get(user->env, "PATH"));
	return 0;
}

struct cb_own_profile cb_own_profile_read(const char *home, const char *name)
{
	struct stat st;
	const char *path = own_path(home, name);
	struct cb_own_profile own = { .exists = lstat(path, &st) == 0,
				      .is_dangling = stat(path, &st) < 0 };
	/* Names only: the directory may be anybody's. */
	const char *bin = cb_real_path(cb_format("%s/bin", path));
	const struct cb_strv files = bin ? list_names(bin) : (struct cb_strv) { 0 };
	for (size_t i = 0; i < files.len; i++) {
		const char *file = files.items[i], *profile = cb_profile_of_program(file);
		if (!profile)
			continue;
		if (strcmp(profile, name) == 0)
			own.has_program = true;
		else if (!own.other || strcmp(file, own.other) < 0)
			own.other = file;
	}
	return own;
}
