/* The tree itself; see tree.h. */
#include "tree.h"

#include "unit.h"

#include "base/strv.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[PATH_MAX];

const char *tree_at(const char *rest)
{
	static char paths[4][PATH_MAX + 64];
	static unsigned next;
	char *path = paths[next++ % 4];
	stpcpy(stpcpy(stpcpy(path, root), "/"), rest);
	return path;
}

int tree_make(const char *const *dirs)
{
	char name[] = "/tmp/claudebox-unit.XXXXXX";
	if (!mkdtemp(name) || !realpath(name, root))
		return -1;
	for (; *dirs; dirs++)
		if (mkdir(tree_at(*dirs), 0700) != 0)
			return -1;
	return 0;
}

int tree_remove(void **state)
{
	(void)state;
	char *command = cb_format("rm -rf -- '%s'", root);
	int result = command ? system(command) : -1;
	free(command);
	return result;
}

void tree_put(const char *rest, const char *text, unsigned mode)
{
	int fd = open(tree_at(rest), O_WRONLY | O_CREAT | O_TRUNC, 0600);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	assert_int_equal(fchmod(fd, mode), 0);
	close(fd);
}
