/* The paths of the project that the policy treats apart, as they are on the host: what is there
 * to protect or to hide, and what is in the watched places. Part of facts: looks, and refuses to
 * go on where a look is not enough (a symbolic link in the way). */
#ifndef CB_HOST_PROTECT_H
#define CB_HOST_PROTECT_H

#include "base/error.h"
#include "base/strv.h"
#include "cli/opts.h"
#include "formats/watch-record.h"
#include "vocab/policy.h"

#include <stdbool.h>
#include <stddef.h>

struct cb_facts;

/* Something to protect or to hide that exists. */
struct cb_kept {
	char *path;  /* absolute; no link in it below `root` */
	size_t root; /* length of the part that is the shown directory it lies in */
	bool hide;
	bool is_directory;
	char *config; /* contents of a git configuration, which is shown as a copy; else NULL */
	size_t config_size;
	bool config_only; /* the policy does not protect it */
};

struct cb_keeping {
	struct cb_kept *kept;
	size_t kept_count, kept_cap;
	struct cb_watched *watched;
	size_t watched_count, watched_cap;
	bool watch_full;             /* there was more than is looked at */
	struct cb_strv secret_files; /* of the project, relative; a few at most */
	struct cb_strv hard_links;   /* the same */
	size_t included;             /* files, by git's configuration */
	struct cb_strv hook_dirs;    /* by a relative core.hooksPath */
	struct cb_strv links;        /* in git directories, that lead nowhere else */
	size_t looked_at;            /* entries of these */
	char *record;                /* what the last launch has seen; NULL: nothing */
	char *refused;               /* a sentence on what the last session was; NULL: nothing */
	char *index; /* git's list of tracked files, where it is asked for; NULL: none */
	size_t index_size;
	bool index_unknown; /* there is one, and it cannot be read */
	bool failed;        /* out of memory */
};

int cb_keeping_read(const struct cb_policy *policy, const struct cb_facts *facts,
		    struct cb_keeping *ret, struct cb_error *err);
void cb_keeping_clear(struct cb_keeping *keeping);

#endif
