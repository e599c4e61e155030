/* Files with secrets in the project's top directory and those in it: a look that costs next to
 * nothing, not a search. Part of facts. */
#include "host/protect-parts.h"

#include "base/path.h"
#include "host/read.h"
#include "vocab/secrets.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DIRECTORIES_MAX 32
#define NAMES_MAX 1024 /* in each */
#define READ_MAX 32
#define SIZE_MAX_READ ((size_t)16 * 1024)

struct search {
	const struct cb_looker *looker;
	size_t directories, read;
};

/* Whether the policy hides it already. */
static bool is_hidden(const struct cb_looker *l, const char *path)
{
	for (size_t i = 0; l->policy->hide[i]; i++)
		if (cb_path_is_within(path, l->policy->hide[i]))
			return true;
	return false;
}

/* Takes `path`, which is relative to the project. */
static void look_at_file(struct search *s, int dir, const char *name, char *path)
{
	size_t size;
	if (!path) {
		s->looker->keeping->failed = true;
		return;
	}
	char *text = NULL;
	if (s->read < READ_MAX && !is_hidden(s->looker, path)) {
		s->read++;
		text = cb_file_read_at(dir, name, SIZE_MAX_READ, false, &size);
	}
	if (text && cb_secret_file(name, text))
		cb_strv_push(&s->looker->keeping->secret_files, path);
	free(text);
	free(path);
}

static void look_in(struct search *s, int dir, const char *above);

static void look_at_directory(struct search *s, int dir, const char *name)
{
	if (strcmp(name, ".git") == 0 || strcmp(name, "node_modules") == 0 ||
	    s->directories++ == DIRECTORIES_MAX)
		return;
	int fd = cb_open_directory(dir, name, 0);
	if (fd < 0)
		return;
	look_in(s, fd, name);
	close(fd);
}

/* `above`: its name in the project; NULL: it is the project. */
static void look_in(struct search *s, int dir, const char *above)
{
	struct cb_directory entries = { .fd = dir };
	const char *name;
	for (size_t i = 0; i < NAMES_MAX && (name = cb_directory_next(&entries)); i++) {
		if (entries.type == DT_DIR && !above && s->directories < DIRECTORIES_MAX)
			look_at_directory(s, dir, name);
		else if (entries.type == DT_REG && cb_secret_file_name(name))
			look_at_file(s, dir, name,
				     above ? cb_path_join(above, name) : strdup(name));
	}
}

void cb_kept_look_for_secrets(const struct cb_looker *l, const char *project)
{
	struct search s = { .looker = l };
	int dir = cb_beneath_open(&l->below, project, O_RDONLY | O_DIRECTORY);
	if (dir < 0)
		return;
	look_in(&s, dir, NULL);
	close(dir);
	l->keeping->failed |= l->keeping->secret_files.failed;
}
