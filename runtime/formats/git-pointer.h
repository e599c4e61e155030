/* The small text files by which git's directories point at each other, read without git: their
 * tree is not trusted, and git's own configuration can name programs. Pure. */
#ifndef CB_FORMATS_GIT_POINTER_H
#define CB_FORMATS_GIT_POINTER_H

#include <stddef.h>

/* `gitdir: PATH` of a .git file. Each returns a copy, or NULL when the text is not such a file. */
char *cb_git_pointer_read(const char *text, size_t size);

/* The one line of a `gitdir` or `commondir` file. */
char *cb_git_pointer_line(const char *text, size_t size);

/* The last core.worktree of a config file that git could read. Files that it includes are not
 * read. */
char *cb_git_pointer_worktree(const char *text, size_t size);

#endif
