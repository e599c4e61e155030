/* Finds claude however it was installed. A native program (npm's, the installer's) is one file; a
 * script of an npm package needs its package directory, and that package's siblings of the same
 * @scope, where npm puts the program it starts. */
#include "host/read-facts.h"

#include "base/path.h"
#include "host/read.h"
#include "host/walk.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The real path of a program. NULL where a link in the project leads out of it: an agent could have
 * laid that link to choose the program. */
static char *find_real(const char *path, const char *project)
{
	char *real = cb_real_path(path);
	bool inside = real && cb_path_is_within(real, project);
	return inside || (real && cb_trace_path(path, project, false)) ? real : NULL;
}

/* Why a file named claude cannot be used; NULL: there is none. */
static const char *fault_of(const char *path)
{
	struct stat st;
	if (lstat(path, &st) < 0)
		return NULL;
	if (stat(path, &st) < 0)
		return "a link that leads nowhere";
	if (!S_ISREG(st.st_mode))
		return "no file";
	return access(path, X_OK) < 0 ? "not executable" : "led elsewhere by a link in the project";
}

/* Looks for `claude` in a PATH. Entries that are not absolute are skipped. */
static void find_program(const char *search, const char *project, struct cb_agent *ret)
{
	while (search && *search && !ret->program) {
		size_t len = strcspn(search, ":");
		char *path =
		    *search == '/' ? cb_path_join(cb_strndup(search, len), "claude") : NULL;
		if (path && cb_is_program(path))
			ret->program = find_real(path, project);
		if (path && !ret->program && !ret->skipped && (ret->skipped_why = fault_of(path)))
			ret->skipped = path;
		search += len + (search[len] == ':');
	}
}

static bool is_script(const char *path)
{
	char magic[2] = { 0 };
	int fd = openat(AT_FDCWD, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return false;
	ssize_t len = read(fd, magic, sizeof magic);
	close(fd);
	return len == 2 && magic[0] == '#' && magic[1] == '!';
}

/* The directory a script needs: its package in the deepest node_modules, or the @scope of that
 * package; NULL: it is in no package. */
static char *package_of(const char *program)
{
	static const char modules[] = "/node_modules/";
	const char *name = NULL;
	for (const char *next = program; (next = strstr(next, modules));
	     next += strlen("/node_modules"))
		name = next + strlen(modules);
	const char *end = name ? strchr(name, '/') : NULL;
	return end ? cb_strndup(program, (size_t)(end - program)) : NULL;
}

/* What to mount for a program. A package is mounted only outside the project, and only where it
 * does not contain the project: an agent can choose what lies inside, and a mount around the
 * project would cover it. */
static char *shown_for(const char *program, const char *project)
{
	bool alone = cb_path_is_within(program, CB_STORE_PATH) ||
		     cb_path_is_within(program, project) || !is_script(program);
	char *package = alone ? NULL : package_of(program);
	return package && !cb_path_is_within(project, package) ? package : cb_strdup(program);
}

void cb_agent_read(const char *pinned, const char *search, const char *project,
		   struct cb_agent *ret)
{
	*ret = (struct cb_agent) { 0 };
	if (pinned)
		ret->program = cb_real_path(pinned);
	else
		find_program(search, project, ret);
	if (ret->program)
		ret->package = shown_for(ret->program, project);
}
