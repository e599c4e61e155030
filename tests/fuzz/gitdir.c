/* The walk from a directory to its repository, on a real tree of which every pointer file is made
 * of the input: `.git` of the project, then `gitdir`, `commondir` and `config`, each up to 0xff.
 * `@` stands for the tree's place, in the files. Whatever they say: the repository found is the one
 * that names this project back. */
#include "fuzz.h"

#include "base/strv.h"
#include "host/read-facts.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[PATH_MAX];

static char *place(const char *rest)
{
	char *path = cb_format("%s/%s", root, rest);
	MUST(path);
	return path;
}

/* The tree is made once: a project, a repository with a work tree's directory, one of another. */
static void make_tree(void)
{
	static const char *const dirs[] = { "project",
					    "project/lib",
					    "project/inner",
					    "repo",
					    "repo/.git",
					    "repo/.git/worktrees",
					    "repo/.git/worktrees/x",
					    "other",
					    "other/.git",
					    "other/.git/worktrees",
					    "other/.git/worktrees/y",
					    "repo/.git/objects",
					    "repo/.git/refs",
					    "project/inner/objects",
					    "project/inner/refs" };
	char name[] = "/tmp/claudebox-fuzz.XXXXXX";
	MUST(mkdtemp(name) && realpath(name, root));
	for (size_t i = 0; i < sizeof dirs / sizeof dirs[0]; i++) {
		char *path = place(dirs[i]);
		MUST(mkdir(path, 0700) == 0);
		free(path);
	}
	static const char *const heads[] = { "repo/.git/HEAD", "project/inner/HEAD" };
	for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
		char *path = place(heads[i]);
		MUST(symlink("refs/heads/main", path) == 0);
		free(path);
	}
}

static void remove_tree(void)
{
	char *command = cb_format("rm -rf -- '%s'", root);
	MUST(command && system(command) == 0);
	free(command);
}

static void write_file(const char *rest, const uint8_t **data, size_t *size)
{
	size_t len;
	const char *text = fuzz_piece(data, size, 0xff, &len);
	char *path = place(rest);
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	MUST(fd >= 0);
	for (size_t i = 0; i < len; i++) {
		bool here = text[i] == '@';
		const char *piece = here ? root : &text[i];
		ssize_t want = here ? (ssize_t)strlen(root) : 1;
		MUST(write(fd, piece, (size_t)want) == want);
	}
	close(fd);
	free(path);
}

/* The directory of the work tree names the project's `.git`, read again without git-pointer.c. */
static bool names_back(void)
{
	char *path = place("repo/.git/worktrees/x/gitdir"), *mine = place("project/.git");
	char line[8192] = "", real[PATH_MAX] = "";
	FILE *file = fopen(path, "r");
	MUST(file);
	MUST(fgets(line, sizeof line, file));
	fclose(file);
	free(path);
	line[strcspn(line, "\r\n")] = '\0';
	path = line[0] == '/' ? strdup(line) : cb_format("%s/repo/.git/worktrees/x/%s", root, line);
	MUST(path && realpath(path, real));
	bool same = strcmp(real, mine) == 0;
	free(path);
	free(mine);
	return same;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size > 2048)
		return 0;
	if (!root[0]) {
		make_tree();
		atexit(remove_tree);
	}
	write_file("project/.git", &data, &size);
	write_file("repo/.git/worktrees/x/gitdir", &data, &size);
	write_file("repo/.git/worktrees/x/commondir", &data, &size);
	write_file("repo/.git/config", &data, &size);
	char *cwd = place("project/lib"), *project = place("project"), *repo = place("repo/.git");
	struct cb_git git = { 0 };
	cb_git_read(cwd, getuid(), &git);
	if (!git.forged) {
		MUST(strcmp(git.top, project) == 0 && git.gitdir && git.root);
		/* `other` names nobody back. */
		MUST(!git.common || strcmp(git.common, repo) == 0);
		MUST(!git.common || !strstr(git.gitdir, "/worktrees/") || names_back());
		MUST(git.common || strncmp(git.gitdir, project, strlen(project)) == 0);
	} else {
		MUST(git.top && !git.gitdir && !git.common && !git.root);
	}
	free(cwd);
	free(project);
	free(repo);
	return 0;
}
