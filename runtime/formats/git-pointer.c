/* Reads git's pointer files, strictly: what git does not write itself is not understood. */
#include "formats/git-pointer.h"

#include "base/memory.h"
#include "formats/git-config.h"

#include <string.h>

/* One line of text: not empty, no NUL, nothing but line ends behind it. */
char *cb_git_pointer_line(const char *text, size_t size)
{
	while (size > 0 && (text[size - 1] == '\n' || text[size - 1] == '\r'))
		size--;
	if (size == 0 || memchr(text, '\0', size) || memchr(text, '\n', size))
		return NULL;
	return cb_strndup(text, size);
}

char *cb_git_pointer_read(const char *text, size_t size)
{
	static const char word[] = "gitdir: ";
	size_t len = sizeof word - 1;
	if (size < len || memcmp(text, word, len) != 0)
		return NULL;
	return cb_git_pointer_line(text + len, size - len);
}

static bool take_worktree(void *context, const struct cb_git_setting *s)
{
	char **found = context;
	if (strcmp(s->section, "core") == 0 && !s->subsection && strcmp(s->key, "worktree") == 0)
		*found = s->value && *s->value ? cb_strdup(s->value) : NULL;
	return true;
}

char *cb_git_pointer_worktree(const char *text, size_t size)
{
	char *found = NULL;
	unsigned line;
	return cb_git_config_read(text, size, take_worktree, &found, &line) < 0 ? NULL : found;
}
