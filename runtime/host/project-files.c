/* Samples files near the top of the project for two notes, at next to no cost: files with secrets,
 * and files with a second name. The second name may lie outside the project: package managers link
 * files from a store (pnpm, uv), and `git clone` of a local repository links objects. What the
 * agent writes to such a file changes there too. */
#include "host/protect.h"

#include "base/io.h"
#include "base/path.h"
#include "host/read.h"
#include "vocab/secrets.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* Opens the project for its entries; -1 as its descriptor where it cannot be opened. */
static struct cb_directory open_project(struct cb_path_reader *r, const char *project)
{
	return (struct cb_directory) {
		.fd = cb_paths_stopped(r)
			  ? -1
			  : cb_beneath_open(&r->beneath, project, O_RDONLY | O_DIRECTORY),
	};
}

/* --- secrets --- */

#define DIRECTORIES_MAX 32
#define NAMES_MAX 1024 /* in each */
#define READ_MAX 32
#define SIZE_MAX_READ ((size_t)16 * 1024)

struct search {
	struct cb_path_reader *r;
	size_t directories, read; /* so far */
};

/* Whether the policy hides it anyway. */
static bool is_hidden(const struct cb_policy *policy, const char *path)
{
	for (size_t i = 0; policy->hide[i]; i++)
		if (cb_path_is_within(path, policy->hide[i]))
			return true;
	return false;
}

/* `path` is relative to the project. */
static void search_file(struct search *s, int dir, const char *name, const char *path)
{
	size_t size;
	if (s->read == READ_MAX || is_hidden(s->r->policy, path))
		return;
	s->read++;
	char *text = cb_file_read_at(dir, name, SIZE_MAX_READ, false, &size);
	if (text && cb_secret_file(name, text))
		cb_strv_push(&s->r->paths->secret_files, path);
}

/* `above` is the directory's name in the project; "" for the project itself, whose directories are
 * searched too. */
static void search_directory(struct search *s, struct cb_directory *entries, const char *above)
{
	const char *name;
	for (size_t i = 0; i < NAMES_MAX && (name = cb_directory_next(entries)); i++) {
		if (entries->type == DT_REG && cb_secret_file(name, NULL))
			search_file(s, entries->fd, name,
				    *above ? cb_path_join(above, name) : name);
		if (entries->type != DT_DIR || *above || strcmp(name, ".git") == 0 ||
		    strcmp(name, "node_modules") == 0 || s->directories++ >= DIRECTORIES_MAX)
			continue;
		struct cb_directory below = { .fd = cb_open_directory(entries->fd, name, 0) };
		if (below.fd < 0)
			continue;
		search_directory(s, &below, name);
		close(below.fd);
	}
}

void cb_paths_sample_secrets(struct cb_path_reader *r, const char *project)
{
	struct search s = { .r = r };
	struct cb_directory entries = open_project(r, project);
	if (entries.fd < 0)
		return;
	search_directory(&s, &entries, "");
	close(entries.fd);
}

/* --- hard links --- */

enum {
	SAMPLES = 4,
	TOP_DIRECTORIES = 16,
	STEPS = 32,      /* below each: directories opened and files looked at */
	FILES = 4,       /* of those, in one directory */
	DIRECTORIES = 8, /* the same */
	NAMES = 256,     /* in one directory, of any kind */
	DEPTH = 8,
};

static bool has_second_name(int dir, const char *name)
{
	struct stat st;
	return fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(st.st_mode) &&
	       st.st_nlink > 1;
}

/* The first file with a second name in or below a directory; NULL: none within `*steps`. Closes
 * `fd`, which may be -1. */
static char *find_hard_link(int fd, const char *above, unsigned depth, size_t *steps)
{
	struct cb_directory entries = { .fd = fd };
	size_t files = 0, directories = 0;
	char *found = NULL;
	const char *name;
	for (size_t i = 0;
	     fd >= 0 && !found && *steps > 0 && i < NAMES && (name = cb_directory_next(&entries));
	     i++) {
		if (entries.type == DT_REG && files++ < FILES) {
			--*steps;
			if (has_second_name(fd, name))
				found = cb_path_join(above, name);
		} else if (entries.type == DT_DIR && depth < DEPTH && directories++ < DIRECTORIES) {
			--*steps;
			found = find_hard_link(cb_open_directory(fd, name, 0),
					       cb_path_join(above, name), depth + 1, steps);
		}
	}
	cb_close(fd);
	return found;
}

void cb_paths_sample_hard_links(struct cb_path_reader *r, const char *project)
{
	struct cb_strv *links = &r->paths->hard_links;
	struct cb_directory entries = open_project(r, project);
	size_t directories = 0, files = 0;
	const char *name;
	for (size_t i = 0; entries.fd >= 0 && links->len < SAMPLES && i < NAMES &&
			   (name = cb_directory_next(&entries));
	     i++) {
		size_t steps = STEPS;
		if (entries.type == DT_REG && files++ < STEPS && has_second_name(entries.fd, name))
			cb_strv_push(links, name);
		if (entries.type != DT_DIR || directories++ >= TOP_DIRECTORIES)
			continue;
		char *found =
		    find_hard_link(cb_open_directory(entries.fd, name, 0), name, 1, &steps);
		if (found)
			cb_strv_take(links, found);
	}
	cb_close(entries.fd);
}
