/* --gc: what is kept for projects that are gone is listed, asked about, removed. */
#include "commands/commands.h"

#include "act/act.h"
#include "base/number.h"
#include "commands/gc/act.h"
#include "commands/gc/facts.h"
#include "host/facts.h"
#include "show/show.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* Before each removal, which may take its time; not so often that telling takes it. */
static void tell_removing(size_t n, size_t all, struct timespec *last)
{
	char now_number[CB_NUMBER_SIZE], all_number[CB_NUMBER_SIZE];
	struct timespec now;
	if (clock_gettime(CLOCK_MONOTONIC, &now) < 0 ||
	    (now.tv_sec - last->tv_sec) * 1000 + (now.tv_nsec - last->tv_nsec) / 1000000 < 100)
		return;
	*last = now;
	char *text = cb_concat(cb_number(now_number, n, 10, 1), " of ",
			       cb_number(all_number, all, 10, 1), NULL);
	cb_show_progress(stderr, "removing ", text);
	free(text);
}

/* Removes what is still gone; one that cannot be removed is told and does not stop the others. */
static int remove_gone(struct cb_gc *gc, size_t all, struct cb_error *err)
{
	size_t done = 0, removed = 0, failed = 0;
	bool terminal = isatty(STDERR_FILENO);
	struct timespec last = { 0 };
	for (size_t i = 0; i < gc->len; i++) {
		cleanup_error struct cb_error why = { 0 };
		if (cb_gc_verdict(gc->items[i].reason) != CB_GC_GONE)
			continue;
		if (terminal)
			tell_removing(++done, all, &last);
		if (cb_gc_remove(gc, &gc->items[i], &why) < 0) {
			if (terminal)
				cb_show_progress(stderr, NULL, NULL);
			cb_show_error(cb_screen_of(stderr), &why);
			failed++;
		} else if (cb_gc_verdict(gc->items[i].reason) != CB_GC_GONE) {
			cb_show_gc_instance(stdout, &gc->items[i]);
		} else {
			removed++;
		}
	}
	if (terminal)
		cb_show_progress(stderr, NULL, NULL);
	cb_show_gc_done(stdout, removed);
	if (cb_finish_output(err) < 0)
		return -1;
	if (!failed)
		return 0;
	cb_fail(err, CB_EXIT_REFUSED, "not everything was removed (see above)");
	return cb_hint(err, "another --gc finishes it");
}

int cb_command_gc(const struct cb_opts *opts, char *const *env, struct cb_error *err)
{
	cleanup_facts struct cb_facts facts = { .env = env };
	cleanup_gc struct cb_gc gc = { .dir = -1 };
	size_t counts[CB_GC_VERDICT_COUNT] = { 0 };
	bool terminal = isatty(STDERR_FILENO);

	if (terminal)
		cb_show_progress(stderr, "looking at ", "what is kept");
	int result = cb_facts_read_user(&facts, err);
	if (result == 0)
		result = cb_gc_read(facts.home, facts.uid, &gc, err);
	if (terminal)
		cb_show_progress(stderr, NULL, NULL);
	if (result < 0)
		return -1;
	cb_show_gc(stdout, &gc, counts);
	if (cb_finish_output(err) < 0)
		return -1;
	if (opts->given[CB_OPT_DRY_RUN] || counts[CB_GC_GONE] == 0)
		return 0;
	int answer = 0;
	while (!opts->given[CB_OPT_YES] && (answer = cb_confirm("Remove? [y/N] ", false, err)) > 0)
		cb_show_gc(stdout, &gc, counts);
	if (answer < 0 || cb_gc_begin(&gc, err) < 0)
		return -1;
	return remove_gone(&gc, counts[CB_GC_GONE], err);
}
