/* Finds claude however it was installed. A native program (npm's, the installer's) is one file; a
 * script of an npm package needs its package directory, the nearest one with a package.json, and
 * that package's siblings of the same @scope, where npm puts the program it starts. */
#include "facts-agent.h"

#include "look.h"
#include "path.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The first `name` in a PATH; entries that are not absolute are passed over. */
static char *find_program(const char *search, const char *name)
{
	while (search && *search) {
		size_t len = strcspn(search, ":");
		char *dir = strndup(search, len);
		char *path = dir && dir[0] == '/' ? cb_path_join(dir, name) : NULL;
		free(dir);
		char *real = path && cb_look_is_program(path) ? cb_look_real(path) : NULL;
		free(path);
		if (real)
			return real;
		search += len + (search[len] == ':');
	}
	return NULL;
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

static bool has_package(const char *dir)
{
	char *file = cb_path_join(dir, "package.json");
	bool found = file && access(file, F_OK) == 0;
	free(file);
	return found;
}

/* Cuts the last component off; false: nothing would be left. */
static bool cut(char *path)
{
	char *slash = strrchr(path, '/');
	if (!slash || slash == path)
		return false;
	*slash = '\0';
	return true;
}

/* The directory a script needs; NULL: it belongs to no package. A package.json in the home, or
 * above it, is not that of a program in ~/bin: it would show everything. */
static char *package_of(const char *program, const char *home)
{
	char *dir = strdup(program);
	while (dir && cut(dir) && !cb_path_is_within(home, dir)) {
		if (!has_package(dir))
			continue;
		const char *name = strrchr(dir, '/');
		char *above = strndup(dir, (size_t)(name - dir));
		const char *scope = above ? strrchr(above, '/') : NULL;
		if (scope && scope[1] == '@') {
			free(dir);
			return above;
		}
		free(above);
		return dir;
	}
	free(dir);
	return NULL;
}

void cb_agent_read(const char *pinned, const char *search, const char *home, struct cb_agent *ret)
{
	ret->program = pinned ? cb_look_real(pinned) : find_program(search, "claude");
	if (!ret->program)
		return;
	if (!cb_path_is_within(ret->program, "/nix/store") && is_script(ret->program))
		ret->package = package_of(ret->program, home);
	if (!ret->package)
		ret->package = strdup(ret->program);
}

void cb_agent_clear(struct cb_agent *agent)
{
	free(agent->program);
	free(agent->package);
	*agent = (struct cb_agent) { 0 };
}
