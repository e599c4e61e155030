/* Reads git's pointer files, strictly: what git does not write itself is not understood. */
#include "formats/git-pointer.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *skip_blanks(const char *p, const char *end)
{
	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	return p;
}

/* One line of text: not empty, no NUL, nothing but line ends behind it. */
char *cb_git_pointer_line(const char *text, size_t size)
{
	while (size > 0 && (text[size - 1] == '\n' || text[size - 1] == '\r'))
		size--;
	if (size == 0 || memchr(text, '\0', size) || memchr(text, '\n', size))
		return NULL;
	return strndup(text, size);
}

char *cb_git_pointer_read(const char *text, size_t size)
{
	static const char word[] = "gitdir: ";
	size_t len = sizeof word - 1;
	if (size < len || memcmp(text, word, len) != 0)
		return NULL;
	return cb_git_pointer_line(text + len, size - len);
}

/* `[core]`, in any case, blanks inside allowed; anything else ends the section. */
static bool is_core_header(const char *p, const char *end)
{
	p = skip_blanks(p + 1, end);
	if (end - p < 5 || strncasecmp(p, "core", 4) != 0)
		return false;
	p = skip_blanks(p + 4, end);
	return p < end && *p == ']';
}

/* The value of `worktree = …`, or NULL. */
static char *worktree_value(const char *p, const char *end)
{
	static const char key[] = "worktree";
	size_t len = sizeof key - 1;
	if ((size_t)(end - p) < len || strncasecmp(p, key, len) != 0)
		return NULL;
	p = skip_blanks(p + len, end);
	if (p == end || *p != '=')
		return NULL;
	p = skip_blanks(p + 1, end);
	while (end > p && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
		end--;
	if (p == end || memchr(p, '"', (size_t)(end - p)) || memchr(p, '\\', (size_t)(end - p)) ||
	    memchr(p, '#', (size_t)(end - p)) || memchr(p, ';', (size_t)(end - p)))
		return NULL;
	return strndup(p, (size_t)(end - p));
}

char *cb_git_pointer_worktree(const char *text, size_t size)
{
	char *found = NULL;
	bool in_core = false;
	if (memchr(text, '\0', size))
		return NULL;
	for (const char *p = text, *stop = text + size; p < stop;) {
		const char *newline = memchr(p, '\n', (size_t)(stop - p));
		const char *end = newline ? newline : stop;
		const char *word = skip_blanks(p, end);
		if (word < end && *word == '[') {
			in_core = is_core_header(word, end);
		} else if (in_core) {
			char *value = worktree_value(word, end);
			if (value) {
				free(found);
				found = value;
			}
		}
		p = newline ? newline + 1 : stop;
	}
	return found;
}
