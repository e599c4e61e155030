/* Files of the project that have a second name, which may lie outside it: package managers link
 * them from a store (pnpm, uv), `git clone` of a local repository its objects. What the agent
 * writes to such a file is changed in the other place too. A small sample, for a note. Part of
 * facts. */
#include "host/protect-parts.h"

#include "base/path.h"
#include "host/read.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	SAMPLES = 4,
	TOP_DIRECTORIES = 16,
	STEPS = 32,      /* below each: directories opened and files looked at */
	FILES = 4,       /* of those, in one directory */
	DIRECTORIES = 8, /* the same */
	NAMES = 256,     /* in one directory, of any kind */
	DEPTH = 8,
};

struct sample {
	const struct cb_looker *looker;
	size_t steps; /* that are left */
};

/* Takes `path`, which is relative to the project. */
static void push(const struct sample *s, char *path)
{
	s->looker->keeping->failed |= !path;
	if (path)
		cb_strv_push(&s->looker->keeping->hard_links, path);
	free(path);
}

static bool has_other_name(int dir, const char *name)
{
	struct stat st;
	return fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(st.st_mode) &&
	       st.st_nlink > 1;
}

/* The first one in a directory or below it; true: it is pushed. */
static bool look_in(struct sample *s, int dir, const char *above, unsigned depth)
{
	struct cb_directory entries = { .fd = dir };
	size_t files = 0, directories = 0, names = 0;
	bool found = false;
	for (const char *name; !found && s->steps > 0 && names < NAMES; names++) {
		name = cb_directory_next(&entries);
		if (!name)
			break;
		if (entries.type == DT_REG && files++ < FILES) {
			s->steps--;
			found = has_other_name(dir, name);
			if (found)
				push(s, cb_path_join(above, name));
		} else if (entries.type == DT_DIR && depth < DEPTH && directories++ < DIRECTORIES) {
			s->steps--;
			char *path = cb_path_join(above, name);
			int fd = path ? cb_open_directory(dir, name, 0) : -1;
			found = fd >= 0 && look_in(s, fd, path, depth + 1);
			if (fd >= 0)
				close(fd);
			free(path);
		}
	}
	return found;
}

void cb_kept_look_for_hard_links(const struct cb_looker *l, const char *project)
{
	struct cb_keeping *k = l->keeping;
	struct cb_directory entries = { .fd = cb_beneath_open(&l->below, project,
							      O_RDONLY | O_DIRECTORY) };
	size_t directories = 0, files = 0, names = 0;
	for (const char *name; entries.fd >= 0 && k->hard_links.len < SAMPLES && names < NAMES;
	     names++) {
		struct sample s = { .looker = l, .steps = STEPS };
		name = cb_directory_next(&entries);
		if (!name)
			break;
		if (entries.type == DT_REG && files++ < STEPS && has_other_name(entries.fd, name))
			push(&s, strdup(name));
		if (entries.type != DT_DIR || directories++ >= TOP_DIRECTORIES)
			continue;
		int fd = cb_open_directory(entries.fd, name, 0);
		if (fd < 0)
			continue;
		look_in(&s, fd, name, 1);
		close(fd);
	}
	if (entries.fd >= 0)
		close(entries.fd);
	k->failed |= k->hard_links.failed;
}
