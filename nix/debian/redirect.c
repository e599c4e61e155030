/* Linked into a copied program whose files lie at a path it was compiled with: opens FROM… as TO…,
 * where that is there.
 * Debian's node reads parts of its own library from /usr/share/nodejs and stops without them. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Only then is there a third argument; O_TMPFILE is several bits, one of them O_DIRECTORY. */
static int makes_file(int flags)
{
	return (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
}

static int redirected_open(const char *symbol, const char *path, int flags, mode_t mode)
{
	char elsewhere[PATH_MAX];
	size_t len = strlen(FROM);
	int (*next)(const char *, int, ...) = NULL;
	*(void **)&next = dlsym(RTLD_NEXT, symbol);
	if (strncmp(path, FROM, len) == 0 &&
	    snprintf(elsewhere, sizeof elsewhere, "%s%s", TO, path + len) < (int)sizeof elsewhere &&
	    access(elsewhere, F_OK) == 0)
		path = elsewhere;
	return next(path, flags, mode);
}

#define REDIRECT(name)                                                                             \
	int name(const char *path, int flags, ...)                                                 \
	{                                                                                          \
		va_list ap;                                                                        \
		va_start(ap, flags);                                                               \
		mode_t mode = makes_file(flags) ? va_arg(ap, mode_t) : 0;                          \
		va_end(ap);                                                                        \
		return redirected_open(#name, path, flags, mode);                                  \
	}

REDIRECT(open)
REDIRECT(open64)
