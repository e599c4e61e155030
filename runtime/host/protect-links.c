/* What lies in a git directory must be files and directories: git on the host reads and writes
 * through a symbolic link that the agent has put there, MERGE_MSG into the next commit, and
 * COMMIT_EDITMSG or logs/HEAD over any file of the user's; a FIFO keeps it waiting (L31). */
#include "host/protect-parts.h"

#include "base/path.h"
#include "host/read.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEPTH_MAX 32
#define ENTRIES_MAX ((size_t)1 << 17)

static int refuse(const struct cb_looker *l, const char *path, const char *why)
{
	cb_kept_refuse(l, path, why);
	return cb_hint(l->err, "git makes no such thing, and would read or write through it: "
			       "look at it (ls -l), find out who made it, then remove it");
}

/* What is large, is looked at on its own, or holds what others put there. */
static bool is_passed(const char *rest)
{
	static const char *const passed[] = { "hooks", "modules", "worktrees", "lfs", "annex" };
	for (size_t i = 0; i < sizeof passed / sizeof passed[0]; i++)
		if (strcmp(rest, passed[i]) == 0)
			return true;
	return cb_path_is_within(rest, "objects") && strcmp(rest, "objects") != 0 &&
	       strcmp(rest, "objects/info") != 0;
}

/* As git used to write symbolic references: it reads the text, which is no path for it. */
static bool is_reference(const char *rest, const char *target)
{
	for (const char *dot = target; (dot = strchr(dot, '.')); dot++)
		if (dot[1] == '.')
			return false;
	return (strcmp(rest, "HEAD") == 0 || cb_path_is_within(rest, "refs")) &&
	       strncmp(target, "refs/", 5) == 0;
}

/* It leads to what git only writes hashes and names to, and nobody runs. */
static bool stays(const char *gitdir, const char *path)
{
	static const char *const places[] = { "refs", "logs", "info" };
	bool found = false;
	char *real = cb_real_path(path);
	for (size_t i = 0; real && !found && i < sizeof places / sizeof places[0]; i++) {
		char *place = cb_path_join(gitdir, places[i]);
		found = place && cb_path_is_within(real, place);
		free(place);
	}
	free(real);
	return found;
}

static int look_at_link(const struct cb_looker *l, const char *gitdir, const char *path, int fd)
{
	char target[PATH_MAX];
	const char *rest = path + strlen(gitdir) + 1;
	ssize_t len = readlinkat(fd, "", target, sizeof target - 1);
	target[len < 0 ? 0 : len] = '\0';
	if (is_reference(rest, target))
		return 0;
	if (!stays(gitdir, path))
		return refuse(l, path, "a symbolic link that leads out of the git directory");
	cb_strv_push(&l->keeping->links, path);
	return 0;
}

static int look_into(const struct cb_looker *l, const char *gitdir, const char *dir,
		     unsigned depth);

/* One entry, open for its place alone. */
static int look_at_entry(const struct cb_looker *l, const char *gitdir, const char *path, int fd,
			 unsigned depth)
{
	struct stat st;
	const char *rest = path + strlen(gitdir) + 1;
	if (fstat(fd, &st) < 0)
		return refuse(l, path, strerror(errno));
	if (S_ISLNK(st.st_mode))
		return look_at_link(l, gitdir, path, fd);
	if (S_ISDIR(st.st_mode))
		return is_passed(rest) ? 0 : look_into(l, gitdir, path, depth + 1);
	/* The one socket of git's own. */
	bool own = S_ISSOCK(st.st_mode) && strcmp(rest, "fsmonitor--daemon.ipc") == 0;
	return own || S_ISREG(st.st_mode) ? 0
					  : refuse(l, path, "it is neither a file nor a directory");
}

static int look_into(const struct cb_looker *l, const char *gitdir, const char *dir, unsigned depth)
{
	cleanup_strv struct cb_strv names = { 0 };
	int result = cb_kept_list(l, dir, &names);
	l->keeping->looked_at += names.len;
	if (result == 0 && (depth > DEPTH_MAX || l->keeping->looked_at > ENTRIES_MAX)) {
		cb_kept_refuse(l, dir, "there is more in the git directory than is looked at");
		return cb_hint(l->err, "git pack-refs --all makes one file of all references");
	}
	for (size_t i = 0; result == 0 && i < names.len; i++) {
		int fd = cb_beneath_open(&l->below, names.items[i], O_PATH | O_NOFOLLOW);
		if (fd >= 0) {
			result = look_at_entry(l, gitdir, names.items[i], fd, depth);
			close(fd);
		} else if (errno != ENOENT) {
			result = refuse(l, names.items[i], strerror(errno));
		}
	}
	return result;
}

int cb_kept_look_inside(const struct cb_looker *l, const char *gitdir)
{
	return look_into(l, gitdir, gitdir, 0);
}
