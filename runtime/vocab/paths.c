/* Paths of a policy as text; nothing is looked at. */
#include "vocab/policy.h"

#include "base/memory.h"
#include "base/path.h"

char *cb_path_on_host(struct cb_path path, const char *home, const char *project)
{
	switch (path.anchor) {
	case CB_ANCHOR_ROOT:
		return cb_strdup(path.rest);
	case CB_ANCHOR_HOME:
		return cb_path_join(home, path.rest);
	case CB_ANCHOR_PROJECT:
		return cb_path_join(project, path.rest);
	case CB_ANCHOR_CONFIG:
		return cb_path_join(cb_path_join(home, CB_STATE_HOME), path.rest);
	case CB_ANCHOR_CLAUDE:
		return cb_path_join(cb_path_join(home, ".claude"), path.rest);
	default:
		return NULL;
	}
}
