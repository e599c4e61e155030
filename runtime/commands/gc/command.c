/* --gc: the state of projects that are gone is listed, asked about, removed. */
#include "commands/commands.h"

#include "act/terminal.h"
#include "base/memory.h"
#include "commands/gc/gc.h"
#include "host/read-facts.h"
#include "show/show.h"

/* Removes what is still gone; one that cannot be removed is told and does not stop the others. */
static int remove_gone(struct cb_gc *gc, struct cb_error *err)
{
	size_t count = cb_gc_count(gc, CB_GC_GONE), done = 0, removed = 0, failed = 0;
	for (size_t i = 0; i < gc->len; i++) {
		struct cb_error why = { 0 };
		if (cb_gc_verdict(gc->items[i].reason) != CB_GC_GONE)
			continue;
		cb_show_progress(stderr, "removing ", cb_format("%zu of %zu", ++done, count));
		if (cb_gc_remove(gc, &gc->items[i], &why) < 0) {
			cb_show_progress(stderr, NULL, NULL);
			cb_show_error(cb_screen_of(stderr), &why);
			failed++;
		} else if (cb_gc_verdict(gc->items[i].reason) != CB_GC_GONE) {
			cb_show_gc_instance(cb_screen_of(stdout), &gc->items[i]);
		} else {
			removed++;
		}
	}
	cb_show_progress(stderr, NULL, NULL);
	printf("%zu removed\n", removed);
	if (cb_finish_output(err) < 0)
		return -1;
	if (!failed)
		return 0;
	cb_fail(err, CB_EXIT_REFUSED, "not everything was removed (see above)");
	return cb_hint(err, "another --gc finishes it");
}

int cb_command_gc(const struct cb_opts *opts, char *const *env, struct cb_error *err)
{
	struct cb_facts user = { .env = env };
	struct cb_gc gc = { 0 };
	int answer = 0;

	cb_show_progress(stderr, "looking at ", "what is kept");
	int result = cb_facts_read_user(&user, err);
	if (result == 0)
		result = cb_gc_read(user.home, user.uid, &gc, err);
	cb_show_progress(stderr, NULL, NULL);
	if (result < 0)
		return -1;
	cb_show_gc(cb_screen_of(stdout), &gc);
	if (cb_finish_output(err) < 0)
		return -1;
	if (opts->given[CB_OPT_DRY_RUN] || cb_gc_count(&gc, CB_GC_GONE) == 0)
		return 0;
	while (!opts->given[CB_OPT_YES] &&
	       (answer = cb_terminal_ask("Remove? [y/N/?] ", "?", false, err)) > 0)
		cb_show_gc(cb_screen_of(stdout), &gc);
	return answer < 0 || cb_gc_begin(&gc, err) < 0 ? -1 : remove_gone(&gc, err);
}
