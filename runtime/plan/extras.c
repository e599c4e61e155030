/* The mounts of the command line: which are allowed, and in which order they are made. */
#include "plan/planner.h"

#include "base/path.h"
#include "plan/guard.h"

#include <stdlib.h>
#include <string.h>

static bool is_writable_extra(const struct cb_planner *m, size_t i)
{
	return i >= m->opts->mount_ro.len; /* read-only mounts come first */
}

static int refuse_extra(struct cb_planner *m, const char *path, const char *why, const char *hint)
{
	cb_fail(m->err, CB_EXIT_REFUSED, "refusing mount of %s (%s)", path, why);
	return cb_hint(m->err, "%s", hint);
}

/* Checks one mount of the command line. */
static int check_extra(struct cb_planner *m, size_t i)
{
	const struct cb_source *extra = &m->facts->extras[i];
	const char *real = extra->real;
	bool rw = is_writable_extra(m, i);
	if (!real) {
		cb_fail(m->err, CB_EXIT_REFUSED, "cannot mount %s (it does not exist)",
			rw ? m->opts->mount_rw.items[i - m->opts->mount_ro.len]
			   : m->opts->mount_ro.items[i]);
		return cb_hint(m->err, "--mount-%s wants an existing path", rw ? "rw" : "ro");
	}
	if (extra->is_socket)
		return refuse_extra(m, real,
				    "a socket: who is behind it can be spoken to, read-only or not",
				    "a port can be let in: `forward` in a policy");
	if (!rw && strcmp(real, m->plan->project) == 0)
		return refuse_extra(m, real, "it is the project, which the agent may change",
				    "start in another directory, and mount it there");
	if (cb_guard_project(m->facts, "mount of", real, m->err) < 0)
		return cb_hint(m->err, "%s",
			       extra->is_directory
				   ? "mount the part that is needed, not what is around it"
				   : "copy into the project what the agent is to have");
	return 0;
}

int cb_plan_check_extras(struct cb_planner *m)
{
	for (size_t i = 0; i < m->facts->extra_count; i++)
		if (check_extra(m, i) < 0)
			return -1;
	return 0;
}

/* From general to specific: a directory comes before what it contains. Of a path given twice the
 * read-only mount, which has the lower address, comes last and so counts. */
static int compare_extras(const void *a, const void *b)
{
	const struct cb_source *x = *(const struct cb_source *const *)a,
			       *y = *(const struct cb_source *const *)b;
	size_t x_len = strlen(x->real), y_len = strlen(y->real);
	return x_len != y_len ? (x_len > y_len) - (x_len < y_len) : (x < y) - (x > y);
}

/* Contains the project or its repository: it is mounted before them, so that it does not cover
 * them. */
static bool is_around(const struct cb_planner *m, const char *path)
{
	const char *common = m->facts->git.common;
	return cb_path_is_within(m->plan->project, path) ||
	       (common && cb_path_is_within(common, path));
}

void cb_plan_add_extras(struct cb_planner *m, bool around)
{
	const struct cb_facts *facts = m->facts;
	const struct cb_source **sorted = cb_alloc(facts->extra_count, sizeof *sorted);
	for (size_t i = 0; i < facts->extra_count; i++)
		sorted[i] = &facts->extras[i];
	qsort(sorted, facts->extra_count, sizeof *sorted, compare_extras);
	for (size_t i = 0; i < facts->extra_count; i++) {
		const struct cb_source *extra = sorted[i];
		bool rw = is_writable_extra(m, (size_t)(extra - facts->extras));
		if (is_around(m, extra->real) == around)
			cb_plan_push_bind(m, rw ? CB_KIND_RW : CB_KIND_RO, extra->real, extra->real,
					  extra->is_directory, rw ? "--mount-rw" : "--mount-ro");
	}
}
