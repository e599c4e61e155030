/* A work tree's .git file and the git directory it names point at each other, and two agents can
 * write one end each: what the first launch has found is remembered, out of their reach (L33). */
#include "host/common-dir.h"

#include "base/strv.h"
#include "host/read.h"
#include "plan/instance.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static int refuse(const struct cb_facts *f, const char *was, const char *file, struct cb_error *err)
{
	const struct cb_git *git = &f->git;
	cb_fail(err, CB_EXIT_REFUSED,
		"refusing the .git of %s (it leads to %s, and led to %s at the first launch)",
		git->top, git->common, *was ? was : "no other directory");
	return cb_hint(err,
		       "if you have moved the repository or made this a work tree yourself: rm %s; "
		       "if not, the project has been tampered with",
		       file);
}

int cb_common_check(const struct cb_facts *f, struct cb_error *err)
{
	const struct cb_git *git = &f->git;
	if (!git->common)
		return 0;
	char *rest = cb_state_common(git->top);
	char *file = rest ? cb_concat(f->home, "/" CB_STATE_HOME "/", rest, NULL) : NULL;
	size_t size;
	char *was = file ? cb_file_read(file, PATH_MAX, false, &size) : NULL;
	int result = 0;
	if (!file)
		result = cb_fail_memory(err);
	else if (was && strcmp(was, git->common) != 0)
		result = refuse(f, was, file, err);
	else if (!was && errno != ENOENT)
		result = refuse(f, "what cannot be read", file, err);
	free(was);
	free(file);
	free(rest);
	return result;
}
