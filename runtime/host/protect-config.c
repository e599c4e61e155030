/* The configuration files of git directories: a login in a remote's URL is the agent's to read
 * otherwise (L36). What cannot be read here is not shown either. Part of facts. */
#include "host/protect-parts.h"

#include "base/path.h"
#include "host/read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the policy's rows have found already; or a new one, for its copy alone. */
static struct cb_kept *find(const struct cb_looker *l, const char *path, const struct stat *st)
{
	struct cb_keeping *k = l->keeping;
	for (size_t i = k->kept_count; i > 0; i--)
		if (strcmp(k->kept[i - 1].path, path) == 0)
			return &k->kept[i - 1];
	struct cb_kept *new = cb_kept_push(l, path, st, CB_PROTECT);
	if (new)
		new->config_only = true;
	return new;
}

static int refuse(const struct cb_looker *l, const char *path, const char *why)
{
	cb_fail(l->err, CB_EXIT_REFUSED, "refusing %s (%s)", path, why);
	return cb_hint(l->err, "the agent is shown a copy of git's configuration without the "
			       "logins in it, and this one cannot be read for that");
}

static int look_at(const struct cb_looker *l, const char *gitdir, const char *path)
{
	struct stat st;
	int there = cb_beneath_stat(&l->below, path, &st);
	if (there == 0)
		return 0;
	if (there < 0)
		return refuse(l, path,
			      errno == ELOOP ? "a symbolic link is there" : strerror(errno));
	if (!S_ISREG(st.st_mode))
		return refuse(l, path, "it is no plain file");
	if (cb_kept_check_names(l, path, &st, CB_PROTECT) < 0)
		return -1;
	struct cb_kept *kept = find(l, path, &st);
	if (!kept || kept->config)
		return 0;
	int fd = cb_beneath_open(&l->below, path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
	kept->config = fd < 0 ? NULL : cb_file_read_fd(fd, CB_CONTENT_MAX, &kept->config_size);
	int error = errno;
	if (fd >= 0)
		close(fd);
	if (kept->config)
		return cb_kept_look_at_named(l, gitdir, path, kept->config, kept->config_size);
	return refuse(l, path, error == EFBIG ? "it has more than 1 MiB" : strerror(error));
}

int cb_kept_look_at_configs(const struct cb_looker *l, const char *gitdir)
{
	static const char *const names[] = { "config", "config.worktree" };
	int result = 0;
	for (size_t i = 0; result == 0 && i < 2; i++) {
		char *path = cb_path_join(gitdir, names[i]);
		l->keeping->failed |= !path;
		result = path ? look_at(l, gitdir, path) : 0;
		free(path);
	}
	return result;
}
