/* What --why finds when it follows a path as a process inside would: row by row, and behind a bind
 * on the host. Part of facts. */
#ifndef CB_COMMANDS_WHY_FACTS_H
#define CB_COMMANDS_WHY_FACTS_H

#include "base/error.h"
#include "base/strv.h"
#include "commands/why/why.h"
#include "plan/plan.h"

struct cb_sight {
	bool visible;
	char *path;            /* where it leads inside, links followed as far as they go */
	struct cb_place place; /* of that */
	struct cb_strv links;  /* those followed, each `path -> target` */
	char *host;            /* the same name's real path on the host; NULL: nothing is there */
};

#define cleanup_sight __attribute__((cleanup(cb_sight_clear)))

/* The word as an absolute path: `~` is the home, anything else is relative to the current
 * directory. Caller frees; NULL: no memory. */
char *cb_why_absolute(const struct cb_facts *facts, const char *word);

bool cb_why_is_file(const char *word);
int cb_sight_read(const struct cb_plan *plan, const char *path, struct cb_sight *ret,
		  struct cb_error *err);
void cb_sight_clear(struct cb_sight *sight);

#endif
