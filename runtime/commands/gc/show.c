/* Prints what --gc found. */
#include "commands/gc/gc.h"

void cb_show_gc_instance(struct cb_screen s, const struct cb_instance *i)
{
	const char *words = cb_gc_words(i->reason);
	fputs(cb_gc_verdict(i->reason) == CB_GC_GONE ? "  gone  " : "  keep  ", s.file);
	cb_print_padded(s, i->name, 16);
	if (i->root) {
		fputs("  ", s.file);
		cb_print(s, i->root);
	}
	if (*words)
		fprintf(s.file, "  (%s)", words);
	putc('\n', s.file);
}

void cb_show_gc(struct cb_screen s, const struct cb_gc *gc)
{
	for (size_t i = 0; i < gc->len; i++)
		if (cb_gc_verdict(gc->items[i].reason) != CB_GC_ALIVE)
			cb_show_gc_instance(s, &gc->items[i]);
	fprintf(s.file, "%zu gone, %zu kept to be safe, %zu of projects that are there\n",
		cb_gc_count(gc, CB_GC_GONE), cb_gc_count(gc, CB_GC_UNSURE),
		cb_gc_count(gc, CB_GC_ALIVE));
}
