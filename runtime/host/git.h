/* Where git is around the current directory: read from its pointer files, believed only when
 * they agree both ways. Part of facts: looks, never runs git. */
#ifndef CB_HOST_GIT_H
#define CB_HOST_GIT_H

#include "base/error.h"

#include <sys/types.h>

struct cb_git {
	char *top;    /* the work tree around cwd; NULL: none */
	char *gitdir; /* its git directory; NULL: none */
	char *common; /* git directory outside the work tree that must be there too; NULL: none */
	char *root;   /* what all work trees of the repository have in common; NULL: none */
	char *passed; /* a .git around cwd that is not taken for a repository; NULL: none */
	const char *fault; /* why */
};

int cb_git_read(const char *cwd, uid_t uid, struct cb_git *ret, struct cb_error *err);
void cb_git_clear(struct cb_git *git);

#endif
