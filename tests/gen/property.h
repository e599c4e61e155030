/* Random policies on random hosts: what property.c plans, and what property-oracle.c says of it. */
#ifndef PROPERTY_H
#define PROPERTY_H

#include "plan/plan.h"

#include <stddef.h>

/* A host's symbolic links: `from` leads to `to`. */
struct link {
	const char *from, *to;
};

struct world {
	const struct cb_policy *policy;
	struct cb_facts facts;
	struct cb_opts opts;
	struct link links[8];
	size_t link_count;
};

#define STORE "/nix/store/00000000000000000000000000000000-"
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define PICK(array) ((array)[random_below(COUNT(array))])

size_t random_below(size_t limit);
void *checked(void *memory);
char *copy(const char *text);

/* What rows come from, where nothing is wrong with it; some of it is a link on a host. */
enum { SOURCES = 19 };
extern const char *const sources[SOURCES];

/* A host for world->policy, with flags. */
void world_make(struct world *world);
void world_clear(struct world *world);

/* Where `path` leads on this host; NULL: nowhere. Caller frees. */
char *world_real(const struct world *world, const char *path);

/* What is wrong with the plan, or NULL: a secret that is shown, a row that is not there. The text
 * is static. */
const char *oracle_leak(const struct world *world, const struct cb_plan *plan);
const char *oracle_order(const struct world *world, const struct cb_plan *plan);

#endif
